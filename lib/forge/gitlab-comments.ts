import { field, type JsonValue, stringField } from "../object/json.ts";
import type { CommentApi } from "./comment-api.ts";
import type { ForgeClient } from "./forge-client.ts";
import { idOf, knownIdOf } from "./github-comments.ts";
import { listEntries } from "./list-entries.ts";

/** A merge request of GitLab. */
export interface GitlabMergeRequest {
  /** The number or the path of the project: `group/name`. */
  readonly project: string;
  /** Its number in the project. */
  readonly number: number;
}

/** Returns the headers by which GitLab knows the owner of a token. */
export function gitlabProof(token: string): Readonly<Record<string, string>> {
  return { "private-token": token };
}

/** Opens the comments of a merge request (https://docs.gitlab.com/api/notes/). */
export function gitlabComments(client: ForgeClient, { project, number }: GitlabMergeRequest): CommentApi {
  const all = `/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`;
  return {
    most: 1_000_000,
    list: async function* list() {
      const { value: user } = await client.ask({ method: "GET", path: "/user" });
      const own = idOf(user);
      for await (const value of listEntries(client, `${all}?sort=asc&order_by=created_at`, 20)) {
        const isOwn = field(value, "system") !== true && authorOf(value) === own;
        yield { id: idOf(value), body: stringField(value, "body") ?? "", isOwn };
      }
    },
    create: async (body) => void (await client.once({ method: "POST", path: all, body: { body } })),
    update: async (id, body) =>
      void (await client.ask({ method: "PUT", path: `${all}/${id}`, body: { body } })),
    remove: async (id) => void (await client.ask({ method: "DELETE", path: `${all}/${id}` })),
  };
}

function authorOf(value: JsonValue): string | undefined {
  return knownIdOf(field(value, "author") ?? null);
}
