import type { Clock } from "../../async/clock.ts";
import type { GitSource } from "./git-source.ts";

/** What a ref names on the server at one moment. */
export interface GitHead {
  /** The full id of the commit. */
  readonly commit: string;
  /** The whole name: `refs/heads/main`, `refs/tags/v1.2.0`; the commit itself where that is followed. */
  readonly ref: string;
  /** The id of the annotated tag; undefined where there is none. */
  readonly tag?: string;
}

/**
 * A commit that was fetched, and verified where that is asked for. Its words are a stranger's: unprintable
 * and endless where nobody looks.
 */
export interface GitRevision extends GitHead {
  /** The first line of the message. */
  readonly subject: string;
  readonly author: string;
  /** When it was committed, in milliseconds since 1970. */
  readonly at: number;
}

/** The files of a revision, laid out in a folder of their own that nobody else writes to. */
export interface Checkout {
  readonly revision: GitRevision;
  /** The folder of the whole; what the source names is at `folder/path`. */
  readonly folder: string;
  /** The files are those of a module, whose definitions lie in `crds/` at its root. */
  readonly isModule?: true;
  /** Lets the files go: the last one who does removes them. */
  readonly release: () => Promise<void>;
}

/**
 * A place in a repository on some server. What the server and the repository say is not trusted: no hook,
 * filter, setting or link of it takes effect outside of the folder that is laid out. Every call ends with its
 * signal (it throws the signal's reason) and throws a GitError for all that the world refuses. What was
 * fetched and laid out before stays whole whatever fails.
 */
export interface GitRepository {
  /** Asks the server what the ref names now; fetches nothing. */
  readonly look: (signal: AbortSignal) => Promise<GitHead>;
  /** Has the commit here, with as little besides as the server allows, and verified. */
  readonly fetch: (head: GitHead, signal: AbortSignal) => Promise<GitRevision>;
  /**
   * What tells the files that the source names, and those at other paths beside it, from others: two
   * revisions that give the same have the same files there. Undefined where that cannot be said of them
   * alone: links and submodules lead elsewhere.
   */
  readonly print: (
    revision: GitRevision,
    beside: readonly string[],
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** Lays its files out. Of the same revision of the same repository they are laid out once. */
  readonly layOut: (revision: GitRevision, signal: AbortSignal) => Promise<Checkout>;
}

/** Repositories with their common home on the disk. */
export interface GitStore {
  /** Opens a place; those of the same address and access share what is fetched. Starts nothing. */
  readonly open: (source: GitSource) => GitRepository;
  /** Removes what no revision of the last looks needs; to be called from time to time. */
  readonly tidy: (signal: AbortSignal) => Promise<void>;
}

/** What a store is opened with. */
export interface GitStoreFacts {
  /** An existing folder for it alone; what an earlier process left there is used or removed. */
  readonly folder: string;
  /** Where PATH, proxies and TMPDIR are taken from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** Why a repository could not be had. */
export const gitFaults = [
  /** No answer, or one that may be better in a moment: tried again. */
  "unreachable",
  /** Who we are does not count there. */
  "unauthorized",
  /** There is no such repository, branch, tag, commit or path. */
  "missing",
  /** It is not signed by whom we trust. */
  "unverified",
  /** It breaks a limit, or a rule of what is laid out. */
  "refused",
  /** The machine: no git, no space, an unreadable key file. */
  "local",
] as const;
export type GitFault = (typeof gitFaults)[number];

/**
 * A repository could not be had. The message is one printable line for people, without credentials, and ends
 * in what to do.
 */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly fault: GitFault;

  constructor(fault: GitFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
