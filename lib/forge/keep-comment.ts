import type { CommentApi, ForgeComment } from "./comment-api.ts";
import type { ForgeClient } from "./forge-client.ts";
import { ForgeError } from "./forge-error.ts";
import { fitComment } from "./fit-comment.ts";

/** Policies for an earlier comment if there are no changes. */
export const emptyPolicies = ["skip", "update", "delete"] as const;
export type EmptyPolicy = (typeof emptyPolicies)[number];

/** A comment as it should be. */
export interface WantedComment {
  /** Its name, if there are several of converge. */
  readonly id: string;
  /** Markdown. */
  readonly text: string;
  /** Whether it only says that there are no changes. */
  readonly isEmpty: boolean;
  readonly ifEmpty: EmptyPolicy;
}

/** The result of keeping a comment. */
export type KeptComment = "created" | "updated" | "unchanged" | "deleted" | "skipped";

/**
 * Keeps one comment: updates the one with our mark, or creates it. Without changes none is created,
 * and an earlier one is treated as the policy says. It is looked for again if it is unclear whether it was
 * created. Throws a ForgeError.
 */
export async function keepComment(
  wanted: WantedComment,
  { api, client }: { readonly api: CommentApi; readonly client: Pick<ForgeClient, "patiently"> },
): Promise<KeptComment> {
  if (wanted.isEmpty && wanted.ifEmpty === "skip") {
    return "skipped";
  }
  return client.patiently(async () => {
    const mark = `<!-- converge:${wanted.id} -->`;
    const known = await findComment(api, mark);
    const body = fitComment(`${mark}\n${wanted.text.trimEnd()}\n`, api.most);
    return known === undefined
      ? createComment(wanted, body, api)
      : changeComment(known, { wanted, body }, api);
  });
}

async function findComment(api: CommentApi, mark: string): Promise<ForgeComment | undefined> {
  for await (const comment of api.list()) {
    if (comment.isOwn && comment.body.trimStart().startsWith(mark)) {
      return comment;
    }
  }
  return undefined;
}

async function createComment(
  { isEmpty }: WantedComment,
  body: string,
  api: CommentApi,
): Promise<KeptComment> {
  if (isEmpty) {
    return "skipped";
  }
  await api.create(body);
  return "created";
}

/** A comment that is gone after all was deleted by us, or by somebody else. */
async function removeComment({ id }: ForgeComment, api: CommentApi): Promise<void> {
  try {
    await api.remove(id);
  } catch (error) {
    if (!(error instanceof ForgeError) || error.fault !== "missing") {
      throw error;
    }
  }
}

async function changeComment(
  known: ForgeComment,
  { wanted, body }: { readonly wanted: WantedComment; readonly body: string },
  api: CommentApi,
): Promise<KeptComment> {
  if (wanted.isEmpty && wanted.ifEmpty === "delete") {
    await removeComment(known, api);
    return "deleted";
  }
  // Forges end lines in their own way, and drop white space at the end.
  if (known.body.replaceAll("\r\n", "\n").trim() === body.trim()) {
    return "unchanged";
  }
  await api.update(known.id, body);
  return "updated";
}
