import { shortId, type SideNames } from "../../lib/report/compare/side-names.ts";
import { compareTrees } from "./compared-tree.ts";
import { folderSide, insidePaths, type Side, treeSide, workingTree } from "./open-side.ts";
import {
  checkOut,
  type CheckedOutTree,
  findRepository,
  type GitCall,
  mergeBaseOf,
  resolveRevision,
  type WorkingRepository,
} from "./revision-tree.ts";
import type { RevisionSides, SideWords } from "./side-words.ts";

/** Both sides of a comparison, and their names for readers. */
export interface OpenSides {
  readonly base: Side;
  readonly head: Side;
  readonly names: SideNames;
}

/**
 * Calls `act` with both sides; revisions are checked out meanwhile. Throws a UsageError if a revision cannot
 * be read.
 */
export async function withSides<Done>(
  words: SideWords,
  call: GitCall,
  act: (sides: OpenSides) => Promise<Done>,
): Promise<Done> {
  if (words.type === "paths") {
    const { base, head, inside } = words;
    return act({ base: folderSide(base, inside), head: folderSide(head, inside), names: { base, head } });
  }
  return withRevisions(words, call, act);
}

async function withRevisions<Done>(
  words: RevisionSides,
  call: GitCall,
  act: (sides: OpenSides) => Promise<Done>,
): Promise<Done> {
  const { paths, files } = words;
  const repository = await findRepository(call);
  const { base, head, names } = await resolveSides(words, call);
  const needed = insidePaths(repository, [...paths, ...files]);
  return withTrees(repository, call, async (checkOutTree) => {
    const [before, after] = await Promise.all([
      checkOutTree(base, needed),
      head === undefined ? undefined : checkOutTree(head, needed),
    ]);
    const tree = { base: before, head: after };
    const compared = await compareTrees(tree, { repository, paths: insidePaths(repository, paths) }, call);
    return act({
      base: treeSide(compared.base, paths, repository),
      head:
        compared.head === undefined
          ? workingTree(paths, repository)
          : treeSide(compared.head, paths, repository),
      names,
    });
  });
}

/** The commits of both sides; no head is the working tree. */
export interface SideCommits {
  readonly base: string;
  readonly head: string | undefined;
  readonly names: SideNames;
}

/** Resolves the revisions of both sides. Throws a UsageError if one is unknown. */
export async function resolveSides(
  { base, head, fromMergeBase }: RevisionSides,
  call: GitCall,
): Promise<SideCommits> {
  const named = await resolveRevision(base, call);
  const later = head === undefined ? undefined : await resolveRevision(head, call);
  const earlier = fromMergeBase && later !== undefined ? await mergeBaseOf(named, later, call) : named;
  const commits = { base: earlier, ...(later === undefined ? {} : { head: later }) };
  const names = { base: earlier === named ? base : shortId(earlier), head: head ?? "working tree", commits };
  return { base: earlier, head: later, names };
}

/** Writes the files of a commit at these paths, from the root of the repository, and of what they read. */
export type CheckOutTree = (commit: string, paths: readonly string[]) => Promise<CheckedOutTree>;

/** Calls `act` with a function that checks commits out; what it wrote is removed afterwards. */
export async function withTrees<Done>(
  { gitFolder }: Pick<WorkingRepository, "gitFolder">,
  call: GitCall,
  act: (checkOutTree: CheckOutTree) => Promise<Done>,
): Promise<Done> {
  const trees: Promise<CheckedOutTree>[] = [];
  try {
    return await act(async (commit, paths) => {
      const tree = checkOut(commit, { gitFolder, paths }, call);
      trees.push(tree);
      return tree;
    });
  } finally {
    // If one fails, the other one may still be written.
    const written = await Promise.allSettled(trees);
    await Promise.all(
      written.map(async (tree) => (tree.status === "fulfilled" ? tree.value.remove() : undefined)),
    );
  }
}
