import type { Clock } from "../../async/clock.ts";
import type { GitSource } from "./git-source.ts";
import { truncate } from "../../object/message-text.ts";

/** The object that a ref names on the server at one moment. */
export interface GitHead {
  /** The full id of the commit. */
  readonly commit: string;
  /** The full name: `refs/heads/main`, `refs/tags/v1.2.0`; the commit itself if that is followed. */
  readonly ref: string;
  /** The id of the annotated tag; undefined if there is none. */
  readonly tag?: string;
}

/**
 * A commit that was fetched, and verified if that is required. Its texts are untrusted: they may be
 * unprintable and of any length.
 */
export interface GitRevision extends GitHead {
  /** The first line of the message. */
  readonly subject: string;
  readonly author: string;
  /** The time of the commit, in milliseconds since 1970. */
  readonly at: number;
}

/** The files of a revision, checked out into a folder of their own that nothing else writes to. */
export interface Checkout {
  readonly revision: GitRevision;
  /** The folder of the whole tree; what the source names is at `folder/path`. */
  readonly folder: string;
  /** The files are those of a module, whose definitions are in `crds/` at its root. */
  readonly isModule?: true;
  /** Releases the files: the last one who does removes them. */
  readonly release: () => Promise<void>;
}

/**
 * A source in a repository on some server. Neither the server nor the repository is trusted: no hook, filter,
 * setting or link of it takes effect outside of the checkout. Every call ends with its signal (it throws the
 * signal's reason) and throws a GitError for all external errors. What was fetched and checked out before
 * stays intact whatever fails.
 */
export interface GitRepository {
  /** Asks the server what the ref names now; fetches nothing. */
  readonly look: (signal: AbortSignal) => Promise<GitHead>;
  /** Fetches the commit, with as little besides as the server allows, and verifies it. */
  readonly fetch: (head: GitHead, signal: AbortSignal) => Promise<GitRevision>;
  /**
   * Returns a digest of the files that the source names, and of those at other paths beside it: two revisions
   * with the same digest have the same files there. Undefined if these files alone do not determine that:
   * links and submodules lead elsewhere.
   */
  readonly print: (
    revision: GitRevision,
    beside: readonly string[],
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** Checks its files out. The same revision of the same repository is checked out once. */
  readonly layOut: (revision: GitRevision, signal: AbortSignal) => Promise<Checkout>;
}

/** Repositories with a common folder on the disk. */
export interface GitStore {
  /** Opens a source; those with the same URL and access share what is fetched. Starts nothing. */
  readonly open: (source: GitSource) => GitRepository;
  /** Removes what no revision that was found last needs; called periodically. */
  readonly tidy: (signal: AbortSignal) => Promise<void>;
}

/** Options of a git store. */
export interface GitStoreOptions {
  /** An existing folder for it alone; what an earlier process left there is reused or removed. */
  readonly folder: string;
  /** The source of PATH, proxies and TMPDIR. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** The reasons why a repository could not be read. */
const gitFaults = [
  /** No answer, or one that may be better in a moment: retried. */
  "unreachable",
  /** The credentials are not accepted. */
  "unauthorized",
  /** There is no such repository, branch, tag, commit or path. */
  "missing",
  /** It is not signed by a trusted key. */
  "unverified",
  /** It breaks a limit, or a rule of checkouts. */
  "refused",
  /** A problem of this machine: no git, no space, an unreadable key file. */
  "local",
] as const;
export type GitFault = (typeof gitFaults)[number];

/**
 * A repository could not be read. The message is one printable line for people, without credentials, and ends
 * with the remedy.
 */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly fault: GitFault;

  constructor(fault: GitFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

const longestPath = 200;

/**
 * Quotes a path of a repository for display: escapes all that a terminal would interpret, and truncates long
 * paths.
 */
export function shortened(path: string): string {
  const text = truncate(path, longestPath);
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u00a0\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (found) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
