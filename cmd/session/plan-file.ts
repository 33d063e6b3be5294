/** The file of a saved plan: written atomically, and read back as hostile input. */
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { readAgeKeys } from "../../lib/sops/age-keys.ts";
import type { SavedPlan } from "../../lib/saved/saved-plan.ts";
import { UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import type { ColorMode } from "../host/color.ts";

/** Writes a file that only its owner may read, whole or not at all. Throws a UsageError if it cannot be. */
export async function writePlanFile(
  path: string,
  text: string,
  { runId }: Pick<Host, "runId">,
): Promise<void> {
  const part = join(dirname(path), `.${basename(path)}.${runId}`);
  try {
    const file = await open(part, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw new UsageError(`the plan cannot be written to ${path}: ${reasonOf(error)}`);
  }
}

/** The means to read a plan and to show its faults. */
interface PlanReading {
  readonly flags: { readonly ageKeyFile?: readonly string[]; readonly color: ColorMode };
  readonly host: Host;
}

/**
 * Reads a saved plan; undefined if it has faults, which are printed with their places. Throws a UsageError if
 * it cannot be read, decrypted, or is something else.
 */
export async function readPlanFile(
  path: string,
  { flags, host }: PlanReading,
): Promise<SavedPlan | undefined> {
  const { readSavedPlan } = await import("../../lib/saved/read-saved-plan.ts");
  const content = await readContent(path);
  const text = await decrypted(path, content, flags);
  const reading = await readSavedPlan(path, text);
  if ("plan" in reading) {
    return reading.plan;
  }
  if ("fault" in reading) {
    throw new UsageError(reading.fault);
  }
  await printDiagnostics(reading.diagnostics, { sources: [], flags, host });
  return undefined;
}

async function readContent(path: string): Promise<Uint8Array> {
  const { largestPlan } = await import("../../lib/saved/read-saved-plan.ts");
  try {
    const facts = await stat(path);
    if (!facts.isFile()) {
      throw new UsageError(`${path} is not a file: name the file of a saved plan`);
    }
    if (facts.size > largestPlan) {
      throw new UsageError(`${path} is larger than any plan: name the file of a saved plan`);
    }
    const file = await open(path);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    throw new UsageError(`the plan ${path} cannot be read: ${reasonOf(error)}`);
  }
}

async function decrypted(
  path: string,
  content: Uint8Array,
  { ageKeyFile = [] }: PlanReading["flags"],
): Promise<string> {
  const { decryptAgeFile, isAgeFile } = await import("../../lib/sops/age-text.ts");
  if (!isAgeFile(content)) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(content);
    } catch {
      throw new UsageError(`${path} is not a saved plan: it is not text in UTF-8`);
    }
  }
  const read = await decryptAgeFile(content, await readAgeKeys({ paths: ageKeyFile }));
  if ("fault" in read) {
    throw new UsageError(`the plan ${path} ${read.fault}`);
  }
  return read.text;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file or directory",
    EACCES: "permission denied",
    EISDIR: "it is a directory",
    ENOSPC: "the disk is full",
    EROFS: "the file system is read-only",
  };
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
