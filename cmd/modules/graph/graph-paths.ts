import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { compareText } from "../../../lib/object/object-ref.ts";

/** The file that makes a folder a module. */
const definitionFile = "module.yaml";

/**
 * Returns the files to read: for a folder its module.yaml, else those of its subfolders, sorted by name. A
 * folder without any is read as manifests, as is a path that is not a folder.
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

/** A folder that cannot be listed is reported by its reader. */
function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted(compareText);
  } catch {
    return [];
  }
}
