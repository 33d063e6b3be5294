import { existsSync } from "node:fs";
import { isAbsolute, join, normalize, relative, sep } from "node:path";

import type { LeftOut } from "../../lib/git/checkout/excluded-entries.ts";
import type { UnreadPath } from "../../lib/compare/uncompared-paths.ts";
import { truncateWord } from "../../lib/object/message-text.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import { UsageError } from "../host/exit-code.ts";
import { type ComparedTree, differingEntries } from "./compared-tree.ts";
import { realPath } from "./inside-path.ts";
import type { WorkingRepository } from "./revision-tree.ts";

/** One side of a comparison: where its files are, and how they are named. */
export interface Side {
  /** The folder that contains all of its files. */
  readonly root: string;
  /** Maps a path of the command line to the file system. */
  readonly locate: (path: string) => string;
  /** The folders that names of files leave out, with what replaces them. */
  readonly roots: readonly (readonly [folder: string, shown: string])[];
  readonly paths: readonly string[];
  /** Maps the name of a file to its path for readers. */
  readonly display: (file: string) => string;
  /** The paths of this side that are not read. */
  readonly unread: readonly UnreadPath[];
  /** Warnings about these, and about paths that the other side has alike. */
  readonly skipped: readonly Diagnostic[];
  /** Reports whether it does not read a path, from the root; absent if it reads all. */
  readonly leavesOut?: PathCheck;
  /** Reports whether the other side does not read a path, so that this one must not either. */
  readonly hides?: PathCheck;
}

type PathCheck = (path: string) => boolean;

/** The working tree: paths are as the command line writes them. */
export function workingTree(paths: readonly string[], { root }: Pick<Place, "root">): Side {
  return { root, locate: (path) => path, roots: [], paths, display: (file) => file, unread: [], skipped: [] };
}

/** A folder, with paths in it; or a single file. */
export function folderSide(folder: string, inside: readonly string[]): Side {
  const root = normalize(folder).replace(/\/+$/, "");
  return {
    root: folder,
    locate: (path) => (isAbsolute(path) ? path : join(folder, path)),
    roots: [[root, ""]],
    paths: inside.length === 0 ? [""] : inside,
    display: (file) => {
      const isItself = file === "." || file.startsWith(". (");
      return isItself ? root + file.slice(1) : resolvedIn(root, file);
    },
    unread: [],
    skipped: [],
  };
}

function resolvedIn(root: string, file: string): string {
  return isAbsolute(file) ? file : join(root, file);
}

/** The working tree and the working directory in it. */
type Place = Pick<WorkingRepository, "root" | "prefix">;

/** Returns a path from the root of the working tree; undefined if it leads out of it. */
function insideOf({ root, prefix }: Place, path: string): string | undefined {
  // The root is a real path, too.
  const whole = isAbsolute(path) ? (realPath(path) ?? path) : join(root, prefix, path);
  const inside = relative(root, whole);
  const isOutside = inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return isOutside || path.includes("://") ? undefined : inside;
}

/** Returns the paths that lead into the working tree, from its root. */
export function insidePaths(place: Place, paths: readonly string[]): readonly string[] {
  return paths.map((path) => insideOf(place, path)).filter((path) => path !== undefined);
}

/**
 * The tree of a commit: paths inside of the working tree, also absolute ones, lead to the same place in it;
 * values files elsewhere are the same for both sides. Throws a UsageError for manifests elsewhere.
 */
export function treeSide(tree: ComparedTree, paths: readonly string[], place: Place): Side {
  const { folder, leftOut } = tree;
  const { prefix } = place;
  const outside = paths.find((path) => !path.includes("://") && insideOf(place, path) === undefined);
  if (outside !== undefined) {
    throw new UsageError(`${outside} is outside of the git repository, so it has no revisions`);
  }
  const depth = prefix.split("/").length - 1;
  const inside = insidePaths(place, paths);
  return {
    root: folder,
    locate: (path) => {
      const found = insideOf(place, path);
      return found === undefined ? path : join(folder, found);
    },
    roots: [
      ...(prefix === "" ? [] : [[join(folder, prefix).replace(/\/$/, ""), ""] as const]),
      [folder, "../".repeat(depth)],
    ],
    paths,
    display: (file) => file,
    unread: differingEntries(tree, inside).map((entry) => unreadPath(entry, place)),
    skipped: leftOut.below(inside).map((entry) => skippedFile(unreadPath(entry, place))),
    ...(leftOut.all.length === 0 ? {} : { leavesOut: leftOut.includes }),
  };
}

/** Converts a path from the root of the repository to one from the working directory. */
export function shownPath(path: string, { root, prefix }: Place): string {
  return relative(join(root, prefix), join(root, path)) || ".";
}

function unreadPath({ path, why, id }: LeftOut, place: Place): UnreadPath {
  // The limit in parentheses is a setting of sync.
  const reason = why.replace(/ \((?:source\.)?limits\.\w+\)/, "");
  return { path: shownPath(path, place), reason, id };
}

function skippedFile({ path, reason }: UnreadPath): Diagnostic {
  const message = `${truncateWord(path)} is not read at a git revision: ${reason}`;
  return { code: "SourceSkipped", severity: "warning", message };
}

/** The sides of a comparison. */
type Sides = Readonly<Record<"base" | "head", Side>>;

/** Returns both sides, each without the paths that the other one does not read. */
export function hidingUnread({ base, head }: Sides): Sides {
  return {
    base: { ...base, ...(head.leavesOut && { hides: head.leavesOut }) },
    head: { ...head, ...(base.leavesOut && { hides: base.leavesOut }) },
  };
}

/**
 * Returns both sides without the paths that only the other one has: there they hold nothing. A path that
 * neither has is a mistake, which reading the head reports.
 */
export function withoutMissing({ base, head }: Sides): Sides {
  return {
    base: { ...base, paths: base.paths.filter((path) => has(base, path)) },
    head: { ...head, paths: head.paths.filter((path) => has(head, path) || !has(base, path)) },
  };
}

function has({ locate }: Side, path: string): boolean {
  return path.includes("://") || existsSync(locate(path));
}
