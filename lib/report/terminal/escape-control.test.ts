import test from "ava";
import * as fc from "fast-check";

import { escapeControl } from "./escape-control.ts";

const escapes = test.macro({
  exec(t, text: string, expected: string) {
    t.is(escapeControl(text), expected);
  },
  title: (_, __: string, expected: string) => `text is escaped for a terminal as: ${expected}`,
});
test(escapes, "plain ASCII: ~!", "plain ASCII: ~!");
test(escapes, "ümlaut, 日本, 😀", "ümlaut, 日本, 😀");
test(escapes, "\u001B[31mred", String.raw`\x1b[31mred`);
test(escapes, "a\tb\r\nc\u0000", String.raw`a\x09b\x0d\x0ac\x00`);
test(escapes, "c1\u009B31m", String.raw`c1\x9b31m`);
test(escapes, "\u202Egpj.exe", String.raw`\u202egpj.exe`);
test(escapes, "zero\u200Bwidth\u2060\uFEFF", String.raw`zero\u200bwidth\u2060\ufeff`);
test(escapes, "line\u2028break", String.raw`line\u2028break`);
test(escapes, "half\uD83D", String.raw`half\ud83d`);

test("escaping removes all control characters, and is idempotent", (t) => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const escaped = escapeControl(text);
      t.notRegex(escaped, /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
      t.is(escapeControl(escaped), escaped);
    }),
  );
});
