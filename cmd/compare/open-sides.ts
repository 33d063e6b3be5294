import type { SideNames } from "../../lib/report/compare/side-names.ts";
import { folderSide, insidePaths, type Side, treeSide, workingTree } from "./open-side.ts";
import { checkOut, findRepository, type GitCall, mergeBaseOf, resolveRevision } from "./revision-tree.ts";
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
  { base, head, fromMergeBase, paths, files }: RevisionSides,
  call: GitCall,
  act: (sides: OpenSides) => Promise<Done>,
): Promise<Done> {
  const repository = await findRepository(call);
  const named = await resolveRevision(base, call);
  const later = head === undefined ? undefined : await resolveRevision(head, call);
  const earlier = fromMergeBase && later !== undefined ? await mergeBaseOf(named, later, call) : named;
  const removals: (() => Promise<void>)[] = [];
  const sideAt = async (commit: string): Promise<Side> => {
    const read = insidePaths(repository, [...paths, ...files]);
    const tree = await checkOut(commit, { ...repository, paths: read }, call);
    removals.push(tree.remove);
    return treeSide(tree, paths, repository);
  };
  try {
    return await act({
      base: await sideAt(earlier),
      head: later === undefined ? workingTree(paths) : await sideAt(later),
      names: { base: earlier === named ? base : earlier.slice(0, 12), head: head ?? "working tree" },
    });
  } finally {
    await Promise.all(removals.map(async (remove) => remove()));
  }
}
