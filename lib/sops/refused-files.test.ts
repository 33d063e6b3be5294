import test from "ava";

import { decryptText, encryptedFile, testKeyFile } from "../../fixtures/encrypted-file.ts";
import type { KeySource } from "./key-source.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";

interface Refusal {
  readonly code: DiagnosticCode;
  readonly says: RegExp;
  readonly keys?: KeySource;
}

const isRefused = test.macro(
  async (t, file: string, change: (text: string) => string, { code, says, keys }: Refusal) => {
    const { sources, found } = await decryptText(change(encryptedFile(file)), keys);
    t.deepEqual(sources, []);
    t.like(found, [{ code, severity: "error", origin: { file: "web.yaml" } }]);
    t.regex(found[0]?.message ?? "", says);
    t.notRegex(found[0]?.message ?? "", /correct horse|hunter2|aHVudGVyMg/);
  },
);

function same(text: string): string {
  return text;
}

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
  keys: { paths: [testKeyFile] },
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
    code: "SopsKeyMissing",
    says: /for PGP 85D77543B3D6 and AWS KMS arn:aws:kms:eu-1, and no plugin for pgp is given/,
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
  "recipients of key services are refused before a plugin is run for each of a thousand",
  isRefused,
  "secret.yaml",
  (text) => text.replace("    age:\n", `    pgp:\n${"        - enc: x\n".repeat(1000)}    age:\n`),
  { code: "SopsInvalid", says: /1000 recipients of other services, more than 20/ },
);
test(
  "deep nesting is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("type: Opaque", `type: ${"[".repeat(600)}${"]".repeat(600)}`),
  { code: "SopsInvalid", says: /nested deeper/ },
);
