import type { MirrorCall, Mirror } from "../mirror/mirror.ts";
import { BrokenMirror, EndlessLine } from "../mirror/object-reader.ts";
import type { GitExit, OutputTaker } from "../process/run-git.ts";
import { GitError } from "../model/git-repository.ts";
import { whyBadPath, type LeftOut } from "./excluded-entries.ts";
import { readListing, type TreeEntry, type TreeListing } from "./tree-entry.ts";

/** An entry, with the mirror that has its content. */
export interface MirroredEntry extends TreeEntry {
  readonly mirror: Mirror;
}

/** A tree to check out. */
export interface TreeRoot {
  readonly mirror: Mirror;
  readonly commit: string;
  /** Its path in the whole tree, with a trailing slash; empty for the whole tree. */
  readonly prefix: string;
  /** Number of repositories around it. */
  readonly level: number;
}

/** Finds the repository of a submodule, with its commit; or returns why there is none. */
export type ModuleOpener = (
  parent: TreeRoot,
  entry: TreeEntry,
  errand: MirrorCall,
) => Promise<TreeRoot | { readonly why: string }>;

/** A whole tree with its submodules. */
export interface GatheredTree {
  readonly entries: readonly MirroredEntry[];
  readonly leftOut: readonly LeftOut[];
}

/** Submodules that one checkout may have. */
const mostModules = 100;

/**
 * Lists a tree and the trees of its submodules; without an opener these are empty folders. Throws a GitError
 * (refused) if there are more files than the limit, and a BrokenMirror if a tree is missing.
 */
export async function gatherTree(
  root: TreeRoot,
  errand: MirrorCall,
  openModule: ModuleOpener | undefined,
): Promise<GatheredTree> {
  const entries: MirroredEntry[] = [];
  const leftOut: LeftOut[] = [];
  const queue: TreeRoot[] = [root];
  for (const tree of queue) {
    const listing = await listTree(tree, errand, errand.limits.files - entries.length);
    leftOut.push(
      ...listing.unreadable.map(({ path, id }) => ({ path: tree.prefix + path, why: unreadable, id })),
    );
    for (const found of listing.entries) {
      const entry = { ...found, path: tree.prefix + found.path, mirror: tree.mirror };
      entries.push(entry);
      if (openModule === undefined || !isModule(entry, errand)) {
        continue;
      }
      const opened = queue.length > mostModules ? tooMany : await openModule(tree, found, errand);
      if ("why" in opened) {
        leftOut.push({ path: entry.path, why: opened.why, id: entry.id });
      } else {
        queue.push(opened);
      }
    }
  }
  return { entries, leftOut };
}

const unreadable = "its name is not UTF-8, or its type is unknown";
const tooMany = { why: `it is one of more than ${mostModules} submodules` };

function isModule({ kind, path }: TreeEntry, { limits }: MirrorCall): boolean {
  return kind === "module" && whyBadPath(path, limits.depth) === undefined;
}

async function listTree(
  { mirror, commit }: TreeRoot,
  errand: MirrorCall,
  mostFiles: number,
): Promise<TreeListing> {
  let listing: TreeListing | undefined;
  const take: OutputTaker = async (output) => {
    listing = await readListing(output, { files: mostFiles, lines: 4 * mostFiles + 1000 });
    return listing.isCut ? "enough" : "all";
  };
  const about = `${mirror.of.about} at ${commit}`;
  const words = ["ls-tree", "-r", "-t", "-z", "--full-tree", commit];
  const ending = await refusingEndless(about, async () => mirror.read(words, { ...errand, take }));
  if (listing?.isCut === true || ending.cut === "late") {
    throw new GitError(
      "refused",
      `${about}: there are more files or folders than the ${errand.limits.files} allowed: raise limits.files, or remove some`,
    );
  }
  if (listing === undefined || ending.exit !== 0) {
    throw new BrokenMirror(`the tree of ${commit} cannot be listed`);
  }
  return listing;
}

async function refusingEndless(about: string, read: () => Promise<GitExit>): Promise<GitExit> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EndlessLine) {
      const said = "it contains a path that is too long for any file system: remove it";
      throw new GitError("refused", `${about}: ${said}`, { cause: error });
    }
    throw error;
  }
}
