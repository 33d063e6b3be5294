import { openTransport } from "../oci/transport/http-transport.ts";
import type { CommentApi } from "./comment-api.ts";
import { type ForgeAccess, ForgeClient } from "./forge-client.ts";
import { ForgeError } from "./forge-error.ts";
import { githubComments, githubProof } from "./github-comments.ts";
import { gitlabComments, gitlabProof } from "./gitlab-comments.ts";

/** The kinds of forges. */
export type ForgeName = "github" | "gitlab";

/** A pull or merge request, and the access to it. */
export interface PullRequestAccess extends Pick<
  ForgeAccess,
  "token" | "userAgent" | "clock" | "random" | "signal"
> {
  readonly forge: ForgeName;
  readonly api: string;
  readonly repository: string;
  readonly number: number;
  /** Additional CA certificates in PEM. */
  readonly ca: string;
  /** Whether the token may be sent without TLS. */
  readonly allowHttp: boolean;
  /** Variables that name proxies. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The comments of a pull request. */
export interface OpenedComments {
  readonly api: CommentApi;
  readonly client: ForgeClient;
}

/** Opens the comments of a pull request; nothing is sent yet. Throws a ForgeError for a faulty address. */
export function openComments(access: PullRequestAccess): OpenedComments {
  const { forge, token, repository, number, ca, clock, env } = access;
  const proof = forge === "github" ? githubProof(token) : gitlabProof(token);
  const wire = openTransport(ca, clock, env);
  const address = addressOf(access);
  const client = new ForgeClient({ ...access, api: address, proof, wire });
  const api =
    forge === "github"
      ? githubComments(client, { repository, number, graphql: graphqlOf(address) })
      : gitlabComments(client, { project: repository, number });
  return { api, client };
}

/** GitHub Enterprise has `/api/v3` and `/api/graphql`. */
function graphqlOf({ pathname }: URL): string {
  return /\/v3\/?$/.test(pathname) ? "/../graphql" : "/graphql";
}

function addressOf({ api, allowHttp }: PullRequestAccess): URL {
  const url = URL.parse(api);
  const isPlain = url?.protocol === "http:";
  if (
    url === null ||
    !(isPlain || url.protocol === "https:") ||
    url.username + url.password + url.search !== ""
  ) {
    throw new ForgeError(
      "refused",
      "the address of the API is not valid: write it as https://github.example.com/api/v3 or https://gitlab.example.com/api/v4",
    );
  }
  if (isPlain && !allowHttp) {
    throw new ForgeError(
      "refused",
      "the address of the API has no TLS, so the token could be read on the way: use https, or add --insecure-http",
    );
  }
  return url;
}
