import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { compareText } from "../../../lib/object/object-ref.ts";

/** What makes a folder a module. */
const definitionFile = "module.yaml";

/**
 * What of the paths is read: of a folder its module.yaml, else those of the folders in it, sorted by name; a
 * folder without any is read as manifests, and so is whatever is no folder.
 */
export function graphPaths(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => (isFolder(path) ? modulesIn(path) : [path]));
}

function isFolder(path: string): boolean {
  return path !== "-" && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

function modulesIn(folder: string): readonly string[] {
  const own = join(folder, definitionFile);
  if (existsSync(own)) {
    return [own];
  }
  const inner = listed(folder)
    .map((name) => join(folder, name, definitionFile))
    .filter((file) => existsSync(file));
  return inner.length === 0 ? [folder] : inner;
}

/** A folder that cannot be listed is told of by whoever reads it. */
function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted(compareText);
  } catch {
    return [];
  }
}
