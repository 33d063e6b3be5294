import { readFileSync } from "node:fs";

import test from "ava";

import { testKeyFile } from "../../fixtures/encrypted-file.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { configMap } from "./manifests.ts";
import { savePlan } from "./saved-site.ts";
import { openSite } from "./site.ts";

const secret = (word: string): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "key" },
  stringData: { word },
});

test("a saved plan has no values of Secrets, and they are filled in from the same manifests", async (t) => {
  const site = await openSite(t);
  const set = [secret("hunter2-secret"), configMap("env", { a: "1" })];
  const { file, stderr, code } = await savePlan(site, set);
  t.is(code, 0, stderr);
  t.regex(stderr, /without values of Secrets/);
  const text = readFileSync(file, "utf8");
  t.notRegex(text, /hunter2|aHVudGVyMg/);
  const alone = await site.run(["apply", "--plan", file]);
  t.is(alone.code, 2);
  t.regex(alone.stderr, /the plan lacks values of Secrets: name the same paths/);
  const other = await site.run([
    "apply",
    "--plan",
    file,
    site.write([secret("hunter2-secret"), configMap("env")]),
  ]);
  t.is(other.code, 2);
  t.regex(other.stdout + other.stderr, /ConfigMap\/env differs/);
  t.is(await site.get("secrets/key"), undefined);
  const { code: end, stdout } = await site.run(["apply", "--plan", file, site.write(set)]);
  t.is(end, 0, stdout);
  t.is((await site.get("secrets/key"))?.data?.["word"], Buffer.from("hunter2-secret").toString("base64"));
});

test("an encrypted plan contains the values of Secrets, and is applied with an age key", async (t) => {
  const site = await openSite(t);
  const recipient = /public key: (age1\w+)/.exec(readFileSync(testKeyFile, "utf8"))?.[1] ?? "";
  const { file, stderr, code } = await savePlan(site, [secret("hunter2-secret")], "--encrypt-to", recipient);
  t.is(code, 0, stderr);
  t.true(readFileSync(file, "utf8").startsWith("-----BEGIN AGE ENCRYPTED FILE-----"));
  const closed = await site.run(["apply", "--plan", file]);
  t.is(closed.code, 2);
  t.regex(closed.stderr, /is encrypted: name a file of age keys with --age-key-file/);
  const shown = await site.run(["show-plan", file, "--age-key-file", testKeyFile, "-o", "json"]);
  t.is(shown.code, 0, shown.stderr);
  t.notRegex(shown.stdout, /hunter2|aHVudGVyMg/);
  const { code: end, stdout } = await site.run(["apply", "--plan", file, "--age-key-file", testKeyFile]);
  t.is(end, 0, stdout);
  t.is((await site.get("secrets/key"))?.data?.["word"], Buffer.from("hunter2-secret").toString("base64"));
});
