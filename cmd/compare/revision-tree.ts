import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { checkoutLocal } from "../../lib/git/checkout/checkout-local.ts";
import type { LeftOutIndex } from "../../lib/git/checkout/left-out-index.ts";
import { GitError } from "../../lib/git/model/git-repository.ts";
import { kustomizationFiles } from "../../lib/render/renderable.ts";
import { runTool } from "../../lib/render/run-tool.ts";
import type { Host } from "../host/host.ts";
import { UsageError } from "../host/exit-code.ts";

/** The repository that contains the working directory. */
export interface WorkingRepository {
  /** The `.git` folder. */
  readonly gitFolder: string;
  /** The root of the working tree. */
  readonly root: string;
  /** The working directory in it, with a trailing slash: `deploy/`; empty for its root. */
  readonly prefix: string;
}

/** The surroundings of git. */
export interface GitCall extends Pick<Host, "env" | "clock"> {
  readonly signal: AbortSignal;
}

/** A repository may be untrusted: git neither fetches missing objects nor starts programs that it names. */
const reachesNothing = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

/** Finds the repository of the working directory. Throws a UsageError if there is none, or no git. */
export async function findRepository(call: GitCall): Promise<WorkingRepository> {
  // One call each: a path may have line breaks.
  const read = async (flag: string): Promise<string> => git(["rev-parse", flag], call);
  const gitFolder = await read("--absolute-git-dir");
  const root = await read("--show-toplevel");
  return { gitFolder, root: await realpath(root), prefix: await read("--show-prefix") };
}

/** Returns the id of the commit that a revision names. Throws a UsageError if it names none. */
export async function resolveRevision(revision: string, call: GitCall): Promise<string> {
  const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  return git(words, call, `${revision} is neither a path nor a git revision`);
}

/** Returns the latest common ancestor of two commits. Throws a UsageError if they have none. */
export async function mergeBaseOf(left: string, right: string, call: GitCall): Promise<string> {
  return git(["merge-base", left, right], call, `${left} and ${right} have no common ancestor here`);
}

/** Returns the URLs of the remotes of the repository; none if it has no remotes. */
export async function remoteUrls(call: GitCall): Promise<readonly string[]> {
  const words = ["config", "--get-regexp", String.raw`^remote\..*\.(push)?url$`];
  const lines = await unlessFaulty(git(words, call));
  return (lines?.split("\n") ?? []).map((line) => line.slice(line.indexOf(" ") + 1));
}

/** Returns the commits of the submodules in the index, by their paths from the root. */
export async function indexedModules(root: string, call: GitCall): Promise<ReadonlyMap<string, string>> {
  const listed = await unlessFaulty(git(["-C", root, "ls-files", "--stage", "-z"], call));
  const modules = (listed ?? "").split("\0").filter((entry) => entry.startsWith("160000 "));
  return new Map(
    modules.map((entry) => [entry.slice(entry.indexOf("\t") + 1), entry.split(" ", 2)[1] ?? ""]),
  );
}

/** Returns the id of the commit that is checked out in a folder; undefined if there is none. */
export async function checkedOutCommit(folder: string, call: GitCall): Promise<string | undefined> {
  return unlessFaulty(git(["-C", folder, "rev-parse", "--verify", "--quiet", "HEAD"], call));
}

/** Waits for a result; undefined if git has none. */
async function unlessFaulty(call: Promise<string>): Promise<string | undefined> {
  try {
    return await call;
  } catch (error) {
    // git exits with 1 if there is no such thing.
    if (error instanceof UsageError) {
      return undefined;
    }
    throw error;
  }
}

async function git(
  words: readonly string[],
  call: GitCall,
  fault = "the working directory is in no git repository",
): Promise<string> {
  const ended = await runTool("git", ["-c", "core.fsmonitor=false", ...words], {
    ...call,
    env: { ...call.env, ...reachesNothing },
  });
  if (ended.type === "missing") {
    throw new UsageError("there is no git on the PATH: install it, or compare two directories");
  }
  if (ended.type === "failed") {
    const said = ended.said
      .trim()
      .replace(/^fatal: /, "")
      .replaceAll(/\s+/g, " ");
    throw new UsageError(
      `${fault}${said === "" ? "" : ` (${said})`}: fetch it if the clone is shallow, or compare two directories`,
    );
  }
  return new TextDecoder().decode(ended.output).replace(/\n$/, "");
}

/** The files of a commit in a folder of their own, and their removal. */
export interface CheckedOutTree {
  readonly folder: string;
  /** The entries that were not written, by paths from the root. */
  readonly leftOut: LeftOutIndex;
  readonly remove: () => Promise<void>;
}

/** Charts have dependencies and values files in other folders, kustomizations bases and charts. */
export const describingFiles: readonly string[] = ["Chart.yaml", ...kustomizationFiles];

function readsOthers(path: string): boolean {
  return describingFiles.includes(basename(path));
}

/** Writes the files of a commit into a temporary folder. Throws a UsageError if that is not possible. */
export async function checkOut(
  commit: string,
  { gitFolder, paths }: Pick<WorkingRepository, "gitFolder"> & { readonly paths: readonly string[] },
  { env, clock, signal }: GitCall,
): Promise<CheckedOutTree> {
  const place = await realpath(await mkdtemp(join(tmpdir(), "converge-compare-")));
  const remove = async (): Promise<void> => rm(place, { recursive: true, force: true });
  try {
    const [folder, home] = [join(place, "tree"), join(place, "home")];
    await mkdir(folder);
    await mkdir(home);
    const needed = { paths, readsOthers };
    const leftOut = await checkoutLocal(folder, {
      ...needed,
      gitFolder,
      commit,
      surroundings: { home, env, clock },
      signal,
    });
    return { folder, leftOut, remove };
  } catch (error) {
    await remove();
    throw error instanceof GitError ? new UsageError(error.message) : error;
  }
}
