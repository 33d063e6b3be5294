import { printableUrl } from "../transport/git-address.ts";
import { openGitTransport } from "../transport/git-transport.ts";
import { type Checkouts, hashOf } from "./checkouts.ts";
import { runGit } from "../process/run-git.ts";
import { GitError, type GitHead, type GitRepository } from "../model/git-repository.ts";
import { faultOf } from "../process/classify-git-error.ts";
import type { GitAccess, GitSource } from "../model/git-source.ts";
import { plainPath, requireComplete } from "../checkout/source-path.ts";
import { checkoutTree } from "../checkout/checkout-tree.ts";
import type { TreePlan } from "../checkout/tree-plan.ts";
import type { Mirror, MirrorPlace } from "../mirror/mirror.ts";
import { digestPaths } from "../checkout/path-digest.ts";
import { findHead, lookupWords, parseRefSpec } from "../ref/ls-remote.ts";
import { verifyRevision } from "../verify/verify-revision.ts";
import type { GitCommand } from "../process/git-command.ts";

/** The context that the repositories of a store share. */
export interface RepositoryOptions {
  readonly place: MirrorPlace;
  readonly checkouts: Checkouts<TreePlan>;
  /** Returns the mirror of a URL, without files that have more bytes than that. */
  readonly mirrorOf: (url: string, access: GitAccess, largestFile: number) => Mirror;
  /** The name of whoever opens it. */
  readonly owner: string;
}

/** Opens a source, in a store whose folders exist. */
export function openGitRepository(source: GitSource, options: RepositoryOptions): GitRepository {
  const { limits } = source;
  const mirrorOf = (url: string, access: GitAccess): Mirror => options.mirrorOf(url, access, limits.file);
  const mirror = mirrorOf(source.url, source.access);
  return {
    look: async (signal) => look(source, options.place, signal),
    fetch: async ({ commit, ref, tag }, signal) => {
      const head = { commit, ref, ...(tag === undefined ? {} : { tag }) };
      const found = await mirror.have(head, { limits, signal });
      mirror.need(options.owner, head);
      await verify(source, head, { mirror, place: options.place, signal });
      return { ...head, ...found };
    },
    print: async ({ commit }, beside) => digestPaths([source.path, ...beside], commit, mirror),
    layOut: async (revision, signal) => {
      const path = plainPath(source.path);
      const { laidOut, file, files, depth } = limits;
      const { commit } = revision;
      const name = hashOf([mirror.of.name, commit, source.submodules, laidOut, file, files, depth]);
      const need = (module: Mirror, id: string, at: string): void =>
        module.need(`${options.owner} ${at}`, { commit: id, ref: id });
      const modules = source.submodules ? { mirrorOf, need } : undefined;
      const { folder, result, release } = await options.checkouts.take(name, signal, async (empty) =>
        checkoutTree(empty, { mirror, revision, modules, errand: { limits, signal } }),
      );
      try {
        requireComplete(path, result, aboutOf(source, revision));
      } catch (error) {
        await release();
        throw error;
      }
      return { revision, folder, release };
    },
  };
}

function aboutOf({ url }: GitSource, { commit }: GitHead): string {
  return `${printableUrl(url)} at ${commit}`;
}

async function look(source: GitSource, place: MirrorPlace, signal: AbortSignal): Promise<GitHead> {
  const refSpec = parseRefSpec(source.ref);
  plainPath(source.path);
  if (refSpec.type === "commit") {
    return { commit: refSpec.commit, ref: refSpec.commit };
  }
  const about = printableUrl(source.url);
  const { flags, patterns } = lookupWords(refSpec);
  const passage = await openGitTransport(source, { folder: place.transports, env: place.surroundings.env });
  try {
    const { protocol, config, env } = passage;
    const call: GitCommand = {
      surroundings: place.surroundings,
      protocol,
      config,
      env,
      time: source.limits.time,
      mostOutput: longestAnswer,
      signal,
    };
    const answer = await runGit(["ls-remote", ...flags, "--", passage.url, ...patterns], call);
    if (answer.cut === "long") {
      throw new GitError(
        "refused",
        `${about}: it has too many refs: use a full name such as refs/heads/main`,
      );
    }
    if (answer.exit !== 0) {
      throw faultOf(answer, about);
    }
    const head = findHead(refSpec, Buffer.from(answer.output).toString("utf8"));
    if (head !== undefined) {
      return head;
    }
    const all = await runGit(["ls-remote", "--", passage.url], { ...call, mostOutput: 1000 });
    throw missing(source.ref, about, { hasRefs: all.exit !== 0 || all.output.length > 0 });
  } finally {
    await passage.close();
  }
}

/** Bytes: some hundred thousand tags. */
const longestAnswer = 64 * 2 ** 20;

/**
 * Returns the error for a missing ref. A web page of one line, such as a login form, is a repository without
 * refs to git.
 */
function missing(ref: string, about: string, { hasRefs }: { readonly hasRefs: boolean }): GitError {
  const what = ref === "" ? "default branch with a commit" : `branch or tag for ${JSON.stringify(ref)}`;
  const hint = hasRefs
    ? "check the ref; a commit needs its full id"
    : "the server returns no refs, so the repository is empty or the answer is a web page or a login form: check the url and the credentials";
  return new GitError("missing", `${about}: there is no ${what}: ${hint}`);
}

async function verify(
  { verify: asked, limits }: GitSource,
  head: GitHead,
  {
    mirror,
    place,
    signal,
  }: { readonly mirror: Mirror; readonly place: MirrorPlace; readonly signal: AbortSignal },
): Promise<void> {
  if (asked === undefined) {
    return;
  }
  await mirror.use({ limits, signal }, async (repository) => {
    const call: GitCommand = { surroundings: place.surroundings, repository, time: limits.time, signal };
    await verifyRevision(head, asked, { call, folder: place.transports });
  });
}
