import test from "ava";

import { decryptText, encryptedFile } from "../../fixtures/encrypted-file.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";

interface Refusal {
  readonly code: DiagnosticCode;
  readonly says: RegExp;
  readonly line?: number;
}

const isRefused = test.macro(
  async (t, file: string, change: (text: string) => string, { code, says, line }: Refusal) => {
    const { sources, found } = await decryptText(change(encryptedFile(file)));
    t.deepEqual(sources, []);
    t.like(found, [
      { code, severity: "error", origin: { file: "web.yaml", ...(line === undefined ? {} : { line }) } },
    ]);
    t.regex(found[0]?.message ?? "", says);
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
