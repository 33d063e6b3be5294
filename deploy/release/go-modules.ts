/** The Go modules that the renderers of charts and kustomizations are built from: https://go.dev/ref/mod. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A module at a version: `helm.sh/helm/v4`, `v4.3.1`. */
export interface GoModule {
  readonly name: string;
  readonly version: string;
}

/** Reads the modules of `renderers/go.mod`, by name, without those that are replaced by folders. */
export async function readGoModules(checkout: string): Promise<readonly GoModule[]> {
  const text = await readFile(join(checkout, "renderers/go.mod"), "utf8");
  const replaced = new Set(
    [...text.matchAll(/^(?:replace)?\s+([^\s(]+)(?: v\S+)? => \.\.?\//gm)].map(([, name]) => name),
  );
  return [...text.matchAll(/^(?:require)?\s+([^\s(/]+\/\S+) (v\d\S*)(?: \/\/ indirect)?$/gm)]
    .map(([, name = "", version = ""]) => ({ name, version }))
    .filter(({ name }) => !replaced.has(name))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}
