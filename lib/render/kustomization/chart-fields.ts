/** The fields of a chart in a kustomization, as kustomize defines them. */
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { didYouMean } from "../../object/diagnostic/suggestion.ts";
import {
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  stringField,
  stringsField,
} from "../../object/json.ts";

/** A chart that a kustomization has rendered. */
export interface WantedChart {
  readonly name: string;
  readonly version: string;
  readonly repo: string;
  /** Relative to the folder of the kustomization. */
  readonly chartHome: string;
  readonly releaseName: string;
  readonly namespace: string;
  readonly nameTemplate: string;
  readonly valuesFile: string;
  readonly additionalValuesFiles: readonly string[];
  readonly valuesInline: JsonObject;
  readonly valuesMerge: string;
  readonly apiVersions: readonly string[];
  readonly kubeVersion: string;
  readonly includeCRDs: boolean;
  readonly skipHooks: boolean;
  readonly skipTests: boolean;
  readonly devel: boolean;
  readonly origin: Origin;
}

type FieldType = "text" | "texts" | "switch" | "mapping";

const types: Readonly<Record<string, FieldType>> = {
  name: "text",
  version: "text",
  repo: "text",
  releaseName: "text",
  namespace: "text",
  nameTemplate: "text",
  valuesFile: "text",
  additionalValuesFiles: "texts",
  valuesInline: "mapping",
  valuesMerge: "text",
  apiVersions: "texts",
  kubeVersion: "text",
  includeCRDs: "switch",
  skipHooks: "switch",
  skipTests: "switch",
  devel: "switch",
  debug: "switch",
};

const merges: readonly string[] = ["merge", "override", "replace"];

/** The fields of `helmGlobals`. `configHome` is of Helm's program, which is not run. */
const globalNames: readonly string[] = ["chartHome", "configHome"];

/** A chart of a list, or what is wrong with it. */
export interface ReadChart {
  readonly chart?: WantedChart;
  readonly faults: readonly Diagnostic[];
}

/** The place of an entry: a way to locate its parts, and the folder of its charts. */
export interface EntryPlace {
  readonly locate: (path: Path) => Origin;
  readonly path: Path;
  readonly chartHome: string;
}

/** Reads an entry of `helmCharts`. */
export function readChart(entry: JsonValue, { locate, path, chartHome }: EntryPlace): ReadChart {
  const faults = isObject(entry)
    ? faultsOf(entry).map(({ name, message }) => kustomizationFault(message, locate([...path, name])))
    : [kustomizationFault("a chart is a mapping of fields such as name and version", locate(path))];
  if (faults.length > 0) {
    return { faults };
  }
  const text = (name: string): string => stringField(entry, name) ?? "";
  const isOn = (name: string): boolean => field(entry, name) === true;
  const chart: WantedChart = {
    name: text("name"),
    version: text("version"),
    repo: text("repo"),
    chartHome,
    releaseName: text("releaseName"),
    namespace: text("namespace"),
    nameTemplate: text("nameTemplate"),
    valuesFile: text("valuesFile"),
    additionalValuesFiles: stringsField(entry, "additionalValuesFiles"),
    valuesInline: objectField(entry, "valuesInline"),
    valuesMerge: text("valuesMerge"),
    apiVersions: stringsField(entry, "apiVersions"),
    kubeVersion: text("kubeVersion"),
    includeCRDs: isOn("includeCRDs"),
    skipHooks: isOn("skipHooks"),
    skipTests: isOn("skipTests"),
    devel: isOn("devel"),
    origin: locate(path),
  };
  return { chart, faults: [] };
}

/** Reads an entry of `generators`: a HelmChartInflationGenerator, which has the fields of all lists. */
export function readGenerator(document: JsonObject, place: Omit<EntryPlace, "chartHome">): ReadChart {
  const other = new Set(["apiVersion", "kind", "metadata", ...globalNames]);
  const own = Object.entries(document).filter(([name]) => !other.has(name));
  const chartHome = stringField(document, "chartHome") ?? "";
  return readChart(Object.fromEntries(own), { ...place, chartHome });
}

const oldNames: Readonly<Record<string, string>> = {
  chartName: "name",
  chartVersion: "version",
  chartRepoUrl: "repo",
  values: "valuesFile",
  valuesLocal: "valuesInline",
  valuesMerge: "valuesMerge",
  releaseName: "releaseName",
};

/** Reads an entry of `helmChartInflationGenerator`, whose other fields kustomize ignores, too. */
export function readOldChart(entry: JsonValue, place: EntryPlace): ReadChart {
  const fields = Object.entries(oldNames).flatMap(([old, name]) => {
    const value = field(entry, old);
    return value === undefined ? [] : [[name, value] as const];
  });
  return readChart(isObject(entry) ? Object.fromEntries(fields) : entry, place);
}

function faultsOf(entry: JsonObject): readonly { readonly name: string; readonly message: string }[] {
  const known = Object.keys(types);
  const faults = Object.entries(entry).flatMap(([name, value]) => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (type === undefined) {
      return [{ name, message: `a chart has no field ${JSON.stringify(name)}${didYouMean(name, known)}` }];
    }
    return value === null || isOf[type](value) ? [] : [{ name, message: `${name} must be ${words[type]}` }];
  });
  const merge = stringField(entry, "valuesMerge") ?? "";
  return [
    ...faults,
    ...(stringField(entry, "name") ? [] : [{ name: "name", message: "the name of the chart is missing" }]),
    ...(merge === "" || merges.includes(merge)
      ? []
      : [{ name: "valuesMerge", message: `valuesMerge must be one of ${merges.join(", ")}` }]),
  ];
}

const words: Readonly<Record<FieldType, string>> = {
  text: "a string",
  texts: "a list of strings",
  switch: "true or false",
  mapping: "a mapping",
};

const isOf: Readonly<Record<FieldType, (value: JsonValue) => boolean>> = {
  text: (value) => typeof value === "string",
  texts: (value) => isArray(value) && value.every((each) => typeof each === "string"),
  switch: (value) => typeof value === "boolean",
  mapping: isObject,
};

/** Returns the fault of an entry of a kustomization. */
export function kustomizationFault(message: string, origin: Origin): Diagnostic {
  return { code: "RenderFailed", severity: "error", message, origin };
}
