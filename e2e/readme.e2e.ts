/** The commands that a newcomer types: those of the README and of the quickstart, on a cluster. */
import { execFile } from "node:child_process";
import { mkdtempDisposableSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import test from "ava";

import { shellBlocksOf } from "../fixtures/printed-example.ts";
import { testCluster } from "./control-plane/test-cluster.ts";

const checkout = join(import.meta.dirname, "..");
const { kubeconfig } = await testCluster();

/** Commands of other tests: `package.e2e.ts` installs, `deploy.e2e.ts` checks the flags of sidecars. */
const elsewhere = /^(?:make package|npm install|converge sync) /;

/** Runs the commands of a page as a script in a folder, with `converge` on the PATH. Returns its output. */
async function follow(page: string, folder: string): Promise<string> {
  const lines = shellBlocksOf(page).flatMap((block) => block.split("\n"));
  const script = lines.filter((line) => !elsewhere.test(line)).join("\n");
  using programs = mkdtempDisposableSync(join(tmpdir(), "converge-readme-"));
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(checkout, "cmd/converge.mjs")}' "$@"\n`;
  writeFileSync(join(programs.path, "converge"), program, { mode: 0o755 });
  const path = `${programs.path}${delimiter}${process.env["PATH"]}`;
  const env = { ...process.env, PATH: path, KUBECONFIG: kubeconfig };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
    cwd: folder,
    env,
  });
  return stdout;
}

test.serial("the commands of the README work in a clone", async (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-clone-"));
  for (const name of ["deploy", "fixtures"]) {
    symlinkSync(join(checkout, name), join(folder.path, name));
  }
  const printed = await follow("README.md", folder.path);
  t.regex(printed, /7 objects in 2 groups/);
  t.regex(printed, /7 applied \(7 created\), 7 ready/);
  t.regex(printed, /7 objects: 7 ready/);
  t.regex(printed, /7 deleted/);
});

test.serial("the commands of the quickstart work in an empty folder", async (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-quickstart-"));
  const printed = await follow("docs/start/quickstart.md", folder.path);
  t.regex(printed, /5 applied \(5 created\), 5 ready/);
  t.regex(printed, /nginx:1\.29 → nginx:1\.30/);
  t.regex(printed, /nothing was sent/);
  t.regex(printed, /rolling back shop to revision 1/);
  t.regex(printed, /5 deleted/);
});
