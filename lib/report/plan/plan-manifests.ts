import type { Plan, PlannedObject } from "../../plan/plan.ts";
import { kubectlName } from "../../object/object-ref.ts";
import { exactYaml } from "../document/exact-yaml.ts";
import { maskObject } from "../../redact/redact-object.ts";
import { chartGroupOf } from "../../object/chart-order.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/** Notes in the output that values are hidden. */
const warning = "# values are hidden, so this cannot be applied: --show-secrets shows them";

/**
 * Formats the manifests of a plan in its order, as YAML documents with their group and file. An object that
 * runs at two events is listed where it runs first. Comments delimit the resource groups of charts
 * (HIP-0025).
 *
 *     ---
 *     # group 1, web.yaml
 *     apiVersion: v1
 */
export function planYaml(plan: Plan, { showSecrets }: { readonly showSecrets: boolean }): string {
  const documents = byChartGroup(plannedOnce(plan)).map(({ group, object: { manifest } }) => {
    const value = showSecrets ? manifest.value : maskObject(manifest.value);
    return {
      chartGroup: chartGroupName(manifest),
      place: `# group ${group}, ${escapeControl(manifest.origin.file)}`,
      value,
      isHidden: value !== manifest.value,
    };
  });
  const head = documents.some(({ isHidden }) => isHidden) ? [warning] : [];
  const lines = documents.flatMap(({ chartGroup, place, value, isHidden }, index) => [
    "---",
    ...(chartGroup !== undefined && documents[index - 1]?.chartGroup !== chartGroup
      ? [`## START resource-group: ${chartGroup}`]
      : []),
    `${place}${isHidden ? " (values are hidden)" : ""}`,
    ...exactYaml(value),
    ...(chartGroup !== undefined && documents[index + 1]?.chartGroup !== chartGroup
      ? [`## END resource-group: ${chartGroup}`]
      : []),
  ]);
  return [...head, ...lines].map((line) => `${line}\n`).join("");
}

interface Listed {
  readonly group: number;
  readonly object: PlannedObject;
}

/** Within a group of the plan, the members of a resource group are next to each other. */
function byChartGroup(listed: readonly Listed[]): readonly Listed[] {
  const together = Map.groupBy(listed, ({ group, object }) => {
    const name = chartGroupName(object.manifest);
    return `${group} ${name ?? object.manifest.key}`;
  });
  return [...together.values()].flat();
}

/** `shop/db database`: the chart, without the folders between subcharts, and the group. */
function chartGroupName(manifest: PlannedObject["manifest"]): string | undefined {
  const found = chartGroupOf(manifest.value);
  return found === undefined
    ? undefined
    : escapeControl(`${found.chart.replaceAll("/charts/", "/")} ${found.group}`.trimStart());
}

/** Lists the objects of a plan in its order, one per line, as `kubectl -o name` does. */
export function planNames(plan: Plan): string {
  return plannedOnce(plan)
    .map(({ object }) => `${escapeControl(kubectlName(object.manifest.ref))}\n`)
    .join("");
}

/** The objects that are sent. */
function plannedOnce({ groups }: Plan): readonly Listed[] {
  const seen = new Set<string>();
  return groups.flatMap(({ index, objects }) =>
    objects.flatMap((object) => {
      const { key } = object.manifest;
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst && !object.treatment.isExternal ? [{ group: index, object }] : [];
    }),
  );
}
