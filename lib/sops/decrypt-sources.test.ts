import { readdirSync, readFileSync } from "node:fs";

import test from "ava";

import { decryptText, encryptedFile, sopsFolder } from "../../fixtures/encrypted-file.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { stringifyJson } from "../object/json.ts";
import { readSource } from "../manifest/parse-source.ts";
import { decryptSources } from "./decrypt-sources.ts";

function valuesOf(source: SourceText | undefined): readonly string[] {
  return source === undefined
    ? []
    : readSource(source).documents.map(({ tree }) =>
        stringifyJson(tree.faults.length > 0 ? "fault" : tree.value),
      );
}

function lineOf(text: string | undefined, part: string): number {
  return (text ?? "").split("\n").findIndex((line) => line.includes(part));
}

for (const name of readdirSync(`${sopsFolder}/decrypted`)) {
  test(`${name} is decrypted to the values that sops prints, line by line`, async (t) => {
    const text = encryptedFile(name);
    const { sources, found } = await decryptText(text, undefined, name);
    t.deepEqual(found, []);
    const printed = readFileSync(`${sopsFolder}/decrypted/${name}`, "utf8");
    t.deepEqual(valuesOf(sources[0]), valuesOf({ name, text: printed }));
    t.is(sources[0]?.text.split("\n").length, text.split("\n").length);
    t.is(sources[0]?.shown, text);
    t.notRegex(sources[0]?.text ?? "", /^sops:|AGE ENCRYPTED/m);
  });
}

test("a decrypted value stays on its line, and its path is recorded", async (t) => {
  const { sources } = await decryptText(encryptedFile("multi.yaml"));
  t.deepEqual(sources[0]?.secrets, {
    values: ["alpha-value", "beta-value", "other", "gamma-value"],
    places: [
      { document: 0, path: ["stringData", "a"] },
      { document: 1, path: ["data", "b"] },
      { document: 1, path: ["data", "plain"] },
      { document: 2, path: ["items", 0, "stringData", "c"] },
    ],
  });
  t.is(lineOf(sources[0]?.text, "beta-value"), lineOf(encryptedFile("multi.yaml"), "    b: ENC["));
});

test("comments in a list do not count as entries", async (t) => {
  const { sources } = await decryptText(encryptedFile("all-types.yaml"));
  const places = sources[0]?.secrets?.places ?? [];
  t.true(places.some(({ path }) => path.join(".") === "spec.list.7.value"));
  t.false(places.some(({ path }) => path.join(".") === "spec.list.8.value"));
});

test("a text without SOPS metadata is returned unchanged, and no key is read", async (t) => {
  const source = { name: "a.yaml", text: "kind: ConfigMap\ndata:\n  a: ENC[AES256_GCM,data:x]\n" };
  const missing = { paths: ["fixtures/sops/missing.agekey"] };
  t.is((await decryptSources([source], missing)).sources[0], source);
});

test("a SopsSecret, which an operator decrypts in the cluster, is returned unchanged", async (t) => {
  const text = encryptedFile("secret.yaml").replace("kind: Secret", "kind: SopsSecret");
  t.is((await decryptText(text, { paths: [] })).sources[0]?.text, text);
});
