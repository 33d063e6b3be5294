/** Finds the charts and kustomizations below folders. */
import { globSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

import { kustomizationFiles } from "../../lib/render/renderable.ts";
import { chartVariations } from "./chart-variations.ts";
import type { RendererCase } from "./renderer-case.ts";

/** Returns each chart below a folder with each of its variations, and each kustomization. */
export function casesIn(folder: string, label: string = basename(folder)): readonly RendererCase[] {
  const root = realpathSync(folder);
  const find = (names: readonly string[]): readonly string[] =>
    names
      .flatMap((name) => globSync(`**/${name}`, { cwd: root }))
      .filter((file) => !file.split("/").includes("node_modules"))
      .toSorted()
      .map((file) => join(root, file));
  const shown = (path: string): string => join(label, relative(root, path));
  const charts = find(["Chart.yaml"]).map((file) => dirname(file));
  return [
    ...charts.flatMap((chart) =>
      chartVariations(chart).map(({ title, words }) => ({
        name: [shown(chart), title].join(" ").trim(),
        type: "chart" as const,
        path: realpathSync(chart),
        root,
        words,
      })),
    ),
    ...find(["*.tgz"]).map((path) => ({ name: shown(path), type: "chart" as const, path, root, words: [] })),
    ...find(kustomizationFiles).map((file) => ({
      name: shown(dirname(file)),
      type: "kustomization" as const,
      path: dirname(file),
      root,
      words: [],
    })),
  ];
}
