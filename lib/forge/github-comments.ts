import { field, isArray, objectField, stringField } from "../object/json.ts";
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
}

/** Returns the headers by which GitHub knows the owner of a token. */
export function githubProof(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}`, "x-github-api-version": "2022-11-28" };
}

/** Opens the comments of a pull request (https://docs.github.com/rest/issues/comments). */
export function githubComments(client: ForgeClient, { repository, number }: GithubPull): CommentApi {
  const issues = `/repos/${repository.split("/").map(encodeURIComponent).join("/")}/issues`;
  const all = `${issues}/${number}/comments`;
  return {
    most: 65_536,
    list: async function* list() {
      const isOwn = await authorCheck(client);
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
 * that of any app, may not ask who it is: then the authors that are apps count, which no person can pose as.
 */
async function authorCheck(client: ForgeClient): Promise<(author: JsonValue) => boolean> {
  try {
    const { value } = await client.ask({ method: "GET", path: "/user" });
    const id = idOf(value);
    return (author) => idOf(author) === id;
  } catch (error) {
    if (error instanceof ForgeError && error.message.includes(" 403 ")) {
      return (author) => stringField(author, "type") === "Bot";
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
  const id = isArray(value) ? undefined : field(value, "id");
  if ((typeof id !== "number" && typeof id !== "bigint") || !/^\d{1,20}$/.test(String(id))) {
    throw new ForgeError("refused", "the API answers in another form than expected: check its address");
  }
  return String(id);
}
