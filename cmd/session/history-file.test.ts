import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import test, { type ExecutionContext } from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

const program = fileURLToPath(new URL("../converge.mjs", import.meta.url));
const words = ["plan", "fixtures/wordpress", "--history"];
const tooMany = 50_000_001;

/** The path of a new file in a folder that is removed after the test. */
function newPath(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-history-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, "history");
}

test("a device is rejected as a history file", async (t) => {
  const { code, stderr } = await runRecorded([...words, "/dev/zero"]);
  t.is(code, 2);
  t.regex(stderr, /--history: \/dev\/zero is not a regular file: write - to read standard input/);
});

test("a named pipe is rejected as a history file", async (t) => {
  const pipe = newPath(t);
  execFileSync("mkfifo", [pipe]);
  const { code, stderr } = await runRecorded([...words, pipe]);
  t.is(code, 2);
  t.regex(stderr, /history is not a regular file/);
});

test("a history file over the size limit is rejected", async (t) => {
  const file = newPath(t);
  writeFileSync(file, "");
  truncateSync(file, tooMany);
  const { code, stderr } = await runRecorded([...words, file]);
  t.is(code, 2);
  t.regex(stderr, /is larger than any history/);
});

test("a history on standard input is rejected as soon as it exceeds the size limit", async (t) => {
  const child = spawn(process.execPath, [program, ...words, "-"]);
  t.teardown(() => {
    child.kill();
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  // Writes fail once the program stops reading.
  child.stdin.on("error", () => {});
  child.stdin.write(Buffer.alloc(tooMany));
  const [code] = await once(child, "close");
  t.is(code, 2);
  t.regex(stderr, /--history: - is larger than any history/);
});
