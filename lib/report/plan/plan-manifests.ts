import type { Plan, PlannedObject } from "../../plan/plan.ts";
import { kubectlName } from "../../object/object-ref.ts";
import { exactYaml } from "../document/exact-yaml.ts";
import { maskObject } from "../../redact/redact-object.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/** Notes in the output that values are hidden. */
const warning = "# values are hidden, so this cannot be applied: --show-secrets shows them";

/**
 * Formats the manifests of a plan in its order, as YAML documents with their group and file. An object that
 * runs at two events is listed where it runs first.
 *
 *     ---
 *     # group 1, web.yaml
 *     apiVersion: v1
 */
export function planYaml(plan: Plan, { showSecrets }: { readonly showSecrets: boolean }): string {
  const documents = plannedOnce(plan).map(({ group, object: { manifest } }) => {
    const value = showSecrets ? manifest.value : maskObject(manifest.value);
    return {
      place: `# group ${group}, ${escapeControl(manifest.origin.file)}`,
      value,
      isHidden: value !== manifest.value,
    };
  });
  const head = documents.some(({ isHidden }) => isHidden) ? [warning] : [];
  const lines = documents.flatMap(({ place, value, isHidden }) => [
    "---",
    `${place}${isHidden ? " (values are hidden)" : ""}`,
    ...exactYaml(value),
  ]);
  return [...head, ...lines].map((line) => `${line}\n`).join("");
}

/** Lists the objects of a plan in its order, one per line, as `kubectl -o name` does. */
export function planNames(plan: Plan): string {
  return plannedOnce(plan)
    .map(({ object }) => `${escapeControl(kubectlName(object.manifest.ref))}\n`)
    .join("");
}

function plannedOnce({
  groups,
}: Plan): readonly { readonly group: number; readonly object: PlannedObject }[] {
  const seen = new Set<string>();
  return groups.flatMap(({ index, objects }) =>
    objects.flatMap((object) => {
      const { key } = object.manifest;
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst ? [{ group: index, object }] : [];
    }),
  );
}
