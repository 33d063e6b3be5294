/**
 * The order of a chart and its subcharts, from their `Chart.yaml` files (HIP-0025,
 * https://github.com/helm/community/blob/main/hips/hip-0025.md).
 */
import { shortestCycle } from "../dag/shortest-cycle.ts";
import { locateField } from "../manifest/locate-field.ts";
import type { SourceDocument } from "../manifest/manifest.ts";
import { readSource } from "../manifest/parse-source.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import {
  isObject,
  listField,
  type JsonValue,
  objectField,
  parseStringList,
  type Path,
  stringField,
  stringsField,
} from "../object/json.ts";
import { isRendered, type Origin, type SourceText } from "../object/diagnostic/source-text.ts";
import { formatCycle, truncateWord } from "../object/message-text.ts";
import { compareText } from "../object/object-ref.ts";
import type { ChartOrdering } from "./chart-options.ts";
import { type ChartFile, filesOfChart } from "./chart-files.ts";
import { type Renderable, withinChart } from "./renderable.ts";

/** In `annotations` of a `Chart.yaml`: a JSON list of subcharts that the objects of the chart wait for. */
const subchartsKey = "helm.sh/depends-on/subcharts";

/** An annotation of HIP-0025 in a template. */
const groupWord = "helm.sh/resource-group";

/** The chart whose order is read. */
type OrderedChart = Pick<Renderable, "path" | "name" | "added">;

/** More charts than any release has; aliases of nested charts multiply. */
const mostCharts = 10_000;

/**
 * Marks the rendered sources of a chart that asks for an order, with their place in it: by `depends-on` of
 * `dependencies` and the annotation `helm.sh/depends-on/subcharts` in its `Chart.yaml` files, or by resource
 * groups in its templates. The objects of a chart with either of the first two wait for all its subcharts. An
 * unknown subchart and a cycle are errors. Unreadable files are skipped: Helm reports them.
 */
export function orderSources(
  renderable: OrderedChart,
  sources: readonly SourceText[],
  { timeout, isIgnored }: ChartOrdering,
): { readonly sources: readonly SourceText[]; readonly found: readonly Diagnostic[] } {
  const { root, after, found } = readOrder(renderable);
  if (after.size === 0 && !sources.some(({ text }) => text.includes(groupWord))) {
    return { sources, found };
  }
  const prefix = withinChart(renderable.name, "");
  const placed = sources.map((source) => {
    if (!isRendered(source.name) || !source.name.startsWith(prefix)) {
      return source;
    }
    const [within = ""] = /^(?:charts\/[^/]+\/)*/.exec(source.name.slice(prefix.length)) ?? [];
    const path = within === "" ? root : `${root}/${within.slice(0, -1)}`;
    return { ...source, chart: { path, after: after.get(path) ?? [], timeout, isIgnored } };
  });
  return { sources: placed, found };
}

/** The order of a chart, with the faults of its `Chart.yaml` files. */
interface ChartOrder {
  /** The name of the outermost chart. */
  readonly root: string;
  /** By the path of a chart, `shop/charts/db`: the charts that must be ready before its own objects. */
  readonly after: ReadonlyMap<string, readonly string[]>;
  readonly found: readonly Diagnostic[];
}

function readOrder(renderable: OrderedChart): ChartOrder {
  const definitions = readDefinitions(renderable);
  const root = definitions.get("");
  const reading: Reading = { definitions, after: new Map(), found: [] };
  if (root !== undefined && [...definitions.values()].some(({ asks }) => asks)) {
    addChart(root, { path: root.name, before: [] }, reading);
  }
  // A chart with several aliases is read several times.
  const once = new Map(reading.found.map((one) => [JSON.stringify(one), one]));
  return { root: root?.name ?? "", after: reading.after, found: [...once.values()] };
}

/** The content of a `Chart.yaml`. */
interface ChartDefinition {
  /** Its folder within the outermost chart: `charts/db/`; empty for that chart. */
  readonly folder: string;
  readonly name: string;
  readonly dependencies: readonly Dependency[];
  /** The subcharts that the annotation names, and where it is. */
  readonly named: readonly string[];
  readonly asks: boolean;
  readonly locate: (path: Path) => Origin;
  readonly found: readonly Diagnostic[];
}

interface Dependency {
  readonly name: string;
  /** The name that the subchart is rendered under. */
  readonly alias: string;
  readonly dependsOn: readonly string[];
  readonly path: Path;
}

interface Reading {
  readonly definitions: ReadonlyMap<string, ChartDefinition>;
  readonly after: Map<string, readonly string[]>;
  readonly found: Diagnostic[];
}

/** A chart under the name of one of its appearances, and what everything in it waits for. */
interface Appearance {
  readonly path: string;
  readonly before: readonly string[];
}

function addChart(chart: ChartDefinition, { path, before }: Appearance, reading: Reading): void {
  if (reading.after.size >= mostCharts) {
    return;
  }
  const children = subchartsOf(chart, reading.definitions);
  const orders = chart.dependencies.some(({ dependsOn }) => dependsOn.length > 0) || chart.named.length > 0;
  const pathOf = (alias: string): string => `${path}/charts/${alias}`;
  const own = orders ? children.map(({ alias }) => pathOf(alias)) : [];
  reading.after.set(path, [...new Set([...before, ...own])].toSorted(compareText));
  reading.found.push(...chart.found, ...faultsOf(chart, children));
  for (const { alias, definition } of children) {
    const dependency = chart.dependencies.find((each) => each.alias === alias);
    const needed = (dependency?.dependsOn ?? []).flatMap((name) => aliasesOf(name, children));
    addChart(
      definition,
      { path: pathOf(alias), before: [...before, ...needed.filter((each) => each !== alias).map(pathOf)] },
      reading,
    );
  }
}

