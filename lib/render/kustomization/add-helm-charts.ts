import { realpathSync } from "node:fs";
import { posix, relative, sep } from "node:path";

import { type Diagnostic, hasErrors } from "../../object/diagnostic/diagnostic.ts";
import { isArray, type JsonObject, stringifyJson } from "../../object/json.ts";
import type { AddedFile, Renderable } from "../renderable.ts";
import type { CompletedChart } from "../remote/add-dependencies.ts";
import { fetchLimits } from "../remote/fetch-context.ts";
import { kustomizationFault } from "./chart-fields.ts";
import { type ChartLists, chartsOf } from "./chart-lists.ts";
import type { InflatedChart, InflationContext } from "./inflate-chart.ts";
import { kustomizationsOf, type LocalKustomization } from "./local-kustomization.ts";
import { remoteEntries } from "./remote-entries.ts";

/** More than any build has. */
const mostCharts = 200;

/** The folder of the rendered charts, beside a kustomization. */
const chartFolder = "converge-helm-charts";

/** A kustomization with charts. */
interface Inflating extends ChartLists {
  readonly kustomization: LocalKustomization;
}

/** A kustomization with its rendered charts. */
interface Inflated extends Omit<Inflating, "charts"> {
  readonly charts: readonly InflatedChart[];
}

/**
 * Renders the charts that a kustomization and its bases list, and has kustomize read the results as resources
 * instead. It reads them as a component of their own, which is where generated resources are added: after
 * `resources`, before components and transformers. Returns the faults of entries that lead to servers, too.
 * Throws the signal's reason when that aborts.
 */
export async function addHelmCharts(
  renderable: Renderable,
  context: Omit<InflationContext, "renderable">,
): Promise<CompletedChart> {
  const root = realpathSync(context.root);
  const all = kustomizationsOf(renderable, root);
  const listing = all
    .map((kustomization) => ({ kustomization, ...chartsOf(kustomization) }))
    .filter(({ charts }) => charts.length > 0);
  const faults = [...all.flatMap(remoteEntries), ...faultsOf(listing)];
  const inflated = hasErrors(faults) ? [] : await inflateAll(listing, { ...context, root, renderable });
  const found = [...faults, ...inflated.flatMap(({ charts }) => charts.flatMap((chart) => chart.found))];
  if (inflated.length === 0 || hasErrors(found)) {
    return { completed: renderable, found };
  }
  const added = inflated.flatMap((each) => filesOf(each, renderable, ({ output }) => output));
  const isRandom = inflated.some(({ charts }) => charts.some(({ again }) => again !== undefined));
  const addedAgain = inflated.flatMap((each) =>
    filesOf(each, renderable, ({ again, output }) => again ?? output),
  );
  return { completed: { ...renderable, added, ...(isRandom ? { addedAgain } : {}) }, found };
}

function faultsOf(listing: readonly Inflating[]): readonly Diagnostic[] {
  const charts = listing.flatMap((each) => each.charts);
  const origin = charts[mostCharts]?.chart?.origin;
  const tooMany = `more than ${mostCharts} charts are listed: split the kustomization`;
  return [
    ...charts.flatMap(({ faults }) => faults),
    ...(origin === undefined ? [] : [kustomizationFault(tooMany, origin)]),
  ];
}

async function inflateAll(
  listing: readonly Inflating[],
  context: InflationContext,
): Promise<readonly Inflated[]> {
  const done: Inflated[] = [];
  if (listing.length === 0) {
    return done;
  }
  // Few kustomizations have charts.
  const { inflateChart } = await import("./inflate-chart.ts");
  let size = 0;
  for (const { kustomization, rest, charts } of listing) {
    const rendered: InflatedChart[] = [];
    for (const { chart } of charts) {
      if (chart !== undefined) {
        const inflated = await inflateChart(chart, kustomization, context);
        size += inflated.output?.length ?? 0;
        const tooLarge = kustomizationFault(
          `all charts have more than ${fetchLimits.total} bytes`,
          chart.origin,
        );
        rendered.push(size > fetchLimits.total ? { found: [tooLarge] } : inflated);
      }
    }
    done.push({ kustomization, rest, charts: rendered });
  }
  return done;
}

/** Returns the files that kustomize reads in place of a kustomization with charts. */
function filesOf(
  { kustomization, rest, charts }: Inflated,
  { realPath }: Renderable,
  outputOf: (chart: InflatedChart) => Uint8Array | undefined,
): readonly AddedFile[] {
  const folder = relative(realPath, kustomization.folder).split(sep).join("/");
  const named = charts.flatMap((chart, index) => {
    const content = outputOf(chart);
    return content === undefined || content.length === 0 ? [] : [{ path: `${index}.yaml`, content }];
  });
  const resources = named.map(({ path }) => path);
  const component = { apiVersion: "kustomize.config.k8s.io/v1alpha1", kind: "Component", resources };
  const own = rest["components"] ?? [];
  // What is not a list is left for kustomize to report.
  const components = isArray(own) && resources.length > 0 ? [chartFolder, ...own] : own;
  return [
    { path: kustomization.file, content: jsonBytes({ ...rest, components }) },
    { path: `${chartFolder}/kustomization.yaml`, content: jsonBytes(component) },
    ...named.map(({ path, content }) => ({ path: `${chartFolder}/${path}`, content })),
  ].map(({ path, content }) => ({ path: posix.join(folder, path), content }));
}

function jsonBytes(value: JsonObject): Uint8Array {
  return Buffer.from(stringifyJson(value));
}
