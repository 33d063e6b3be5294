import { basename, dirname } from "node:path";

import { KeyedMutex } from "../../async/locks.ts";
import { GitError } from "../model/git-repository.ts";
import type { GitLimits } from "../model/git-source.ts";
import { Mirror } from "../mirror/mirror.ts";
import { BrokenMirror } from "../mirror/object-reader.ts";
import type { GitSurroundings } from "../process/git-command.ts";
import { writeTree } from "./checkout-tree.ts";
import { indexLeftOut, type LeftOutIndex } from "./left-out-index.ts";
import { gatherTree, type MirroredEntry } from "./list-tree.ts";
import { planTree } from "./tree-plan.ts";

/** A commit of a repository of this machine. */
export interface LocalCommit {
  /** The `.git` folder. */
  readonly gitFolder: string;
  /** The full id. */
  readonly commit: string;
  /** The paths that are read, from the root of the repository. */
  readonly paths: readonly string[];
  /** Reports whether a file may read others outside of these paths: then the whole tree is written. */
  readonly readsOthers: (path: string) => boolean;
  readonly surroundings: GitSurroundings;
  readonly signal: AbortSignal;
}

/** A repository that someone works in is larger than one that only has manifests. */
const limits: GitLimits = {
  fetched: 0,
  laidOut: 2 * 2 ** 30,
  file: 10 * 2 ** 20,
  files: 200_000,
  depth: 64,
  time: 300_000,
};

/**
 * Writes the files of a commit into an empty folder, without the filters, hooks and settings of the
 * repository, which may be untrusted; submodules are empty folders. Returns what was left out, submodules
 * too. Throws a GitError if objects are missing, as in a shallow clone, or if it is too much.
 */
export async function checkoutLocal(
  folder: string,
  { gitFolder, commit, surroundings, signal, ...needed }: LocalCommit,
): Promise<LeftOutIndex> {
  const about = "the repository";
  const mirror = new Mirror(
    { name: basename(gitFolder), url: "", access: {}, about },
    {
      mirrors: dirname(gitFolder),
      trash: "",
      transports: "",
      surroundings,
      turns: new KeyedMutex(),
      nextName: () => "",
    },
  );
  const errand = { limits, signal };
  try {
    const whole = await gatherTree({ mirror, commit, prefix: "", level: 0 }, errand, undefined);
    const gathered = { ...whole, entries: neededOf(whole.entries, needed) };
    const plan = await planTree(gathered, errand, `${about} at ${commit}`);
    await writeTree(folder, plan, errand);
    const modules = gathered.entries.filter(({ kind }) => kind === "module");
    const empty = modules.map(({ path, id }) => ({ path, why: "it is a submodule", id }));
    return indexLeftOut({ tree: plan.tree, leftOut: [...plan.leftOut, ...empty] });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BrokenMirror) {
      const remedy = "fetch it completely, as by git fetch --unshallow";
      throw new GitError("local", `${about} lacks objects of ${commit} (${error.message}): ${remedy}`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** Links may lead to other paths, as charts and kustomizations do; so may one that is a folder of a path. */
function neededOf(
  entries: readonly MirroredEntry[],
  { paths, readsOthers }: Pick<LocalCommit, "paths" | "readsOthers">,
): readonly MirroredEntry[] {
  const named = entries.filter(({ path }) => paths.some((folder) => isWithin(path, folder)));
  const isWhole = named.every(({ kind, path }) => kind === "file" && !readsOthers(path));
  return isWhole && !entries.some((entry) => leadsTo(entry, paths)) ? named : entries;
}

function leadsTo({ kind, path }: MirroredEntry, paths: readonly string[]): boolean {
  return kind !== "file" && paths.some((inside) => inside !== path && isWithin(inside, path));
}

/** Reports whether a path is a folder, or inside of it; all paths are inside of the empty one. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
