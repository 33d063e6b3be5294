import type { Duration } from "../../object/duration.ts";

/** A location in a git repository, with the access to it. */
export interface GitSource {
  /**
   * `https://host/path`, `ssh://git@host/path`, `git@host:path`, `file:///path`; never with a password in it.
   */
  readonly url: string;
  /**
   * The ref to follow: `main` (a branch; a tag if there is no such branch), `refs/heads/main`,
   * `refs/tags/v1.2.0`, a commit by its full id, `semver:>=1.2 <2` (the greatest tag in the range, with or
   * without a `v` before it), or empty for the default branch.
   */
  readonly ref: string;
  /** The folder or file in it, with slashes: `deploy/prod`; empty for the whole repository. */
  readonly path: string;
  readonly submodules: boolean;
  readonly access: GitAccess;
  /** The signatures that are required; undefined if none are. */
  readonly verify?: GitVerification;
  readonly limits: GitLimits;
}

/**
 * Credentials for a git server, and the keys that are trusted. Files are read again each time: mounted
 * Secrets are renewed.
 */
export interface GitAccess {
  /**
   * A mounted Secret with any of `username`, `password`, `bearerToken`, `identity` (an ssh key),
   * `known_hosts`, `ca.crt`; single files take precedence.
   */
  readonly secretFolder?: string;
  readonly username?: string;
  /** Holds a password or token. */
  readonly passwordFile?: string;
  readonly sshKeyFile?: string;
  readonly knownHostsFile?: string;
  /** Certificates of a private authority, PEM. */
  readonly caFile?: string;
  /** `http://proxy:3128`; if undefined, the variables of the environment. */
  readonly proxy?: string;
  /** `http://` servers are refused without it: whoever controls the network would choose what runs. */
  readonly allowHttp?: boolean;
  /** The ssh agent of the environment is not used: the server is one that a repository has named. */
  readonly withoutAgent?: true;
}

/** The signatures that are trusted. */
export interface GitVerification {
  /** The object that must be signed. */
  readonly signed: "commit" | "tag";
  /** A file with armored OpenPGP public keys. */
  readonly openpgpKeysFile?: string;
  /** A file of allowed signers, as in ssh-keygen(1). */
  readonly sshSignersFile?: string;
}

/** The limits of a repository. */
export interface GitLimits {
  /** Bytes of everything that is fetched. */
  readonly fetched: number;
  /** Bytes of all checked out files together. */
  readonly laidOut: number;
  /** Bytes of one file. */
  readonly file: number;
  /** Number of files and links. */
  readonly files: number;
  /** Levels of folders. */
  readonly depth: number;
  /** The time for one exchange with the server. */
  readonly time: Duration;
}

/** Ample for manifests, small for a machine. */
export const usualGitLimits: GitLimits = {
  fetched: 512 * 2 ** 20,
  laidOut: 128 * 2 ** 20,
  file: 10 * 2 ** 20,
  files: 20_000,
  depth: 64,
  time: 120_000,
};
