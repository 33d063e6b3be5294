/** Runs `converge comment` in the environment of a CI job. */
import type { ExecutionContext } from "ava";

import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";
import { type ForgeServer, ownerToken } from "./forge-server.ts";

/** The forges, by their flags. */
export const forges = ["github", "gitlab"] as const;
/** The name of a forge. */
export type JobForge = (typeof forges)[number];

/** The variables of a job of each forge for pull request 12, with a token. */
export const environments: Readonly<
  Record<JobForge, (url: string, token: string) => Record<string, string>>
> = {
  github: (url, token) => ({
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: "team/shop",
    GITHUB_REF: "refs/pull/12/merge",
    GITHUB_TOKEN: token,
  }),
  gitlab: (url, token) => ({
    CI_API_V4_URL: `${url}/api/v4`,
    CI_PROJECT_ID: "34",
    CI_MERGE_REQUEST_IID: "12",
    GITLAB_TOKEN: token,
  }),
};

/** A call of the verb. */
export interface CommentCall {
  readonly text?: string;
  readonly words?: readonly string[];
  readonly token?: string;
}

/** A forge, and which one it is. */
export interface CommentPlace {
  readonly name: JobForge;
  readonly server: ForgeServer;
}

/** Runs the verb in a CI job of that forge. The token is never in what it prints. */
export async function comment(
  t: ExecutionContext,
  { name, server }: CommentPlace,
  { text = "### converge: 1 changed\n", words = [], token = ownerToken }: CommentCall = {},
): Promise<Recorded> {
  const env = environments[name](server.url, token);
  const done = await runRecorded(["comment", `--${name}`, "--insecure-http", ...words], { env, stdin: text });
  t.false(`${done.stdout}${done.stderr}`.includes(token));
  return done;
}
