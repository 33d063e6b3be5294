/** The programs of `examples/` that need no cluster. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import test, { type ExecutionContext } from "ava";

import { runExample } from "./fixtures/run-example.ts";

test("plan-and-print prints the groups of a folder and what objects wait for", async (t) => {
  const { code, stdout, stderr } = await runExample("plan-and-print", ["fixtures/wordpress"]);
  t.is(code, 0, stderr);
  t.regex(stdout, /^group 1\n/);
  t.regex(stdout, /StatefulSet\/wordpress-mysql waits until .*Secret\/\S+ is present/);
});

test("plan-and-print exits with 1 if the set is refused", async (t) => {
  const { code, stdout, stderr } = await runExample("plan-and-print", ["fixtures/mixed-faults"]);
  t.is(code, 1);
  t.is(stdout, "");
  t.regex(stderr, /^error: /);
});

test("validate-in-ci exits with 0 for valid manifests", async (t) => {
  const { code, stdout } = await runExample("validate-in-ci", ["fixtures/wordpress"]);
  t.is(code, 0, stdout);
  t.regex(stdout, /^(\d+) of \1 objects are valid\n$/m);
});

test("validate-in-ci exits with 1 and prints each fault with its line", async (t) => {
  const { code, stdout } = await runExample("validate-in-ci", ["fixtures/mixed-faults"]);
  t.is(code, 1);
  t.regex(stdout, /^fixtures\/mixed-faults\/\S+:\d+: error: .* \[\w+\]$/m);
});

function folderOf(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-gpg-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Runs the plugin with an entry of the metadata, and returns its exit code and output. */
function runPlugin(enc: string, env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve("examples/sops-gpg.ts")], {
    encoding: "utf8",
    env,
    input: JSON.stringify({ type: "pgp", fp: "85D77543B3D6", enc }),
  });
  return `${status}: ${stdout}${stderr}`;
}

const key = Buffer.alloc(32, 7);

test("sops-gpg has gpg decrypt a data key, by standard input", (t) => {
  const folder = folderOf(t);
  writeFileSync(join(folder, "gpg"), '#!/bin/sh\necho "$@" >&2\ntr A-Z a-z\n');
  chmodSync(join(folder, "gpg"), 0o755);
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  t.is(runPlugin("KEY", env), `0: ${Buffer.from("key").toString("base64")}\n--batch --quiet --decrypt\n`);
  t.regex(runPlugin("KEY", { PATH: folder.concat("/nowhere") }), /^1: .*ENOENT/);
});

const hasGpg = spawnSync("gpg", ["--version"]).status === 0;

(hasGpg ? test : test.skip)("sops-gpg decrypts with a real key", (t) => {
  const folder = folderOf(t);
  const env = { PATH: process.env["PATH"], GNUPGHOME: folder };
  t.teardown(() => spawnSync("gpgconf", ["--kill", "all"], { env }));
  const gpg = (words: readonly string[], input?: Buffer): Buffer =>
    spawnSync("gpg", ["--batch", "--quiet", "--trust-model=always", ...words], { env, input }).stdout;
  chmodSync(folder, 0o700);
  gpg(["--passphrase", "", "--quick-gen-key", "ada@example.com", "rsa2048", "encr"]);
  const enc = gpg(["--armor", "--encrypt", "--recipient", "ada@example.com"], key).toString("utf8");
  t.is(runPlugin(enc, env), `0: ${key.toString("base64")}\n`);
  t.regex(runPlugin(enc.replace(/\n[A-Za-z0-9+/]{8}/, "\nAAAAAAAA"), env), /^1: /);
});
