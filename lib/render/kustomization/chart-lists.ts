/** The charts of a kustomization, in its lists and in the configuration of its generators. */
import { existsSync } from "node:fs";
import { posix, resolve } from "node:path";

import { locateField } from "../../manifest/locate-field.ts";
import { type ReadDocument, readSource } from "../../manifest/parse-source.ts";
import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  stringField,
} from "../../object/json.ts";
import {
  type ReadChart,
  readChart,
  readGenerator,
  readOldChart,
  kustomizationFault,
} from "./chart-fields.ts";
import { type LocalKustomization, readSmallFile } from "./local-kustomization.ts";

/** The charts of a kustomization, and its other fields. */
export interface ChartLists {
  readonly charts: readonly ReadChart[];
  /** The kustomization without charts. */
  readonly rest: JsonObject;
}

/** Reads the charts of a kustomization in the order in which kustomize generates them. */
export function chartsOf(kustomization: LocalKustomization): ChartLists {
  const { value, locate } = kustomization;
  const old = listField(value, "helmChartInflationGenerator");
  const oldHome = old.map((entry) => stringField(entry, "chartHome") ?? "").findLast((home) => home !== "");
  const globals = field(value, "helmGlobals");
  const home = isObject(globals) ? stringField(globals, "chartHome") : oldHome;
  const chartHome = home ?? "";
  const { configs, others } = generatorsOf(kustomization);
  const { helmCharts: _, helmChartInflationGenerator: __, helmGlobals: ___, generators, ...rest } = value;
  return {
    charts: [
      ...[
        ...listField(value, "helmCharts").map((entry, index) =>
          readChart(entry, { locate, path: ["helmCharts", index], chartHome }),
        ),
        ...old.map((entry, index) =>
          readOldChart(entry, { locate, path: ["helmChartInflationGenerator", index], chartHome }),
        ),
      ].map((read) => withNamespace(read, kustomization)),
      ...configs,
    ],
    rest:
      generators === undefined ? rest : { ...rest, generators: configs.length === 0 ? generators : others },
  };
}

/** A chart without a namespace has that of the nearest kustomization that sets one. */
function withNamespace(read: ReadChart, { value, namespaces }: LocalKustomization): ReadChart {
  const { chart } = read;
  const own = stringField(value, "namespace") ?? "";
  if (chart === undefined || chart.namespace !== "") {
    return read;
  }
  const [first = "", ...others] = own === "" ? namespaces : [own];
  if (others.length === 0) {
    return { chart: { ...chart, namespace: first }, faults: [] };
  }
  const message = `the kustomizations that refer to this one set different namespaces, and the chart ${chart.name} can be rendered for one only: set its namespace`;
  return { faults: [kustomizationFault(message, chart.origin)] };
}

interface GeneratorLists {
  readonly configs: readonly ReadChart[];
  readonly others: readonly JsonValue[];
}

function generatorsOf(kustomization: LocalKustomization): GeneratorLists {
  const configs: ReadChart[] = [];
  const others: JsonValue[] = [];
  for (const [index, entry] of listField(kustomization.value, "generators").entries()) {
    const found = typeof entry === "string" ? chartsInGenerator(entry, index, kustomization) : [];
    configs.push(...found);
    if (found.length === 0) {
      others.push(entry);
    }
  }
  return { configs, others };
}

/** An entry is a text of its own, or names a file. */
function chartsInGenerator(
  entry: string,
  index: number,
  { folder, root, name, locate }: LocalKustomization,
): readonly ReadChart[] {
  const isInline = !existsSync(resolve(folder, entry));
  const documents = documentsOf(
    isInline
      ? { name, text: entry }
      : readFile(resolve(folder, entry), { name: posix.join(name, entry), root }),
  );
  const charts = documents.filter(isInflation);
  if (charts.length === 0) {
    return [];
  }
  const here = locate(["generators", index]);
  if (charts.length < documents.length) {
    return [
      {
        faults: [
          kustomizationFault("a HelmChartInflationGenerator has to be in a file without other objects", here),
        ],
      },
    ];
  }
  return charts.map(({ tree, document }) =>
    readGenerator(isObject(tree.value) ? tree.value : {}, {
      path: [],
      locate: (path) => (isInline ? here : locateField(document, path, "value")),
    }),
  );
}

interface GeneratorText {
  readonly name: string;
  readonly text: string;
}

function readFile(path: string, { name, root }: Pick<LocalKustomization, "name" | "root">): GeneratorText {
  try {
    return { name, text: readSmallFile(path, root) };
  } catch {
    // The renderer reports it.
    return { name, text: "" };
  }
}

function documentsOf(source: GeneratorText): readonly ReadDocument[] {
  return readSource(source).documents.filter(({ tree }) => isObject(tree.value));
}

function isInflation({ tree: { value } }: ReadDocument): boolean {
  return (
    stringField(value, "kind") === "HelmChartInflationGenerator" &&
    stringField(value, "apiVersion") === "builtin"
  );
}
