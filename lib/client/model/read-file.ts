import { readFile } from "node:fs/promises";

import { AccessError } from "./api-error.ts";

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "does not exist"],
  ["ENOTDIR", "does not exist"],
  ["EACCES", "cannot be read by this user"],
  ["EPERM", "cannot be read by this user"],
  ["EISDIR", "is a folder, not a file"],
]);

/** The `code` of a system or OpenSSL error (`ENOENT`); empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The reason a file cannot be read, as the end of a sentence that begins with its name. */
export function whyUnreadable(error: unknown): string {
  return reasons.get(codeOf(error)) ?? `cannot be read (${codeOf(error) || "unknown cause"})`;
}

/** The text of a required file; `because` says what refers to it. Throws AccessError. */
export async function readNeeded(file: string, because: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new AccessError(`${because}: ${file} ${whyUnreadable(error)}`, { cause: error });
  }
}

/**
 * The text of a file, or undefined if it does not exist. Throws an AccessError if it exists and cannot be
 * read.
 */
export async function readIfPresent(file: string, because: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") {
      return undefined;
    }
    throw new AccessError(`${because}: ${file} ${whyUnreadable(error)}`, { cause: error });
  }
}
