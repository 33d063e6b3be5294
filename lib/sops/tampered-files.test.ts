import test from "ava";

import { decryptText, encryptedFile } from "../../fixtures/encrypted-file.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";

interface Refusal {
  readonly code: DiagnosticCode;
  readonly pattern: RegExp;
  readonly line?: number;
}

const isRefused = test.macro(
  async (t, file: string, change: (text: string) => string, { code, pattern, line }: Refusal) => {
    const { sources, found } = await decryptText(change(encryptedFile(file)));
    t.deepEqual(sources, []);
    t.like(found, [
      { code, severity: "error", origin: { file: "web.yaml", ...(line === undefined ? {} : { line }) } },
    ]);
    t.regex(found[0]?.message ?? "", pattern);
    t.notRegex(found[0]?.message ?? "", /correct horse|hunter2|aHVudGVyMg/);
  },
);

/** Swaps two lines, by their first words. */
function swapped(first: string, second: string): (text: string) => string {
  return (text) => {
    const lines = text.split("\n");
    const left = lines.find((line) => line.trim().startsWith(first)) ?? "";
    const right = lines.find((line) => line.trim().startsWith(second)) ?? "";
    const other = new Map([
      [left, right],
      [right, left],
    ]);
    return lines.map((line) => other.get(line) ?? line).join("\n");
  };
}

const changed = /was changed, or moved/;
const macMismatch = /MAC that does not match/;

test(
  "a changed value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/(password: ENC\[AES256_GCM,data:)../, "$1AA"),
  { code: "SopsInvalid", pattern: changed, line: 11 },
);
test(
  "a value moved to another key is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("    password: ENC", "    passwort: ENC"),
  { code: "SopsInvalid", pattern: changed, line: 11 },
);
test(
  "a plain text in place of an encrypted value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/password: ENC.*/, "password: known"),
  { code: "SopsInvalid", pattern: /is not encrypted/, line: 11 },
);
test(
  "a number in place of an encrypted value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/password: ENC.*/, "password: 12"),
  { code: "SopsInvalid", pattern: /is not encrypted/, line: 11 },
);
test(
  "a short authentication tag is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/tag:[^,]*/, "tag:AAAA"),
  {
    code: "SopsInvalid",
    pattern: /not in the format/,
  },
);
test(
  "an encrypted value replaced by an empty string is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/password: ENC.*/, 'password: ""'),
  { code: "SopsInvalid", pattern: macMismatch },
);
test(
  "a changed MAC is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/(mac: ENC\[AES256_GCM,data:)../, "$1AA"),
  { code: "SopsInvalid", pattern: macMismatch, line: 17 },
);
test(
  "a changed lastmodified time is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace(/lastmodified: "20\d\d/, 'lastmodified: "1999'),
  { code: "SopsInvalid", pattern: macMismatch },
);
test(
  "a changed unencrypted value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("name: web", "name: api"),
  { code: "SopsInvalid", pattern: macMismatch },
);
test("reordered unencrypted values are refused", isRefused, "secret.yaml", swapped("name:", "namespace:"), {
  code: "SopsInvalid",
  pattern: macMismatch,
});
test("reordered encrypted values are refused", isRefused, "secret.yaml", swapped('"8080"', '"443"'), {
  code: "SopsInvalid",
  pattern: macMismatch,
});
test(
  "an added value is refused",
  isRefused,
  "secret.yaml",
  (text) => text.replace("type: Opaque", "type: Opaque\nimmutable: true"),
  { code: "SopsInvalid", pattern: macMismatch },
);
test(
  "a file with a removed document is refused",
  isRefused,
  "multi.yaml",
  (text) => text.slice(0, text.lastIndexOf("\n---\n") + 1),
  { code: "SopsInvalid", pattern: macMismatch },
);
test(
  "reordered values are refused if the MAC covers only encrypted values",
  isRefused,
  "mac-only.yaml",
  swapped('"8080"', '"443"'),
  { code: "SopsInvalid", pattern: macMismatch },
);
