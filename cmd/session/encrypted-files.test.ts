import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { encryptedFile, testKeyFile } from "../../fixtures/encrypted-file.ts";
import { decrypting, encryptedFor, keyPlugin } from "../../fixtures/key-plugin.ts";
import { runRecorded } from "../../fixtures/recording-shell.ts";

const configMap = "fixtures/sops/encrypted/config-map.yaml";
const secret = "fixtures/sops/encrypted/secret.yaml";
const key = ["--sops-age-key-file", testKeyFile];

/** The values of both files. */
const values = /correct horse|db\/shop|config-secret|comma-secret|annotated-secret|hunter2/;

for (const words of [
  ["plan", secret, configMap, "-o", "yaml"],
  ["plan", secret, configMap, "-o", "json"],
  ["plan", secret, configMap, "-o", "html"],
  ["show", "configmap/settings", configMap],
  ["validate", secret, "fixtures/sops/encrypted/env.yaml", "-o", "json"],
]) {
  test(`${words.join(" ")} hides decrypted values`, async (t) => {
    const { code, stdout, stderr } = await runRecorded([...words, ...key]);
    t.is(code, 0, stderr);
    t.notRegex(stdout + stderr, values);
  });
}

test("SOPS_AGE_KEY_FILE sets the age key as for sops", async (t) => {
  const { code, stdout } = await runRecorded(["plan", secret], { env: { SOPS_AGE_KEY_FILE: testKeyFile } });
  t.is(code, 0);
  t.regex(stdout, /Secret\/web/);
});

test("without a key, only a set with an encrypted file is rejected", async (t) => {
  const refused = await runRecorded(["plan", "fixtures/wordpress", secret, "--invalid", "skip"]);
  t.is(refused.code, 2);
  t.regex(refused.stderr, /secret.yaml:\d+:1: error: \S+ is encrypted for age1\w+, .*\[SopsKeyMissing\]/);
  t.regex(refused.stderr, /nothing was planned/);
  t.is((await runRecorded(["plan", "fixtures/wordpress"])).code, 0);
});

/** A file encrypted for a PGP key. */
async function forPgp(t: ExecutionContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "converge-encrypted-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, "secret.yaml");
  writeFileSync(file, await encryptedFor(encryptedFile("secret.yaml"), { pgp: [{ fp: "85D77543B3D6" }] }));
  return file;
}

test("a plugin decrypts data keys of other key services, including files of --old", async (t) => {
  const file = await forPgp(t);
  const plugin = `pgp=${keyPlugin(t, decrypting).program}`;
  const { code, stdout, stderr } = await runRecorded([
    "validate",
    file,
    "--old",
    file,
    "--sops-plugin",
    plugin,
  ]);
  t.is(code, 0, stderr);
  t.notRegex(stdout + stderr, values);
  const byVariable = await runRecorded(["plan", file], { env: { CONVERGE_SOPS_PLUGIN: plugin } });
  t.is(byVariable.code, 0, byVariable.stderr);
  const without = await runRecorded(["plan", file]);
  t.regex(without.stderr, /no plugin for pgp is given: set --sops-plugin pgp=PROGRAM.*\[SopsKeyMissing\]/);
});

test("a failing plugin rejects the set with the plugin's error", async (t) => {
  const { program } = keyPlugin(t, "console.error('gpg: no secret key'); process.exit(2);");
  const { code, stderr } = await runRecorded(["plan", await forPgp(t), "--sops-plugin", program]);
  t.is(code, 2);
  t.regex(
    stderr,
    /secret.yaml:\d+:1: error: .* failed \(exit code 2\): gpg: no secret key: .*\[SopsPluginFailed\]/,
  );
});

test("a plugin without an absolute path is rejected", async (t) => {
  const { code, stderr } = await runRecorded(["plan", secret, "--sops-plugin", "pgp=./run.sh"]);
  t.is(code, 2);
  t.regex(stderr, /--sops-plugin.*with the absolute path/);
});

test("diagnostics show lines of the encrypted file, and no decrypted values", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-encrypted-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, "all.yaml");
  writeFileSync(file, encryptedFile("faulty-deployment.yaml"));
  const { code, stdout, stderr } = await runRecorded(["validate", file, ...key]);
  t.is(code, 2);
  t.regex(stdout + stderr, /all.yaml:6:15: error: Deployment\/web: spec.replicas: must be an integer/);
  t.regex(stdout + stderr, /6 \| +replicas: ENC\[AES256_GCM/);
  t.notRegex(stdout + stderr, /not-a-number-but-secret/);
});

test("files of --old are decrypted", async (t) => {
  const { code, stderr } = await runRecorded(["validate", secret, "--old", secret, ...key]);
  t.is(code, 0, stderr);
});
