import { readdir, rename, rm, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import { printableUrl } from "../transport/git-address.ts";
import { Checkouts, hashOf } from "./checkouts.ts";
import { requireGit } from "./require-git.ts";
import {
  type GitRepository,
  type GitStore,
  type GitStoreOptions,
  GitError,
} from "../model/git-repository.ts";
import type { GitAccess } from "../model/git-source.ts";
import type { TreePlan } from "../checkout/tree-plan.ts";
import { Mirror, type MirrorPlace } from "../mirror/mirror.ts";
import { openGitRepository } from "./open-git-repository.ts";
import { KeyedMutex } from "../../async/locks.ts";
import type { GitSurroundings } from "../process/git-command.ts";

/**
 * Opens a store of repositories, fetched by the `git` on the PATH. For each URL and access it keeps one bare
 * mirror, which is reused after a restart, and checks out beside it what is requested. The folder belongs to
 * one process at a time: a second one would remove what the first is working on. What an earlier one left
 * unfinished is removed at the first call.
 */
export function openGitStore({ folder, env, clock }: GitStoreOptions): GitStore {
  const folders = storeFolders(folder);
  const surroundings: GitSurroundings = { home: folders.home, env, clock };
  const turns = new KeyedMutex();
  const nextName = counter();
  const place: MirrorPlace = { ...folders, surroundings, turns, nextName };
  const mirrors = new Map<string, Mirror>();
  const checkouts = new Checkouts<TreePlan>({ ...folders, folder: folders.checkouts, turns, nextName });
  const prepared = onceDone(async () => prepare(folders, surroundings));
  const store = {
    place,
    checkouts,
    mirrorOf: (url: string, access: GitAccess, largestFile: number): Mirror => {
      const name = hashOf([url, access, largestFile]);
      const mirror = mirrors.get(name) ?? new Mirror({ name, url, access, about: printableUrl(url) }, place);
      mirrors.set(name, mirror);
      return mirror;
    },
  };
  const within = async <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    try {
      signal.throwIfAborted();
      await prepared();
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw asGitError(error);
    }
  };
  return {
    open: (source) => guarded(openGitRepository(source, { ...store, owner: nextName() }), within),
    tidy: async (signal) =>
      within(signal, async () => {
        await tidyMirrors(place, mirrors, signal);
        await checkouts.tidy();
      }),
  };
}

async function prepare(folders: StoreFolders, surroundings: GitSurroundings): Promise<void> {
  await prepareFolders(folders);
  // The first caller may abort: the answer is for all.
  await requireGit(surroundings, new AbortController().signal);
}

/**
 * Tidies the mirrors, and removes those that were not opened since the start: they are of an earlier
 * configuration.
 */
async function tidyMirrors(
  { mirrors: folder, trash, nextName }: MirrorPlace,
  mirrors: ReadonlyMap<string, Mirror>,
  signal: AbortSignal,
): Promise<void> {
  for (const name of await readdir(folder)) {
    signal.throwIfAborted();
    const mirror = mirrors.get(name);
    if (mirror === undefined) {
      const old = join(trash, nextName());
      await rename(join(folder, name), old);
      await rm(old, { recursive: true, force: true });
    } else {
      await mirror.tidy(signal);
    }
  }
}

type Guard = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

function guarded({ look, fetch, print, layOut }: GitRepository, within: Guard): GitRepository {
  return {
    look: async (signal) => within(signal, async () => look(signal)),
    fetch: async (head, signal) => within(signal, async () => fetch(head, signal)),
    print: async (revision, beside, signal) => within(signal, async () => print(revision, beside, signal)),
    layOut: async (revision, signal) => within(signal, async () => layOut(revision, signal)),
  };
}

function counter(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return String(count);
  };
}

/** Returns a function that does something once for all callers, and again if it failed. */
function onceDone(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return async () => {
    done ??= work();
    try {
      await done;
    } catch (error) {
      done = undefined;
      throw error;
    }
  };
}

/** The folders of a store. */
export interface StoreFolders {
  readonly home: string;
  readonly mirrors: string;
  readonly checkouts: string;
  /** For what is not complete yet, and what is no longer needed. */
  readonly trash: string;
  readonly transports: string;
}

/** Returns the folders of a store. */
export function storeFolders(folder: string): StoreFolders {
  const root = resolve(folder);
  return {
    home: join(root, "home"),
    mirrors: join(root, "mirrors"),
    checkouts: join(root, "checkouts"),
    trash: join(root, "trash"),
    transports: join(root, "passages"),
  };
}

/** Removes what an earlier process left behind, except the mirrors: no other process works there. */
export async function prepareFolders({ mirrors, ...emptied }: StoreFolders): Promise<void> {
  for (const folder of Object.values(emptied)) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  await mkdir(mirrors, { recursive: true, mode: 0o700 });
}

/** Converts an error of a store into a GitError if it comes from the disk; returns any other as it is. */
export function asGitError(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) {
    return error;
  }
  const reason = error.code === "ENOSPC" ? "no space left" : String(error.code);
  const path = "path" in error ? ` ${JSON.stringify(error.path)}` : "";
  return new GitError(
    "local",
    `disk access failed${path} (${reason}): check the free space and the folder's mode`,
    {
      cause: error,
    },
  );
}
