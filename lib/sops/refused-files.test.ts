import test from "ava";

import { decryptText, encryptedFile, testKeyFile } from "../../fixtures/encrypted-file.ts";
import type { KeySource } from "./key-source.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";

interface Refusal {
  readonly code: DiagnosticCode;
  readonly pattern: RegExp;
  readonly keys?: KeySource;
}

const isRefused = test.macro(
  async (t, file: string, change: (text: string) => string, { code, pattern, keys }: Refusal) => {
    const { sources, found } = await decryptText(change(encryptedFile(file)), keys);
    t.deepEqual(sources, []);
    t.like(found, [{ code, severity: "error", origin: { file: "web.yaml" } }]);
    t.regex(found[0]?.message ?? "", pattern);
    t.notRegex(found[0]?.message ?? "", /correct horse|hunter2|aHVudGVyMg/);
  },
);

function unchanged(text: string): string {
  return text;
}

test("a file without a MAC is refused", isRefused, "secret.yaml", (text) => text.replace(/ +mac: .*\n/, ""), {
  code: "SopsInvalid",
  pattern: /without a valid `mac`/,
});
test(
  "a file with two encryption rules is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("    version:", "    encrypted_suffix: x\n    version:"),
  { code: "SopsInvalid", pattern: /both/ },
);
test(
  "a file with a syntax error is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("type: Opaque", "type: [Opaque"),
  { code: "SopsInvalid", pattern: /cannot be read/ },
);
test(
  "a file with aliases is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("name: web", "name: &a web").replace("namespace: shop", "namespace: *a"),
  { code: "SopsUnsupported", pattern: /aliases/ },
);
test(
  "a file with merge keys is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("metadata:", "x: &x {a: b}\nmetadata:\n    <<: *x"),
  { code: "SopsUnsupported", pattern: /aliases/ },
);
test("a file with several key groups is refused", isRefused, "shamir.yaml", unchanged, {
  code: "SopsUnsupported",
  pattern: /2 key groups/,
});
test("a missing key is a fault that names the recipients", isRefused, "secret.yaml", unchanged, {
  code: "SopsKeyMissing",
  pattern: /encrypted for age1\w+, and no age key is given: set --sops-age-key-file/,
  keys: { paths: [] },
});
test(
  "a key of another recipient is a fault that names the key file",
  isRefused,
  "post-quantum.yaml",
  unchanged,
  {
    code: "SopsKeyMissing",
    pattern: /1 age key in .*test-key.agekey cannot decrypt it/,
    keys: { paths: [testKeyFile] },
  },
);
test("a truncated key is a fault", isRefused, "secret.yaml", unchanged, {
  code: "SopsKeyInvalid",
  pattern: /a key of SOPS_AGE_KEY is not a valid age key/,
  keys: { paths: [], env: { SOPS_AGE_KEY: "AGE-SECRET-KEY-1QQQQ" } },
});
test("a damaged data key is a fault", isRefused, "secret.yaml", (text) => text.replace(/YWdl/, "AAAA"), {
  code: "SopsKeyMissing",
  pattern: /cannot decrypt it/,
});
test(
  "a file for other key services is a fault that names its recipients",
  isRefused,
  "secret.yaml",
  (text) =>
    text.replace(
      / {4}age:[^]*(?= {4}lastmodified)/,
      "    pgp:\n        - fp: 85D77543B3D6\n          enc: x\n    kms:\n        - arn: arn:aws:kms:eu-1\n          enc: x\n",
    ),
  {
    code: "SopsKeyMissing",
    pattern: /for PGP 85D77543B3D6 and AWS KMS arn:aws:kms:eu-1, and no plugin for pgp is given/,
  },
);
test(
  "a file with more than 100 age recipients is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("    age:\n", `    age:\n${"        - enc: x\n".repeat(1000)}`),
  { code: "SopsInvalid", pattern: /more than 100/ },
);
test(
  "a file with more than 20 recipients of key services is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("    age:\n", `    pgp:\n${"        - enc: x\n".repeat(1000)}    age:\n`),
  { code: "SopsInvalid", pattern: /1000 recipients of other services, more than 20/ },
);
test(
  "a deeply nested file is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("type: Opaque", `type: ${"[".repeat(600)}${"]".repeat(600)}`),
  { code: "SopsInvalid", pattern: /nested deeper/ },
);
