import { basename, dirname } from "node:path";

import { KeyedMutex } from "../../async/locks.ts";
import { GitError } from "../model/git-repository.ts";
import type { GitLimits } from "../model/git-source.ts";
import { Mirror } from "../mirror/mirror.ts";
import { BrokenMirror } from "../mirror/object-reader.ts";
import type { GitSurroundings } from "../process/git-command.ts";
import { writeTree } from "./checkout-tree.ts";
import type { LeftOut } from "./excluded-entries.ts";
import { gatherTree } from "./list-tree.ts";
import { planTree } from "./tree-plan.ts";

/** A commit of a repository of this machine. */
export interface LocalCommit {
  /** The `.git` folder. */
  readonly gitFolder: string;
  /** The full id. */
  readonly commit: string;
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
 * repository, which may be untrusted; submodules are empty folders. Returns what was left out, also these. Throws a
 * GitError if objects are missing, as in a shallow clone, or if it is too much.
 */
export async function checkoutLocal(
  folder: string,
  { gitFolder, commit, surroundings, signal }: LocalCommit,
): Promise<readonly LeftOut[]> {
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
    const gathered = await gatherTree({ mirror, commit, prefix: "", level: 0 }, errand, undefined);
    const plan = await planTree(gathered, errand, `${about} at ${commit}`);
    await writeTree(folder, plan, errand);
    const modules = gathered.entries.filter(({ kind }) => kind === "module");
    return [...plan.leftOut, ...modules.map(({ path }) => ({ path, why: "it is a submodule" }))];
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
