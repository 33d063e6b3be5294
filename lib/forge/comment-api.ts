/** A comment on a pull request. */
export interface ForgeComment {
  readonly id: string;
  readonly body: string;
  /** Whether the owner of the token has written it. */
  readonly isOwn: boolean;
}

/** The comments of one pull request, as a forge has them. All methods throw a ForgeError. */
export interface CommentApi {
  /** Characters that a comment may have. */
  readonly most: number;
  /** Yields the comments, the oldest first. */
  readonly list: () => AsyncIterable<ForgeComment>;
  /** Sends a comment once. Throws a TransientError if it is unclear whether that succeeded. */
  readonly create: (body: string) => Promise<void>;
  readonly update: (id: string, body: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}
