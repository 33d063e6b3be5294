import { createHash } from "node:crypto";

import { usualGitLimits } from "../model/git-source.ts";
import { plainPath } from "./source-path.ts";
import type { Mirror } from "../mirror/mirror.ts";

/** Bytes of a listing, some fifty thousand files: a longer one is not worth the time that it saves. */
const longest = 8 * 2 ** 20;

/** Commits of a mirror whose listings are kept: the one of before, and the one of now. */
const mostKept = 2;

/**
 * All files of a commit, one record each: `100644 blob <id>\t<path>`; undefined where there are very many.
 */
type Listing = readonly string[] | undefined;

const listings = new WeakMap<Mirror, Map<string, Promise<Listing>>>();

/**
 * What tells the files at and below paths from others: two commits that give the same have the same files
 * there. Undefined where there is nothing at one of them, where a link or a submodule is among the files, for
 * what these hold lies elsewhere, and where there are very many. All who ask of the same commit share one
 * look at it.
 */
export async function digestPaths(
  paths: readonly string[],
  commit: string,
  mirror: Mirror,
): Promise<string | undefined> {
  const files = (await listingOf(commit, mirror)) ?? [];
  const found = paths.map((path) => {
    const below = Buffer.from(plainPath(path)).toString("latin1");
    return files.filter((file) => isBelow(file.slice(file.indexOf("\t") + 1), below));
  });
  const isPlain = found.every(
    (own) => own.length > 0 && own.every((file) => !/^(?:120000|160000) /.test(file)),
  );
  const own = [...new Set(found.flat())];
  return isPlain ? createHash("sha256").update(own.join("\0")).digest("hex") : undefined;
}

function isBelow(file: string, path: string): boolean {
  return path === "" || file === path || file.startsWith(`${path}/`);
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
    // It is for all who ask, whoever of them gives up.
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
    : Buffer.concat(pieces).toString("latin1").split("\0").slice(0, -1);
}