interface Subchart {
  readonly alias: string;
  readonly definition: ChartDefinition;
}

/** The subcharts of a chart, once for each alias. Those that no dependency names are rendered too. */
function subchartsOf(
  { folder, dependencies }: ChartDefinition,
  definitions: ReadonlyMap<string, ChartDefinition>,
): readonly Subchart[] {
  const isChild = (place: string): boolean =>
    place.startsWith(`${folder}charts/`) &&
    !place.slice(`${folder}charts/`.length).replace(/\/$/, "").includes("/");
  return [...definitions.values()]
    .filter((each) => isChild(each.folder))
    .flatMap((definition) => {
      const naming = dependencies.filter(({ name }) => name === definition.name);
      const aliases = naming.length === 0 ? [definition.name] : naming.map(({ alias }) => alias);
      return aliases.map((alias) => ({ alias, definition }));
    });
}

/** The appearances that a name of `depends-on` means: an alias, or all of a chart. */
function aliasesOf(name: string, children: readonly Subchart[]): readonly string[] {
  const exact = children.filter(({ alias }) => alias === name);
  const meant = exact.length > 0 ? exact : children.filter(({ definition }) => definition.name === name);
  return meant.map(({ alias }) => alias);
}

function faultsOf(chart: ChartDefinition, children: readonly Subchart[]): readonly Diagnostic[] {
  const known = new Set([
    ...chart.dependencies.flatMap(({ name, alias }) => [name, alias]),
    ...children.flatMap(({ alias, definition }) => [alias, definition.name]),
  ]);
  const names = [...known].toSorted(compareText);
  const asked = [
    ...chart.dependencies.flatMap(({ dependsOn, path }) =>
      dependsOn.map((name, index) => ({ name, path: [...path, "depends-on", index] as Path })),
    ),
    ...chart.named.map((name) => ({ name, path: ["annotations", subchartsKey] as Path })),
  ];
  const unknown = asked.filter(({ name }) => !known.has(name));
  return [
    ...unknown.map(({ name, path }) =>
      faultAt(
        chart,
        path,
        `chart ${chart.name} has no subchart "${truncateWord(name)}"${didYouMean(name, names)}`,
      ),
    ),
    ...cycleOf(chart),
  ];
}

/** The shortest cycle among the dependencies of a chart, as an error. */
function cycleOf(chart: ChartDefinition): readonly Diagnostic[] {
  const { dependencies } = chart;
  const numbered = [...dependencies.entries()];
  const edges = numbered.flatMap(([from, { dependsOn }]) =>
    numbered
      .filter(([, { name, alias }]) => dependsOn.includes(alias) || dependsOn.includes(name))
      .map(([to]) => ({ from, to })),
  );
  const cycle = shortestCycle(edges) ?? [];
  const [first] = cycle;
  if (first === undefined) {
    return [];
  }
  const nameOf = (index: number): string => dependencies[index]?.alias ?? "";
  const names = [...cycle.map(({ from }) => nameOf(from)), nameOf(first.from)];
  const path = [...(dependencies[first.from]?.path ?? []), "depends-on"];
  const message = `subcharts of ${chart.name} wait for each other in a cycle: ${formatCycle(names)}; remove one of the dependencies`;
  return [faultAt(chart, path, message)];
}

function faultAt(chart: Pick<ChartDefinition, "locate">, path: Path, message: string): Diagnostic {
  return { code: "ChartOrderInvalid", severity: "error", message, origin: chart.locate(path) };
}

const chartFile = /^(?:charts\/[^/]+\/)*Chart\.yaml$/;

/** The definitions of a chart and its subcharts by folder. */
function readDefinitions(chart: OrderedChart): ReadonlyMap<string, ChartDefinition> {
  const { name } = chart;
  const files = chartFiles(chart);
  const definitions = files.flatMap(({ path: file, content }) => {
    const { documents } = readSource({ name: withinChart(name, file), text: textOf(content) });
    const [first] = documents;
    return first !== undefined && isObject(first.tree.value)
      ? [definitionOf(first.tree.value, file.slice(0, -"Chart.yaml".length), first.document)]
      : [];
  });
  return new Map(
    definitions
      .toSorted((left, right) => compareText(left.folder, right.folder))
      .map((definition) => [definition.folder, definition]),
  );
}

function chartFiles(chart: OrderedChart): readonly ChartFile[] {
  try {
    return filesOfChart(chart, (file) => chartFile.test(file));
  } catch {
    return [];
  }
}

function textOf(content: () => Uint8Array): string {
  try {
    return Buffer.from(content()).toString("utf8");
  } catch {
    return "";
  }
}

function definitionOf(value: JsonValue, folder: string, document: SourceDocument): ChartDefinition {
  const locate = (path: Path): Origin => locateField(document, path, "value");
  const dependencies = listField(value, "dependencies").map((each, index): Dependency => {
    const name = stringField(each, "name") ?? "";
    const dependsOn = stringsField(each, "depends-on");
    return { name, alias: stringField(each, "alias") || name, dependsOn, path: ["dependencies", index] };
  });
  const annotation = stringField(objectField(value, "annotations"), subchartsKey);
  const named = annotation === undefined ? [] : parseStringList(annotation);
  const name = stringField(value, "name") ?? "";
  const found =
    named === undefined
      ? [
          faultAt(
            { locate },
            ["annotations", subchartsKey],
            `${subchartsKey} of chart ${name} takes a JSON list of subcharts, such as '["db"]'`,
          ),
        ]
      : [];
  const asks = annotation !== undefined || dependencies.some(({ dependsOn }) => dependsOn.length > 0);
  return { folder, name, dependencies, named: named ?? [], asks, locate, found };
}
