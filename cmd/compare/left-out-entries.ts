import { existsSync } from "node:fs";
import { join } from "node:path";

import type { LeftOut } from "../../lib/git/checkout/excluded-entries.ts";
import { type CheckedOutTree, describingFiles } from "./revision-tree.ts";

/** The entries below the compared paths that a tree leaves out. */
export interface LeftOutEntries {
  /** At the paths, below them, and where links there lead. */
  readonly below: readonly LeftOut[];
  /** Everything else, if a chart or kustomization at one of the paths may read it. */
  readonly elsewhere: readonly LeftOut[];
}

/** Returns what was left out of paths, from the root of the tree, and of what they may read. */
export function leftOutEntries(
  { folder, leftOutBelow }: Pick<CheckedOutTree, "folder" | "leftOutBelow">,
  paths: readonly string[],
): LeftOutEntries {
  const below = leftOutBelow(paths);
  if (!paths.some((path) => isRendered(join(folder, path)))) {
    return { below, elsewhere: [] };
  }
  const known = new Set(below);
  return { below, elsewhere: leftOutBelow([""]).filter((entry) => !known.has(entry)) };
}

function isRendered(folder: string): boolean {
  return describingFiles.some((name) => existsSync(join(folder, name)));
}
