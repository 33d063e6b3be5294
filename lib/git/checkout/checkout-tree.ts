import { mkdir, rm, writeFile, symlink } from "node:fs/promises";

import { GitError, type GitRevision } from "../model/git-repository.ts";
import type { MirrorCall, Mirror } from "../mirror/mirror.ts";
import { BrokenMirror } from "../mirror/object-reader.ts";
import { type SubmoduleOptions, moduleOpener } from "../submodule/open-submodule.ts";
import { gatherTree } from "./list-tree.ts";
import { planTree, type TreePlan } from "./tree-plan.ts";
import { join } from "node:path";
import { readBlobs } from "./blob-sizes.ts";

/** A revision to check out. */
export interface CheckoutRequest {
  readonly mirror: Mirror;
  readonly revision: GitRevision;
  /** If undefined, submodules are empty folders. */
  readonly modules: SubmoduleOptions | undefined;
  readonly errand: MirrorCall;
}

/**
 * Writes the files of a revision into an empty folder; git itself checks nothing out, so that no filter, hook
 * or attribute of the repository takes effect. What may not be checked out is left out, and listed in the
 * result. A mirror that turns out to be broken is fetched again, once. Throws GitErrors.
 */
export async function checkoutTree(folder: string, order: CheckoutRequest): Promise<TreePlan> {
  const { mirror, revision, errand } = order;
  const used = new Set([mirror]);
  for (let attempt = 1; ; attempt += 1) {
    await mirror.have(revision, errand);
    try {
      return await layOnce(folder, order, used);
    } catch (error) {
      errand.signal.throwIfAborted();
      if (!(error instanceof BrokenMirror)) {
        throw error;
      }
      if (attempt > 1) {
        throw unusable(order, error);
      }
      for (const broken of used) {
        broken.breakOff();
      }
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
    }
  }
}

async function layOnce(
  folder: string,
  { mirror, revision: { commit }, modules, errand }: CheckoutRequest,
  used: Set<Mirror>,
): Promise<TreePlan> {
  const opener = modules === undefined ? undefined : moduleOpener(noting(modules, used));
  const root = { mirror, commit, prefix: "", level: 0 };
  const gathered = await gatherTree(root, errand, opener);
  const plan = await planTree(gathered, errand, `${mirror.of.about} at ${commit}`);
  await writeTree(folder, plan, errand);
  return plan;
}

function noting(modules: SubmoduleOptions, used: Set<Mirror>): SubmoduleOptions {
  return {
    ...modules,
    mirrorOf: (url, access) => {
      const mirror = modules.mirrorOf(url, access);
      used.add(mirror);
      return mirror;
    },
  };
}

function unusable({ mirror, revision: { commit } }: CheckoutRequest, cause: Error): GitError {
  const said = `the fetched objects cannot be read, even after fetching again (${cause.message})`;
  return new GitError(
    "local",
    `${mirror.of.about} at ${commit}: ${said}: check the disk, and the repository with git fsck`,
    { cause },
  );
}

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
