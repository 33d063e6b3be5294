import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";

import { type LeftOut, whyBadPath } from "../../lib/git/checkout/excluded-entries.ts";
import type { LeftOutEntries } from "./left-out-entries.ts";
import type { IsAlike } from "./open-side.ts";
import { type GitCall, moduleCommit, type WorkingRepository } from "./revision-tree.ts";

/** No working tree is deeper. */
const depth = 64;

/** For a side whose other side is a commit too. */
export const nothingAlike: IsAlike = () => false;

/** Returns which entries that a commit leaves out the working tree has with the same content. */
export async function alikeInWorkingTree(
  { below, elsewhere }: LeftOutEntries,
  { root }: Pick<WorkingRepository, "root">,
  call: GitCall,
): Promise<IsAlike> {
  const alike = new Set<LeftOut>();
  for (const entry of [...below, ...elsewhere]) {
    // A hostile path would lead elsewhere.
    const id = whyBadPath(entry.path, depth) === undefined ? await idInFolder(entry, { root }, call) : "";
    if (id === entry.id) {
      alike.add(entry);
    }
  }
  return (entry) => alike.has(entry);
}

/** Returns the id that git would give to the content of a path; undefined if there is nothing. */
async function idInFolder(
  { path, id }: LeftOut,
  { root }: Pick<WorkingRepository, "root">,
  call: GitCall,
): Promise<string | undefined> {
  const place = join(root, path);
  const stats = await lstat(place).catch(() => undefined);
  if (stats?.isDirectory() === true) {
    return moduleCommit(path, root, call);
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
