/** A store of repositories as `converge sync` has it, in a folder of a test's own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import {
  type Checkout,
  GitError,
  type GitHead,
  type GitRepository,
  type GitRevision,
} from "../../lib/git/model/git-repository.ts";
import { type GitAccess, type GitSource, usualGitLimits } from "../../lib/git/model/git-source.ts";
import { openGitStore } from "../../lib/git/store/open-git-store.ts";
import { wallClock } from "../open-test-cluster.ts";
import { testFolder } from "./test-folder.ts";

/** A place in a repository, whose calls end with the test's patience. */
export interface Followed {
  readonly look: () => Promise<GitHead>;
  /** Looks, and fetches what is there. */
  readonly fetch: () => Promise<GitRevision>;
  /** Looks, fetches, and lays out; it is let go with the test. */
  readonly layOut: () => Promise<Checkout>;
  /** `fault: message` of the GitError by which fetching fails. Any other ending fails the test. */
  readonly refusal: () => Promise<string>;
  readonly repository: GitRepository;
}

/** A store, and files for the access to servers. */
export interface TestStore {
  /** What the store keeps. */
  readonly folder: string;
  /** Follows `main` of an address with what is given besides. */
  readonly follow: (url: string, access?: GitAccess, source?: Partial<GitSource>) => Followed;
  /** Writes a file, as a mounted Secret has it, and gives its path. */
  readonly file: (name: string, text: string) => string;
}

/** Opens a store with these variables besides PATH. */
export function openTestStore(t: ExecutionContext, env: Readonly<Record<string, string>> = {}): TestStore {
  const home = testFolder(t);
  const folder = join(home, "store");
  mkdirSync(folder);
  const store = openGitStore({ folder, env: { PATH: process.env["PATH"], ...env }, clock: wallClock });
  return {
    folder,
    follow: (url, access = {}, source = {}) => {
      const repository = store.open({
        ...usual,
        url,
        access,
        ...source,
      });
      return follow(t, repository);
    },
    file: (name, text) => {
      const path = join(home, name);
      writeFileSync(path, text, { mode: 0o644 });
      return path;
    },
  };
}

const usual = { ref: "main", path: "", submodules: false, limits: usualGitLimits };

function patience(): AbortSignal {
  return AbortSignal.timeout(60_000);
}

function follow(t: ExecutionContext, repository: GitRepository): Followed {
  const look = async (): Promise<GitHead> => repository.look(patience());
  const fetch = async (): Promise<GitRevision> => repository.fetch(await look(), patience());
  return {
    repository,
    look,
    fetch,
    layOut: async () => {
      const checkout = await repository.layOut(await fetch(), patience());
      t.teardown(checkout.release);
      return checkout;
    },
    refusal: async () => {
      const { fault, message } = await t.throwsAsync(fetch(), { instanceOf: GitError });
      return `${fault}: ${message}`;
    },
  };
}
