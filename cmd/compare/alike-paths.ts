import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";

import { type LeftOut, whyBadPath } from "../../lib/git/checkout/excluded-entries.ts";
import type { LeftOutIndex } from "../../lib/git/checkout/left-out-index.ts";
import { type CommitOf, moduleCommits } from "./module-commits.ts";
import type { GitCall, WorkingRepository } from "./revision-tree.ts";

/** Reports whether the other side has the same content at the path of an entry that a commit leaves out. */
export type IsAlike = (entry: LeftOut) => boolean;

/** Returns which entries another commit leaves out with the same content. */
export function alikeInCommit({ all }: Pick<LeftOutIndex, "all">): IsAlike {
  const contents = new Set(all.map(contentOf));
  return (entry) => contents.has(contentOf(entry));
}

function contentOf({ path, id }: LeftOut): string {
  return `${id} ${path}`;
}

/** No working tree is deeper. */
const depth = 64;

/**
 * Returns which of some entries the working tree has with the same content. A submodule counts as its commit,
 * as it does for the repository.
 */
export async function alikeInWorkingTree(
  entries: readonly LeftOut[],
  { root }: Pick<WorkingRepository, "root">,
  call: GitCall,
): Promise<IsAlike> {
  const alike = new Set<LeftOut>();
  const commitOf = moduleCommits(root, call);
  for (const entry of entries) {
    // A hostile path would lead elsewhere.
    const id = whyBadPath(entry.path, depth) === undefined ? await idInFolder(entry, root, commitOf) : "";
    if (id === entry.id) {
      alike.add(entry);
    }
  }
  return (entry) => alike.has(entry);
}

/** Returns the id that git would give to the content of a path; undefined if there is nothing. */
async function idInFolder(
  { path, id }: LeftOut,
  root: string,
  commitOf: CommitOf,
): Promise<string | undefined> {
  const place = join(root, path);
  const stats = await lstat(place).catch(() => undefined);
  if (stats?.isDirectory() === true) {
    return commitOf(path);
  }
  if (stats?.isSymbolicLink() === true) {
    const target = await readlink(place, { encoding: "buffer" });
    return blobHash(id, target.length).update(target).digest("hex");
  }
  return stats?.isFile() === true ? idOfFile(place, blobHash(id, stats.size)) : undefined;
}

async function idOfFile(place: string, hash: Hash): Promise<string | undefined> {
  try {
    for await (const piece of createReadStream(place) as AsyncIterable<Uint8Array>) {
      hash.update(piece);
    }
    return hash.digest("hex");
  } catch {
    return undefined;
  }
}

/** The hash of a blob as in the repository that has `like`: SHA-1 or SHA-256. */
function blobHash(like: string, size: number): Hash {
  return createHash(like.length === 64 ? "sha256" : "sha1").update(`blob ${size}\0`);
}
