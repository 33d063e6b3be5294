import { readdirSync, readFileSync } from "node:fs";

import test from "ava";

import type { SourceText } from "../object/diagnostic/source-text.ts";
import { stringifyJson } from "../object/json.ts";
import { readSource } from "../manifest/parse-source.ts";
import type { AgeKeySource } from "./age-keys.ts";
import { type Decrypted, decryptSources } from "./decrypt-sources.ts";

const folder = "fixtures/sops";
const testKey = `${folder}/throw-away-test-key.agekey`;
/** Both keys, as in a mounted Secret. */
const allKeys: AgeKeySource = { paths: [folder] };
const decryptable = readdirSync(`${folder}/decrypted`);

function encrypted(name: string): string {
  return readFileSync(`${folder}/encrypted/${name}`, "utf8");
}

async function decrypt(text: string, keys: AgeKeySource = allKeys, name = "web.yaml"): Promise<Decrypted> {
  return decryptSources([{ name, text }], keys);
}

function valuesOf(source: SourceText | undefined): readonly string[] {
  return source === undefined
    ? []
    : readSource(source).documents.map(({ tree }) =>
        stringifyJson(tree.faults.length > 0 ? "fault" : tree.value),
      );
}

for (const name of decryptable) {
  test(`${name} is decrypted to the values that sops prints, line by line`, async (t) => {
    const text = encrypted(name);
    const { sources, found } = await decrypt(text, allKeys, name);
    t.deepEqual(found, []);
    const printed = readFileSync(`${folder}/decrypted/${name}`, "utf8");
    t.deepEqual(valuesOf(sources[0]), valuesOf({ name, text: printed }));
    t.is(sources[0]?.text.split("\n").length, text.split("\n").length);
    t.is(sources[0]?.shown, text);
    t.notRegex(sources[0]?.text ?? "", /^sops:|AGE ENCRYPTED/m);
  });
}

test("a decrypted value stays on its line, and its place is known", async (t) => {
  const { sources } = await decrypt(encrypted("multi.yaml"));
  t.deepEqual(sources[0]?.secrets, {
    values: ["alpha-value", "beta-value", "other", "gamma-value"],
    places: [
      { document: 0, path: ["stringData", "a"] },
      { document: 1, path: ["data", "b"] },
      { document: 1, path: ["data", "plain"] },
      { document: 2, path: ["items", 0, "stringData", "c"] },
    ],
  });
  const lineOf = (text: string, part: string): number =>
    text.split("\n").findIndex((line) => line.includes(part));
  t.is(lineOf(sources[0]?.text ?? "", "beta-value"), lineOf(encrypted("multi.yaml"), "    b: ENC["));
});

test("comments of a list do not count as its entries", async (t) => {
  const { sources } = await decrypt(encrypted("all-types.yaml"));
  const places = sources[0]?.secrets?.places ?? [];
  t.true(places.some(({ path }) => path.join(".") === "spec.list.7.value"));
  t.false(places.some(({ path }) => path.join(".") === "spec.list.8.value"));
});

test("a text without metadata is returned as it is, and no key is read", async (t) => {
  const source = { name: "a.yaml", text: "kind: ConfigMap\ndata:\n  a: ENC[AES256_GCM,data:x]\n" };
  const missing = { paths: ["fixtures/sops/missing.agekey"] };
  t.is((await decryptSources([source], missing)).sources[0], source);
});

test("a SopsSecret, which an operator decrypts in the cluster, is returned as it is", async (t) => {
  const text = encrypted("secret.yaml").replace("kind: Secret", "kind: SopsSecret");
  t.is((await decrypt(text, { paths: [] })).sources[0]?.text, text);
});

const isRefused = test.macro(
  async (
    t,
    file: string,
    change: (text: string) => string,
    expected: {
      readonly code: string;
      readonly says: RegExp;
      readonly line?: number;
      readonly keys?: AgeKeySource;
    },
  ) => {
    const text = change(encrypted(file));
    t.true(change === same || text !== encrypted(file));
    const { sources, found } = await decrypt(text, expected.keys);
    t.deepEqual(sources, []);
    t.is(found.length, 1);
    t.is(found[0]?.code, expected.code as "SopsInvalid");
    t.is(found[0]?.severity, "error");
    t.regex(found[0]?.message ?? "", expected.says);
    t.notRegex(found[0]?.message ?? "", /correct horse|hunter2|aHVudGVyMg/);
    t.is(found[0]?.origin?.file, "web.yaml");
    if (expected.line !== undefined) {
      t.is(found[0]?.origin?.line, expected.line);
    }
  },
);

function same(text: string): string {
  return text;
}

/** Swaps two lines, by their first words. */
function swapped(first: string, second: string): (text: string) => string {
  return (text) => {
    const lines = text.split("\n");
    const [left, right] = [first, second].map((word) =>
      lines.findIndex((line) => line.trim().startsWith(word)),
    );
    return lines
      .map((line, index) => (index === left ? lines[right ?? 0] : index === right ? lines[left ?? 0] : line))
      .join("\n");
  };
}

