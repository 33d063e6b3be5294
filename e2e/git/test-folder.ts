import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

/** A folder that is deleted after the test. Its path is short: it may contain sockets of agents. */
export function testFolder(t: Pick<ExecutionContext, "teardown">): string {
  const folder = mkdtempSync(join(tmpdir(), "git-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
