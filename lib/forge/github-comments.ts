import { field, isArray, objectField, stringField, valueAt } from "../object/json.ts";
import type { JsonValue } from "../object/json.ts";
import type { CommentApi, ForgeComment } from "./comment-api.ts";
import type { ForgeClient } from "./forge-client.ts";
import { ForgeError } from "./forge-error.ts";
import { listEntries } from "./list-entries.ts";

/** A pull request of GitHub. */
export interface GithubPull {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  /** The path of the GraphQL API, from the address of the API. */
  readonly graphql: string;
}

/** Returns the headers by which GitHub knows the owner of a token. */
export function githubProof(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}`, "x-github-api-version": "2022-11-28" };
}

/** Opens the comments of a pull request (https://docs.github.com/rest/issues/comments). */
export function githubComments(client: ForgeClient, { repository, number, graphql }: GithubPull): CommentApi {
  const issues = `/repos/${repository.split("/").map(encodeURIComponent).join("/")}/issues`;
  const all = `${issues}/${number}/comments`;
  return {
    most: 65_536,
    list: async function* list() {
      const isOwn = await authorCheck(client, graphql);
      for await (const value of listEntries(client, all, 100)) {
        yield commentOf(value, isOwn);
      }
    },
    create: async (body) => void (await client.once({ method: "POST", path: all, body: { body } })),
    update: async (id, body) =>
      void (await client.ask({ method: "PATCH", path: `${issues}/comments/${id}`, body: { body } })),
    remove: async (id) => void (await client.ask({ method: "DELETE", path: `${issues}/comments/${id}` })),
  };
}

/**
 * Returns a check whether the author of a comment is the owner of the token. The token of a workflow, and
 * that of any app, may ask only the GraphQL API who it is.
 */
async function authorCheck(client: ForgeClient, graphql: string): Promise<(author: JsonValue) => boolean> {
  const own = (await restUser(client)) ?? (await viewer(client, graphql));
  return (author) =>
    own === undefined ? stringField(author, "login") === workflowLogin : knownIdOf(author) === own;
}

/** The login of the token of a workflow; no person can have it. */
const workflowLogin = "github-actions[bot]";

async function restUser(client: ForgeClient): Promise<string | undefined> {
  try {
    const { value } = await client.ask({ method: "GET", path: "/user" });
    return idOf(value);
  } catch (error) {
    if (error instanceof ForgeError && error.fault === "denied" && error.status === 403) {
      return undefined;
    }
    throw error;
  }
}

/** Returns the number of the app; undefined if the server does not say it. */
async function viewer(client: ForgeClient, path: string): Promise<string | undefined> {
  try {
    const body = { query: "query { viewer { databaseId } }" };
    const { value } = await client.ask({ method: "POST", path, body });
    const id = valueAt(value, ["data", "viewer", "databaseId"]);
    return knownIdOf({ id: id ?? null });
  } catch (error) {
    if (error instanceof ForgeError && (error.fault === "denied" || error.fault === "missing")) {
      return undefined;
    }
    throw error;
  }
}

function commentOf(value: JsonValue, isOwn: (author: JsonValue) => boolean): ForgeComment {
  return {
    id: idOf(value),
    body: stringField(value, "body") ?? "",
    isOwn: isOwn(objectField({ value }, "value")["user"] ?? null),
  };
}

/** Returns the number of something as a text. Throws a ForgeError if it has none. */
export function idOf(value: JsonValue): string {
  const id = knownIdOf(value);
  if (id === undefined) {
    throw new ForgeError("refused", "the API answers in another form than expected: check its address");
  }
  return id;
}

/** Returns the number of something as a text; undefined if it has none, such as an author who has left. */
export function knownIdOf(value: JsonValue): string | undefined {
  const id = isArray(value) ? undefined : field(value, "id");
  const isNumber = typeof id === "number" || typeof id === "bigint";
  return isNumber && /^\d{1,20}$/.test(String(id)) ? String(id) : undefined;
}
