import { existsSync } from "node:fs";
import { join } from "node:path";

import type { LeftOut } from "../../lib/git/checkout/excluded-entries.ts";
import { alikeInCommit, alikeInWorkingTree, type IsAlike } from "./alike-paths.ts";
import {
  type CheckedOutTree,
  describingFiles,
  type GitCall,
  type WorkingRepository,
} from "./revision-tree.ts";

/** The tree of a commit, and what it leaves out that differs from the other side. */
export interface ComparedTree extends Pick<CheckedOutTree, "folder" | "leftOut"> {
  readonly isAlike: IsAlike;
  /** The entries that are left out, and differ. */
  readonly differing: readonly LeftOut[];
}

/** The trees of both sides; the head may be the working tree. */
interface Trees<Tree> {
  readonly base: Tree;
  readonly head: Tree | undefined;
}

/** The repository, and the compared paths of the base from its root. */
interface Comparing {
  readonly repository: Pick<WorkingRepository, "root">;
  readonly paths: readonly string[];
}

/** Finds out which entries that one tree leaves out the other side has with the same content. */
export async function compareTrees(
  { base, head }: Trees<CheckedOutTree>,
  { repository, paths }: Comparing,
  call: GitCall,
): Promise<Trees<ComparedTree>> {
  if (head !== undefined) {
    return {
      base: comparedTree(base, alikeInCommit(head.leftOut)),
      head: comparedTree(head, alikeInCommit(base.leftOut)),
    };
  }
  const entries = readsOthers(base, paths) ? base.leftOut.all : base.leftOut.below(paths);
  return { base: comparedTree(base, await alikeInWorkingTree(entries, repository, call)), head };
}

function comparedTree({ folder, leftOut }: CheckedOutTree, isAlike: IsAlike): ComparedTree {
  return { folder, leftOut, isAlike, differing: leftOut.all.filter((entry) => !isAlike(entry)) };
}

/** Returns the entries that differ at paths, and in what charts and kustomizations there may read. */
export function differingEntries(
  { folder, leftOut, isAlike, differing }: ComparedTree,
  paths: readonly string[],
): readonly LeftOut[] {
  return readsOthers({ folder }, paths) ? differing : leftOut.below(paths).filter((entry) => !isAlike(entry));
}

/** Reports whether a chart or kustomization is at one of the paths: it may read any file of the tree. */
function readsOthers({ folder }: Pick<CheckedOutTree, "folder">, paths: readonly string[]): boolean {
  return paths.some((path) => describingFiles.some((name) => existsSync(join(folder, path, name))));
}
