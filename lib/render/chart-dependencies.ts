/** The dependencies that a chart lists, and those of them that are not in its `charts/`. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { locateField } from "../manifest/locate-field.ts";
import type { SourceDocument } from "../manifest/manifest.ts";
import { readSource } from "../manifest/parse-source.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import { type JsonValue, listField, type Path, stringField } from "../object/json.ts";
import { filesOfChart } from "./chart-files.ts";
import { type Renderable, withinChart } from "./renderable.ts";

/** A YAML file of a chart that holds one document. */
export interface ChartDocument {
  readonly value: JsonValue;
  readonly locate: (path: Path) => Origin;
}

/** The dependencies of a chart, some of which are not in its `charts/`. */
export interface IncompleteChart {
  /** Whether it is of the first version of charts, which has files of its own for dependencies. */
  readonly isFirst: boolean;
  /** All that are listed, in their order. */
  readonly listed: readonly JsonValue[];
  /** The names of those that are missing. */
  readonly missing: ReadonlySet<string>;
  readonly locate: (path: Path) => Origin;
}

/**
 * Returns the dependencies of a chart in a folder; undefined if none is missing, for an archive, and for a
 * chart that cannot be read: the renderer reports its faults.
 */
export function missingDependencies(chart: Pick<Renderable, "path" | "name">): IncompleteChart | undefined {
  if (!statSync(chart.path).isDirectory()) {
    return undefined;
  }
  const metadata = readChartDocument(chart, "Chart.yaml");
  const isFirst = stringField(metadata?.value, "apiVersion") !== "v2";
  const separate = isFirst ? readChartDocument(chart, "requirements.yaml") : undefined;
  const document = separate ?? metadata;
  const listed = listField(document?.value, "dependencies");
  if (document === undefined || listed.length === 0) {
    return undefined;
  }
  const present = namesOfSubcharts(chart);
  const names = listed.map((each) => stringField(each, "name") ?? "");
  const missing = new Set(names.filter((name) => name !== "" && !present.has(name)));
  return missing.size === 0 ? undefined : { isFirst, listed, missing, locate: document.locate };
}

/** Reads a YAML file of a chart; undefined if there is none. A broken one has no value. */
export function readChartDocument(
  { path, name }: Pick<Renderable, "path" | "name">,
  file: string,
): ChartDocument | undefined {
  const place = join(path, file);
  return existsSync(place)
    ? parseChartDocument(withinChart(name, file), readFileSync(place, "utf8"))
    : undefined;
}

/** Parses the text of a YAML file of a chart. */
export function parseChartDocument(name: string, text: string): ChartDocument {
  const [first] = readSource({ name, text }).documents;
  const document: SourceDocument | undefined = first?.document;
  return {
    value: first?.tree.value ?? null,
    locate: (path) =>
      document === undefined ? { file: name, line: 1 } : locateField(document, path, "value"),
  };
}

const subchartFile = /^charts\/[^/]+\/Chart\.yaml$/;

function namesOfSubcharts({ path }: Pick<Renderable, "path">): ReadonlySet<string> {
  const files = filesOfChart({ path }, (file) => subchartFile.test(file));
  return new Set(
    files.map(({ path: file, content }) => {
      const { value } = parseChartDocument(file, Buffer.from(content()).toString("utf8"));
      return stringField(value, "name") ?? "";
    }),
  );
}
