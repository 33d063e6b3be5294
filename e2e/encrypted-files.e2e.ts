/** Files that SOPS has encrypted, applied by a run and by a sidecar. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { encryptedFile, testKeyFile } from "../fixtures/encrypted-file.ts";
import { openSite } from "./apply/site.ts";
import { objectWritesOf } from "./apply/server-order.ts";
import { line } from "./sync/sidecar.ts";
import { openSyncSite, readyAt } from "./sync/sync-site.ts";

const values = ["config-secret-value", "comma-secret-value"];
const withKey = `--sops-age-key-file=${testKeyFile}`;

/** Asserts that a text shows none of the decrypted values. */
function assertHidden(t: ExecutionContext, text: string): void {
  t.deepEqual(
    values.filter((value) => text.includes(value)),
    [],
    text,
  );
}

test("an encrypted ConfigMap is applied with its values, which no output shows", async (t) => {
  const site = await openSite(t);
  const encrypted = encryptedFile("env.yaml");
  const applied = await site.apply(encrypted, withKey);
  t.is(applied.code, 0, applied.stdout + applied.stderr);
  t.is((await site.get("configmaps/env"))?.data?.["key"], values[0]);
  await site.patch("configmaps/env?fieldManager=kubectl-edit", { data: { key: "changed by hand" } });
  const home = ["--release", site.release, "-n", site.namespace];
  const compared = await site.run(["diff", site.write(encrypted), ...home, withKey]);
  t.is(compared.code, 1, compared.stderr);
  t.regex(compared.stdout, /data\.key/);
  const again = await site.apply(encrypted, withKey, "-o", "json");
  t.is(again.code, 0, again.stdout);
  const stored = await site.run(["get", "manifests", site.release, "-n", site.namespace]);
  for (const { stdout, stderr } of [applied, compared, again, stored]) {
    assertHidden(t, stdout + stderr);
  }
  t.is((await site.get("configmaps/env"))?.data?.["key"], values[0]);
});

for (const [reason, text, flags] of [
  ["without a key", encryptedFile("env.yaml"), []],
  ["with a changed value", encryptedFile("env.yaml").replace("name: env", "name: others"), [withKey]],
] as const) {
  test(`an encrypted file is refused ${reason}, before anything is sent`, async (t) => {
    const site = await openSite(t);
    const mark = await site.cluster.auditMark();
    const { code, stderr } = await site.apply(text, ...flags);
    t.is(code, 2);
    t.regex(stderr, /\[Sops(?:KeyMissing|Invalid)\]/);
    t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  });
}

test("a unit with a key applies encrypted files, and its log shows no value", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const folder = mkdtempSync(join(tmpdir(), "converge-age-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const key = join(folder, "shop.agekey");
  cpSync(testKeyFile, key);
  const sidecar = beginSync([`--sops-age-key-file=${key}`]);
  const commit = await repository.commit({ "deploy/map.yaml": encryptedFile("env.yaml") });
  await readyAt(sidecar, commit);
  t.is((await get("configmaps/env"))?.data?.["key"], values[0]);
  const tampered = encryptedFile("env.yaml").replace("name: env", "name: others");
  await repository.commit({ "deploy/map.yaml": tampered });
  const refused = await sidecar.received(line("state", { unit: "shop", phase: "Stalled" }), 0);
  assertHidden(t, JSON.stringify(refused));
  t.is(await get("configmaps/others"), undefined);
});
