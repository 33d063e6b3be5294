import { lstat, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { GitError } from "../model/git-repository.ts";

/** The keys that are read of a mounted Secret. */
export type SecretKey = "username" | "password" | "bearerToken" | "identity" | "known_hosts" | "ca.crt";

const secretKeys: readonly SecretKey[] = [
  "username",
  "password",
  "bearerToken",
  "identity",
  "known_hosts",
  "ca.crt",
];

/** Bytes; the certificates of all public authorities together are a quarter of that. */
const largest = 2 ** 20;

/**
 * Reads a file of credentials. Throws a GitError of the fault `local` that names the file if it has no text
 * or cannot be read.
 */
export async function readAccessFile(path: string): Promise<string> {
  const text = await readBounded(path);
  if (text.trim() === "") {
    throw new GitError("local", `${JSON.stringify(path)} is empty: expected credentials`);
  }
  return text;
}

/** Reads such a file if it exists; undefined if it does not. */
export async function readOptionalFile(path: string): Promise<string | undefined> {
  return (await isThere(path)) ? readAccessFile(path) : undefined;
}

/**
 * Reads the keys that a mounted Secret has. Throws a GitError of the fault `local` if it has none that is
 * known.
 */
export async function readSecretFolder(folder: string): Promise<ReadonlyMap<SecretKey, string>> {
  const held = new Map<SecretKey, string>();
  for (const key of secretKeys) {
    const text = await readOptionalFile(join(folder, key));
    if (text !== undefined) {
      held.set(key, text);
    }
  }
  if (held.size === 0) {
    const keys = secretKeys.join(", ");
    throw new GitError(
      "local",
      `${JSON.stringify(folder)} contains none of ${keys}: mount the Secret there, or correct secretFolder`,
    );
  }
  return held;
}

/**
 * Returns the one line of a file with a password, token or name, without the line break that editors put at
 * its end. Throws a GitError of the fault `local` if there are more, or characters that no header can carry.
 */
export function onlyLine(text: string, path: string): string {
  const line = text.replace(/[\r\n]+$/, "");
  if (/\p{Cc}/u.test(line)) {
    throw new GitError(
      "local",
      `${JSON.stringify(path)} contains more than one line of plain text: keep only the secret in it`,
    );
  }
  return line;
}

async function readBounded(path: string): Promise<string> {
  try {
    const facts = await stat(path);
    if (!facts.isFile() || facts.size > largest) {
      const is = facts.isFile() ? "is larger than 1 MiB" : "is not a file";
      throw new GitError("local", `${JSON.stringify(path)} ${is}: expected a file with credentials`);
    }
    return await readFile(path, "utf8");
  } catch (error) {
    throw error instanceof GitError ? error : unreadable(path, error);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (reasonOf(error) === "ENOENT") {
      return false;
    }
    throw unreadable(path, error);
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "does not exist: mount it, or correct its name"],
  ["ENOTDIR", "does not exist: a part of its path is not a folder"],
  ["EACCES", "cannot be read by this user: change its mode, or fsGroup of the pod"],
]);

function unreadable(path: string, error: unknown): GitError {
  const reason = reasonOf(error);
  const what = reasons.get(reason) ?? `cannot be read: ${reason}`;
  return new GitError("local", `${JSON.stringify(path)} ${what}`, { cause: error });
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "it fails";
}
