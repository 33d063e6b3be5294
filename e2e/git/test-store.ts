/** A git store as in `converge sync`, in a folder of a test. */
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

/** A ref of a repository, with a timeout for its calls. */
export interface Followed {
  readonly look: () => Promise<GitHead>;
  /** Looks the ref up, and fetches its commit. */
  readonly fetch: () => Promise<GitRevision>;
  /** Looks the ref up, fetches, and checks out; the checkout is released after the test. */
  readonly layOut: () => Promise<Checkout>;
  /** `fault: message` of the GitError by which fetching fails. Any other result fails the test. */
  readonly refusal: () => Promise<string>;
  readonly repository: GitRepository;
}

/** A store, and files for the access to servers. */
export interface TestStore {
  /** The folder of the store. */
  readonly folder: string;
  /** Follows `main` of a URL with these options. */
  readonly follow: (url: string, access?: GitAccess, source?: Partial<GitSource>) => Followed;
  /** Writes a file, as in a mounted Secret, and returns its path. */
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
