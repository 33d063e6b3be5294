import test from "ava";

import { plainLine, reasonWord } from "./readiness-result.ts";

/** The line in a message for a text from the cluster. */
const becomes = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, text: string, line: string) {
    t.is(plainLine(text), line);
  },
});

test(becomes, "line breaks become spaces", "a\r\n\tb", "a b");
test(becomes, "control characters of escape sequences are removed", "\u001B[31mred\u009B0m", "[31mred 0m");
test(
  becomes,
  "bidirectional control characters and line separators become spaces",
  "a\u202Eb\u2028c",
  "a b c",
);
test(becomes, "a full stop at the end is removed", "It failed.", "It failed");
test(becomes, "an ellipsis at the end is kept", "wait...", "wait...");
test(becomes, "a text of 300 characters is kept", "x".repeat(300), "x".repeat(300));
test(becomes, "a text of more than 300 characters is truncated", "x".repeat(100_000), `${"x".repeat(300)}…`);
test(becomes, "a surrogate pair is not split by truncation", `${"x".repeat(299)}😀😀`, `${"x".repeat(299)}…`);

test("a reason that is not a word is replaced by the default", (t) => {
  t.is(reasonWord("BackoffLimitExceeded", "Other"), "BackoffLimitExceeded");
  t.is(reasonWord("no word", "Other"), "Other");
  t.is(reasonWord("", "Other"), "Other");
});
