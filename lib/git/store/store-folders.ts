import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

import { GitError } from "../model/git-repository.ts";

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
  const reason = error.code === "ENOSPC" ? "there is no space left" : String(error.code);
  const path = "path" in error ? ` ${JSON.stringify(error.path)}` : "";
  return new GitError("local", `the disk refuses${path} (${reason}): see its space and the folder's mode`, {
    cause: error,
  });
}
