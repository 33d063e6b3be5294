/** Varies the values of a chart. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { parse } from "yaml";

/** Options of `helm template`. */
export interface ChartVariation {
  readonly title: string;
  readonly words: readonly string[];
}

const mostSettings = 6;

/**
 * Returns the variations of a chart: none, each values file next to `values.yaml` and in `ci/`, and its
 * first switches turned.
 */
export function chartVariations(chart: string): readonly ChartVariation[] {
  const files = globSync(["*values*.yaml", "ci/*.yaml"], { cwd: chart }).toSorted();
  const settings = switchesIn(join(chart, "values.yaml")).slice(0, mostSettings);
  return [
    { title: "", words: [] },
    ...files
      .filter((file) => file !== "values.yaml")
      .map((file) => ({ title: basename(file), words: ["--values", join(chart, file)] })),
    ...settings.map((setting) => ({ title: setting, words: ["--set", setting] })),
  ];
}

/** Returns settings that turn each boolean of the first two levels. */
function switchesIn(file: string): readonly string[] {
  const values = valuesIn(file);
  const nested = Object.entries(values).flatMap(([key, value]) =>
    isMapping(value) ? Object.entries(value).map(([name, inner]) => [`${key}.${name}`, inner] as const) : [],
  );
  return [...Object.entries(values), ...nested]
    .filter(([key, value]) => typeof value === "boolean" && /^[\w.-]+$/.test(key))
    .map(([key, value]) => `${key}=${value === false}`);
}

function valuesIn(file: string): Readonly<Record<string, unknown>> {
  try {
    const values: unknown = existsSync(file) ? parse(readFileSync(file, "utf8")) : undefined;
    return isMapping(values) ? values : {};
  } catch {
    // The values of a broken chart: both renderers have to report that.
    return {};
  }
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
