import { join } from "node:path";

import type { LeftOut } from "../../lib/git/checkout/excluded-entries.ts";
import { truncateWord } from "../../lib/object/message-text.ts";
import { setFilePaths } from "../../lib/render/set-file.ts";
import { shortId, type SideNames } from "../../lib/report/compare/side-names.ts";
import { repositoryName } from "../../lib/web/push/match-push.ts";
import { UsageError } from "../host/exit-code.ts";
import { type ComparedTree, compareTrees } from "./compared-tree.ts";
import { folderSide, insidePaths, shownPath, type Side, treeSide, workingTree } from "./open-side.ts";
import { insidePath } from "./inside-path.ts";
import { resolveSides, withTrees } from "./open-sides.ts";
import { type FileUnit, readUnits, type UnitsReading } from "./read-units.ts";
import {
  type CheckedOutTree,
  findRepository,
  type GitCall,
  remoteUrls,
  type WorkingRepository,
} from "./revision-tree.ts";
import type { RevisionSides, SideWords } from "./side-words.ts";

/** One side of a comparison of units. */
export interface UnitSide {
  readonly reading: UnitsReading;
  /** Opens a path from the root of the repository. */
  readonly open: (path: string) => Side;
  /** The root of the repository, or of a copy of it. */
  readonly root: string;
}

/** Both sides of a comparison of units, and their names for readers. */
export interface OpenUnitSides {
  readonly base: UnitSide;
  readonly head: UnitSide;
  readonly names: SideNames;
  /** Reports whether the manifests of a unit are in the repository that is compared. */
  readonly isOwn: (unit: FileUnit) => boolean;
}

/** The configuration, and the URLs that name the compared repository in it. */
interface UnitWords {
  readonly config: string;
  readonly repoUrl?: readonly string[];
}

/** The units of a commit, and the files at their paths. */
interface CommitUnits {
  readonly reading: UnitsReading;
  /** The paths of their manifests. */
  readonly paths: readonly string[];
  readonly tree: CheckedOutTree;
}

type Act<Done> = (sides: OpenUnitSides) => Promise<Done>;

/**
 * Calls `act` with the units of both sides; revisions are checked out meanwhile. Throws a UsageError if a
 * revision cannot be read.
 */
export async function withUnitSides<Done>(
  words: SideWords,
  { given, call }: { readonly given: UnitWords; readonly call: GitCall },
  act: Act<Done>,
): Promise<Done> {
  return words.type === "paths" ? withFolders(words, given, act) : withCommits(words, { given, call }, act);
}

async function withFolders<Done>(
  { base, head }: Extract<SideWords, { readonly type: "paths" }>,
  { config, repoUrl }: UnitWords,
  act: Act<Done>,
): Promise<Done> {
  const sideOf = async (folder: string): Promise<UnitSide> => {
    const file = insidePath(folder, config, "--config");
    return {
      reading: await readUnits(file, file),
      open: (path) => folderSide(folder, [path]),
      root: folder,
    };
  };
  const sides = { base: await sideOf(base), head: await sideOf(head) };
  const urls = repoUrl ?? onlyUrl([...unitsIn(sides.base.reading), ...unitsIn(sides.head.reading)]);
  return act({ ...sides, names: { base, head }, isOwn: ownUnits(urls) });
}

/** Returns the units that were read; none of a faulty file. */
export function unitsIn(reading: UnitsReading): readonly FileUnit[] {
  return "units" in reading ? reading.units : [];
}

/** Returns the repository of all units: the directories are of that one. */
function onlyUrl(units: readonly FileUnit[]): readonly string[] {
  const urls = units.map(({ unit }) => unit.source.url);
  if (new Set(urls.map(repositoryName)).size > 1) {
    throw new UsageError(
      "the units are in several repositories: name the one of the directories with --repo-url",
    );
  }
  return urls.slice(0, 1);
}

function ownUnits(urls: readonly string[]): OpenUnitSides["isOwn"] {
  const names = new Set(urls.map(repositoryName).filter((name) => name !== undefined));
  return ({ unit }) => names.has(repositoryName(unit.source.url) ?? "");
}

async function withCommits<Done>(
  words: RevisionSides,
  { given, call }: { readonly given: UnitWords; readonly call: GitCall },
  act: Act<Done>,
): Promise<Done> {
  const repository = await findRepository(call);
  const { config, repoUrl } = given;
  const [inside] = insidePaths(repository, [config]);
  if (inside === undefined) {
    throw new UsageError(`${config} is outside of the git repository, so it has no revisions`);
  }
  const { base, head, names } = await resolveSides(words, call);
  const isOwn = ownUnits(repoUrl ?? [...(await remoteUrls(call)), `file://${repository.root}`]);
  return withTrees(repository, call, async (checkOutTree) => {
    const read = async (commit: string): Promise<CommitUnits> => {
      const alone = await checkOutTree(commit, [inside]);
      refuseUnread(alone.leftOut.below([inside]), commit);
      const reading = await readUnits(join(alone.folder, inside), config);
      const units = unitsIn(reading).filter(isOwn);
      const paths = units.map(({ unit }) => shownPath(unit.source.path, repository));
      return { reading, paths, tree: await checkOutTree(commit, units.flatMap(pathsOfUnit)) };
    };
    const [before, after] = await Promise.all([read(base), head === undefined ? undefined : read(head)]);
    const trees = await compareTrees(
      { base: before.tree, head: after?.tree },
      { repository, paths: insidePaths(repository, before.paths) },
      call,
    );
    return act({
      base: commitSide(before, trees.base, repository),
      head:
        after === undefined || trees.head === undefined
          ? await workingUnits(config, inside, repository)
          : commitSide(after, trees.head, repository),
      names,
      isOwn,
    });
  });
}

/** Throws a UsageError if the configuration of a commit is not read, since it would seem to be empty. */
function refuseUnread([unread]: readonly LeftOut[], commit: string): void {
  if (unread !== undefined) {
    const path = JSON.stringify(truncateWord(unread.path));
    throw new UsageError(`${path} of ${shortId(commit)} is not read: ${unread.why}`);
  }
}

/** The side of a commit; each unit lacks only what is left out below its own path. */
function commitSide(
  { reading }: Pick<CommitUnits, "reading">,
  tree: ComparedTree,
  repository: WorkingRepository,
): UnitSide {
  return {
    reading,
    open: (path) => treeSide(tree, [shownPath(path, repository)], repository),
    root: tree.folder,
  };
}

async function workingUnits(
  config: string,
  inside: string,
  repository: WorkingRepository,
): Promise<UnitSide> {
  return {
    reading: await readUnits(insidePath(repository.root, inside, "--config"), config),
    open: (path) => workingTree([shownPath(path, repository)], repository),
    root: repository.root,
  };
}

/** Returns what a unit reads, from the root of the repository. */
export function pathsOfUnit({ unit: { source, render } }: FileUnit): readonly string[] {
  return [source.path, ...render.values, ...render.setFile.flatMap(setFilePaths)];
}