const changed = /was changed, or moved/;
const macMismatch = /MAC that does not match/;
test(
  "a changed value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/(password: ENC\[AES256_GCM,data:)../, "$1AA"),
  { code: "SopsInvalid", says: changed, line: 11 },
);
test(
  "a value moved to another key is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("    password: ENC", "    passwort: ENC"),
  { code: "SopsInvalid", says: changed, line: 11 },
);
test(
  "a plain text in place of a value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/password: ENC.*/, "password: known"),
  { code: "SopsInvalid", says: /is not encrypted/, line: 11 },
);
test(
  "a number in place of a value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/password: ENC.*/, "password: 12"),
  { code: "SopsInvalid", says: /is not encrypted/, line: 11 },
);
test("a short tag is refused", isRefused, "secret.yaml", (text) => text.replace(/tag:[^,]*/, "tag:AAAA"), {
  code: "SopsInvalid",
  says: /not in the format/,
});
test(
  "an emptied value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/password: ENC.*/, 'password: ""'),
  { code: "SopsInvalid", says: macMismatch },
);
test(
  "a changed MAC is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/(mac: ENC\[AES256_GCM,data:)../, "$1AA"),
  { code: "SopsInvalid", says: macMismatch, line: 17 },
);
test(
  "a changed time of the last change is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/lastmodified: "20\d\d/, 'lastmodified: "1999'),
  { code: "SopsInvalid", says: macMismatch },
);
test(
  "a changed value that is not encrypted is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("name: web", "name: api"),
  { code: "SopsInvalid", says: macMismatch },
);
test("values in another order are refused", isRefused, "secret.yaml", swapped("name:", "namespace:"), {
  code: "SopsInvalid",
  says: macMismatch,
});
test("encrypted values in another order are refused", isRefused, "secret.yaml", swapped('"8080"', '"443"'), {
  code: "SopsInvalid",
  says: macMismatch,
});
test(
  "an added value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("type: Opaque", "type: Opaque\nimmutable: true"),
  { code: "SopsInvalid", says: macMismatch },
);
test(
  "a document that was removed is refused",
  isRefused,
  "multi.yaml",
  (text) => text.slice(0, text.lastIndexOf("\n---\n") + 1),
  { code: "SopsInvalid", says: macMismatch },
);
test(
  "values of a file whose MAC covers only encrypted values are refused in another order",
  isRefused,
  "mac-only.yaml",
  swapped('"8080"', '"443"'),
  { code: "SopsInvalid", says: macMismatch },
);
test(
  "without its MAC a file is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/ +mac: .*\n/, ""),
  { code: "SopsInvalid", says: /without a valid `mac`/ },
);
test(
  "two rules are refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("    version:", "    encrypted_suffix: x\n    version:"),
  { code: "SopsInvalid", says: /both/ },
);
test(
  "a syntax error is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("type: Opaque", "type: [Opaque"),
  { code: "SopsInvalid", says: /cannot be read/ },
);
test(
  "aliases are refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("name: web", "name: &a web").replace("namespace: shop", "namespace: *a"),
  { code: "SopsUnsupported", says: /aliases/ },
);
test(
  "merge keys are refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("metadata:", "x: &x {a: b}\nmetadata:\n    <<: *x"),
  { code: "SopsUnsupported", says: /aliases/ },
);
test("key groups are refused", isRefused, "shamir.yaml", same, {
  code: "SopsUnsupported",
  says: /2 key groups/,
});
test("no key is a fault with the recipients", isRefused, "secret.yaml", same, {
  code: "SopsKeyMissing",
  says: /encrypted for age1\w+, and no age key is given: set --sops-age-key-file/,
  keys: { paths: [] },
});
test("a key of somebody else is a fault with its place", isRefused, "post-quantum.yaml", same, {
  code: "SopsKeyMissing",
  says: /1 age key in .*test-key.agekey cannot decrypt it/,
  keys: { paths: [testKey] },
});
test("a key that is cut off is a fault", isRefused, "secret.yaml", same, {
  code: "SopsKeyInvalid",
  says: /a key of SOPS_AGE_KEY is no valid age key/,
  keys: { paths: [], env: { SOPS_AGE_KEY: "AGE-SECRET-KEY-1QQQQ" } },
});
test("a damaged data key is a fault", isRefused, "secret.yaml", (text) => text.replace(/YWdl/, "AAAA"), {
  code: "SopsKeyMissing",
  says: /cannot decrypt it/,
});
test(
  "other key services are named",
  isRefused,
  "secret.yaml",
  (text) =>
    text.replace(
      / {4}age:[^]*(?= {4}lastmodified)/,
      "    pgp:\n        - fp: 85D77543B3D6\n          enc: x\n    kms:\n        - arn: arn:aws:kms:eu-1\n          enc: x\n",
    ),
  {
    code: "SopsUnsupported",
    says: /for PGP 85D77543B3D6 and AWS KMS arn:aws:kms:eu-1, but only age is supported/,
  },
);
test(
  "a thousand recipients are refused before any is tried",
  isRefused,
  "secret.yaml",
  (text) => text.replace("    age:\n", `    age:\n${"        - enc: x\n".repeat(1000)}`),
  { code: "SopsInvalid", says: /more than 100/ },
);
test(
  "deep nesting is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("type: Opaque", `type: ${"[".repeat(600)}${"]".repeat(600)}`),
  { code: "SopsInvalid", says: /nested deeper/ },
);
