import { whyBadPath } from "./safe-entry-name.ts";
import type { TreeEntry } from "./tree-entry.ts";

/** An entry of a tree that is not checked out. */
export interface LeftOut {
  /** Untrusted: may be unprintable. */
  readonly path: string;
  /** `it is …`, and the remedy if that is not obvious. */
  readonly why: string;
}

/** The entries of a tree that are checked out, and those that are not. */
export interface Sorted<Entry> {
  readonly kept: readonly Entry[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Leaves out what may not be checked out because of its path alone: hostile names, a path that occurs twice,
 * and what would be inside a file. Git makes no such trees, but people who write objects by hand do.
 */
export function sortByPath<Entry extends TreeEntry>(entries: readonly Entry[], depth: number): Sorted<Entry> {
  const kept: Entry[] = [];
  const leftOut: LeftOut[] = [];
  const paths = new Set<string>();
  const closed = new Set(entries.flatMap(({ path, kind }) => (kind === "module" ? [] : [path])));
  for (const entry of entries) {
    const why = whyBadPath(entry.path, depth) ?? whyConflict(entry.path, paths, closed);
    if (why === undefined) {
      paths.add(entry.path);
      kept.push(entry);
    } else {
      leftOut.push({ path: entry.path, why });
    }
  }
  return { kept, leftOut };
}

function whyConflict(
  path: string,
  paths: ReadonlySet<string>,
  closed: ReadonlySet<string>,
): string | undefined {
  if (paths.has(path)) {
    return "it is there twice";
  }
  return foldersOf(path).some((folder) => closed.has(folder)) ? "it lies within a file or link" : undefined;
}

/** Returns the folders that a path is in, the outermost first: `a` and `a/b` of `a/b/c`. */
export function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}
