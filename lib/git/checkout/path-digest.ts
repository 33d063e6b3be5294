import { createHash } from "node:crypto";

import { usualGitLimits } from "../model/git-source.ts";
import { plainPath } from "./source-path.ts";
import type { Mirror } from "../mirror/mirror.ts";

/** Bytes of a listing, some fifty thousand files: a longer one is not worth the time that it saves. */
const longest = 8 * 2 ** 20;

/** Commits of a mirror whose listings are kept: the previous one and the current one. */
const mostKept = 2;

/** A file of a commit. */
interface ListedFile {
  readonly path: string;
  /** `100644 blob <id>\t<path>` */
  readonly record: string;
}

/** All files of a commit, sorted by the bytes of their paths; undefined if there are very many. */
type Listing = readonly ListedFile[] | undefined;

const listings = new WeakMap<Mirror, Map<string, Promise<Listing>>>();

/**
 * Returns a digest of the files at and below paths: two commits with the same digest have the same files
 * there. Undefined if there is nothing at one of the paths, if a link or a submodule is among the files,
 * since their content is elsewhere, and if there are very many. All calls for the same commit share one
 * listing.
 */
export async function digestPaths(
  paths: readonly string[],
  commit: string,
  mirror: Mirror,
): Promise<string | undefined> {
  const files = (await listingOf(commit, mirror)) ?? [];
  const found = paths.map((path) => filesBelow(files, Buffer.from(plainPath(path)).toString("latin1")));
  const isPlain = found.every(
    (own) => own.length > 0 && own.every((file) => !/^(?:120000|160000) /.test(file)),
  );
  const own = [...new Set(found.flat())];
  return isPlain ? createHash("sha256").update(own.join("\0")).digest("hex") : undefined;
}

/** The records of a file, or of the files in a folder. A thousand units ask for theirs, so it is searched. */
function filesBelow(files: readonly ListedFile[], path: string): readonly string[] {
  const records = (from: number, to: number): readonly string[] =>
    files.slice(from, to).map(({ record }) => record);
  if (path === "") {
    return records(0, files.length);
  }
  const at = firstNotBefore(files, path);
  const own = files[at]?.path === path ? [at] : [];
  return [
    ...own.flatMap((index) => records(index, index + 1)),
    // What sorts from "path/" on, and before "path0": the next character after the slash is 0.
    ...records(firstNotBefore(files, `${path}/`), firstNotBefore(files, `${path}0`)),
  ];
}

function firstNotBefore(files: readonly ListedFile[], path: string): number {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    [low, high] = (files[middle]?.path ?? "") < path ? [middle + 1, high] : [low, middle];
  }
  return low;
}

function listingOf(commit: string, mirror: Mirror): Promise<Listing> {
  const kept = listings.get(mirror) ?? new Map<string, Promise<Listing>>();
  listings.set(mirror, kept);
  const known = kept.get(commit);
  if (known !== undefined) {
    return known;
  }
  const listing = list(commit, mirror);
  kept.set(commit, listing);
  listing.catch(() => kept.delete(commit));
  for (const old of [...kept.keys()].slice(0, -mostKept)) {
    kept.delete(old);
  }
  return listing;
}

async function list(commit: string, mirror: Mirror): Promise<Listing> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const { exit } = await mirror.read(["ls-tree", "-r", "-z", "--full-tree", commit], {
    limits: usualGitLimits,
    // It serves all callers, whichever of them aborts.
    signal: new AbortController().signal,
    take: async (output) => {
      for await (const piece of output) {
        pieces.push(piece);
        size += piece.length;
        if (size > longest) {
          return "enough";
        }
      }
      return "all";
    },
  });
  return exit !== 0 || size > longest
    ? undefined
    : Buffer.concat(pieces)
        .toString("latin1")
        .split("\0")
        .slice(0, -1)
        .map((record) => ({ record, path: record.slice(record.indexOf("\t") + 1) }))
        .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}
