import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { MirrorCall } from "../mirror/mirror.ts";
import { readBlobs } from "./blob-sizes.ts";
import type { TreePlan } from "./tree-plan.ts";

/** Files that are written concurrently. */
const atOnce = 16;

/**
 * Writes a planned tree into a folder that exists and is empty. Links are made last, when nothing more is
 * written that could go through one; no file is executable. Throws a BrokenMirror, and the errors of the
 * disk.
 */
export async function writeTree(
  folder: string,
  { files, tree }: TreePlan,
  errand: MirrorCall,
): Promise<void> {
  for (const path of [...tree.folders].toSorted((left, right) => left.length - right.length)) {
    await mkdir(join(folder, path), { recursive: true, mode: 0o755 });
  }
  const running: Promise<void>[] = [];
  try {
    await readBlobs(files, errand, async ({ path }, body) => {
      running.push(writeFile(join(folder, path), body, { mode: 0o644, flag: "wx" }));
      if (running.length >= atOnce) {
        await Promise.all(running.splice(0));
      }
    });
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
  for (const [path, target] of tree.links) {
    errand.signal.throwIfAborted();
    await symlink(target, join(folder, path));
  }
}
