import type { TreeEntry } from "./tree-entry.ts";

/** An entry of a tree that is not checked out. */
export interface LeftOut {
  /** Untrusted: may be unprintable. */
  readonly path: string;
  /** `it is …`, and the remedy if that is not obvious. */
  readonly why: string;
  /** The id of its blob, or of the commit of a submodule. */
  readonly id: string;
  /** The path that following it leads to, which is not checked out; only of a link within the tree. */
  readonly end?: string;
}

/** The entries of a tree that are checked out, and those that are not. */
interface Sorted<Entry> {
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
      leftOut.push({ path: entry.path, why, id: entry.id });
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
    return "it exists twice";
  }
  return foldersOf(path).some((folder) => closed.has(folder)) ? "it is inside a file or link" : undefined;
}

/** Returns the folders that a path is in, the outermost first: `a` and `a/b` of `a/b/c`. */
export function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}

/** Bytes of one name: the limit of file systems. */
const longestName = 255;

/**
 * Bytes of a whole path. The folder it is checked out into comes on top of that; together they may have 4096.
 */
const longestPath = 2048;

/** Characters that HFS+ ignores when it compares names: `.g<zero width joiner>it` is `.git` to it. */
const passedOver = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Returns why a path of a tree is not checked out; undefined if nothing is wrong with it. A name that git
 * would take for a nested repository is left out in all spellings that some file system reads as `.git`, as
 * in git's own check of trees (`core.protectHFS`, `core.protectNTFS`).
 */
export function whyBadPath(path: string, depth: number): string | undefined {
  if (Buffer.byteLength(path) > longestPath) {
    return `its path is longer than ${longestPath} bytes`;
  }
  const names = path.split("/");
  if (names.length - 1 > depth) {
    return `it is more than ${depth} folders deep (limits.depth)`;
  }
  for (const name of names) {
    const why = whyBadName(name);
    if (why !== undefined) {
      return why;
    }
  }
  return undefined;
}

function whyBadName(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") {
    return "a part of its path is empty, . or ..";
  }
  if (/\p{Cc}/u.test(name)) {
    return "its name contains a control character";
  }
  if (Buffer.byteLength(name) > longestName) {
    return `a name in its path is longer than ${longestName} bytes`;
  }
  return isDotGit(name) ? "a part of its path is .git, or is so on some file systems" : undefined;
}

/**
 * Reports whether some file system reads a name as `.git`: NTFS ends a name at a colon, drops dots and spaces
 * at its end, and has `git~1` as the short name of `.git`.
 */
function isDotGit(name: string): boolean {
  const plain = name.replaceAll(passedOver, "").toLowerCase();
  return [plain, ...plain.split("\\")].some((part) => /^(?:\.git|git~1)[. ]*(?::.*)?$/s.test(part));
}
