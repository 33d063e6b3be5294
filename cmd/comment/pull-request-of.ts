import { readFile } from "node:fs/promises";

import { githubPullRequest, gitlabMergeRequest } from "../../lib/forge/ci-pull-request.ts";
import type { ForgeName, PullRequestAccess } from "../../lib/forge/open-forge.ts";
import { UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { versionLine } from "../version/command.ts";
import type { CommentFlags } from "./comment-flags.ts";

/**
 * Returns the pull request that flags and the environment of a CI job name, with the access to it. Throws a
 * UsageError if something is missing.
 */
export async function pullRequestOf(
  flags: CommentFlags,
  { env, clock, random }: Host,
  signal: AbortSignal,
): Promise<PullRequestAccess> {
  const forge = forgeOf(flags);
  const found = forge === "github" ? githubPullRequest(env) : gitlabMergeRequest(env);
  const repository = flags.repository ?? found.repository;
  const number = flags.number ?? Number(found.number ?? "0");
  checkPlace(forge, repository, number);
  return {
    forge,
    api: flags.apiUrl ?? found.api,
    repository,
    number,
    token: await tokenOf(forge, flags, env),
    ca: flags.caFile === undefined ? "" : await readNeeded(flags.caFile, "--ca-file"),
    allowHttp: flags.insecureHttp,
    env,
    userAgent: versionLine.replace(" ", "/"),
    clock,
    random,
    signal,
  };
}

function forgeOf({ github, gitlab }: CommentFlags): ForgeName {
  if (github === gitlab) {
    throw new UsageError("write --github for a pull request, or --gitlab for a merge request");
  }
  return github ? "github" : "gitlab";
}

const steps = String.raw`(?!\.{1,2}(?:\/|$))[\w.-]+`;
const githubForm = new RegExp(`^${steps}/${steps}$`);
const gitlabForm = new RegExp(`^(?:\\d{1,18}|${steps}(?:/${steps})+)$`);

function checkPlace(
  forge: ForgeName,
  repository: string | undefined,
  number: number,
): asserts repository is string {
  if (repository === undefined) {
    throw new UsageError("no repository is known: this is not a CI job for one, so add --repository");
  }
  if (!(forge === "github" ? githubForm : gitlabForm).test(repository)) {
    const form = forge === "github" ? "owner/name" : "group/name, or the number of the project";
    throw new UsageError(`the repository is not valid: write ${form}`);
  }
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new UsageError("no pull request is known: this is not a CI job for one, so add --number");
  }
}

async function tokenOf(forge: ForgeName, flags: CommentFlags, env: Host["env"]): Promise<string> {
  const { tokenFile, tokenEnv = forge === "github" ? "GITHUB_TOKEN" : "GITLAB_TOKEN" } = flags;
  const token = tokenFile === undefined ? (env[tokenEnv] ?? "") : await readNeeded(tokenFile, "--token-file");
  const place = tokenFile === undefined ? `$${tokenEnv}` : "the file of --token-file";
  if (token.trim() === "") {
    throw new UsageError(`there is no token in ${place}: set it, or name a file with --token-file`);
  }
  if (!/^[\x21-\x7e]{1,4096}$/.test(token.trim())) {
    throw new UsageError(`${place} does not hold a token: it must be one line without spaces`);
  }
  return token.trim();
}

async function readNeeded(path: string, flag: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new UsageError(`${flag}: ${path} cannot be read`);
  }
}
