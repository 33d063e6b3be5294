import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { ExecutionContext } from "ava";

import { testFolder } from "../git/test-folder.ts";

/** Files of a folder, by path; a `*` after the path makes it executable. */
export type ModuleFiles = Readonly<Record<string, string | Uint8Array>>;

/**
 * Writes files into a folder that is deleted after the test, or replaces the content of a folder. Returns the
 * folder.
 */
export function writeModule(
  t: Pick<ExecutionContext, "teardown">,
  files: ModuleFiles,
  folder: string = testFolder(t),
): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name.replace(/\*$/, ""));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    chmodSync(path, name.endsWith("*") ? 0o755 : 0o644);
  }
  return folder;
}
