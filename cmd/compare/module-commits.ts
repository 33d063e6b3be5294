import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { checkedOutCommit, type GitCall, indexedModules } from "./revision-tree.ts";

/** Returns the commit of a submodule by its path; undefined for a folder that is none. */
export type CommitOf = (path: string) => Promise<string | undefined>;

/**
 * Returns the function that looks up the commit of a submodule of the working tree: the one checked out, or
 * else the one in the index. Runs git once for the index, and for each submodule that is on a branch.
 */
export function moduleCommits(root: string, call: GitCall): CommitOf {
  let indexed: ReturnType<typeof indexedModules> | undefined;
  return async (path) => {
    const folder = join(root, path);
    if (existsSync(join(folder, ".git"))) {
      return (await detachedCommit(folder)) ?? checkedOutCommit(folder, call);
    }
    indexed ??= indexedModules(root, call);
    return (await indexed).get(path);
  };
}

/** Returns the commit that a repository is at, as submodules usually are; undefined if it is on a branch. */
async function detachedCommit(folder: string): Promise<string | undefined> {
  const place = join(folder, ".git");
  // A submodule has a file that says where its folder is.
  const [, elsewhere] = /^gitdir: (.+)/.exec(await textOf(place)) ?? [];
  const gitFolder = elsewhere === undefined ? place : resolve(folder, elsewhere);
  const [commit] = /^[0-9a-f]{40,64}(?=\n|$)/.exec(await textOf(join(gitFolder, "HEAD"))) ?? [];
  return commit;
}

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
