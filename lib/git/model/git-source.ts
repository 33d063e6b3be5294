import type { Duration } from "../../object/duration.ts";

/** A place in a git repository, and the way to it. */
export interface GitSource {
  /**
   * `https://host/path`, `ssh://git@host/path`, `git@host:path`, `file:///path`; never with a password in it.
   */
  readonly url: string;
  /**
   * What is followed: `main` (a branch; a tag where there is no such branch), `refs/heads/main`,
   * `refs/tags/v1.2.0`, a commit by its full id, `semver:>=1.2 <2` (the greatest tag in the range, with or
   * without a `v` before it), or empty for the default branch.
   */
  readonly ref: string;
  /** The folder or file in it, with slashes: `deploy/prod`; empty for the whole. */
  readonly path: string;
  readonly submodules: boolean;
  readonly access: GitAccess;
  /** Only what is signed so is taken; undefined where signatures are not asked for. */
  readonly verify?: GitVerification;
  readonly limits: GitLimits;
}

/**
 * Who we are to a git server, and whom we trust. Files are read anew each time: mounted Secrets are renewed.
 */
export interface GitAccess {
  /**
   * A mounted Secret with any of `username`, `password`, `bearerToken`, `identity` (an ssh key),
   * `known_hosts`, `ca.crt`; single files go before it.
   */
  readonly secretFolder?: string;
  readonly username?: string;
  /** Holds a password or token. */
  readonly passwordFile?: string;
  readonly sshKeyFile?: string;
  readonly knownHostsFile?: string;
  /** Certificates of a private authority, PEM. */
  readonly caFile?: string;
  /** `http://proxy:3128`; the variables of the environment where it is not given. */
  readonly proxy?: string;
  /** `http://` servers are refused without it: whoever sits on the line would choose what runs. */
  readonly allowHttp?: boolean;
  /** The ssh agent of the environment is not asked: the server is one that a repository has named. */
  readonly withoutAgent?: true;
}

/** Whose signatures are trusted. */
export interface GitVerification {
  /** What has to be signed. */
  readonly signed: "commit" | "tag";
  /** A file with armored OpenPGP public keys. */
  readonly openpgpKeysFile?: string;
  /** A file of allowed signers, as in ssh-keygen(1). */
  readonly sshSignersFile?: string;
}

/** What a repository may cost. */
export interface GitLimits {
  /** Bytes of everything that is fetched. */
  readonly fetched: number;
  /** Bytes of all files laid out together. */
  readonly laidOut: number;
  /** Bytes of one file. */
  readonly file: number;
  /** Number of files and links. */
  readonly files: number;
  /** Levels of folders. */
  readonly depth: number;
  /** Of one exchange with the server. */
  readonly time: Duration;
}

/** Roomy for manifests, small for a machine. */
export const usualGitLimits: GitLimits = {
  fetched: 512 * 2 ** 20,
  laidOut: 128 * 2 ** 20,
  file: 10 * 2 ** 20,
  files: 20_000,
  depth: 64,
  time: 120_000,
};
