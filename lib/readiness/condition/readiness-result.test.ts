import test from "ava";

import { plainLine, reasonWord } from "./readiness-result.ts";

/** What a message makes of a text of the cluster's. */
const reads = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, text: string, line: string) {
    t.is(plainLine(text), line);
  },
});

test(reads, "line breaks become spaces", "a\r\n\tb", "a b");
test(reads, "escape sequences lose their escape", "\u001B[31mred\u009B0m", "[31mred 0m");
test(reads, "marks that turn the direction of text go", "a\u202Eb\u2028c", "a b c");
test(reads, "the full stop at the end goes", "It failed.", "It failed");
test(reads, "an ellipsis stays", "wait...", "wait...");
test(reads, "300 characters stay whole", "x".repeat(300), "x".repeat(300));
test(reads, "a longer text is cut", "x".repeat(100_000), `${"x".repeat(300)}…`);
test(reads, "no character is cut apart", `${"x".repeat(299)}😀😀`, `${"x".repeat(299)}…`);

test("a reason is a word, or another is taken", (t) => {
  t.is(reasonWord("BackoffLimitExceeded", "Other"), "BackoffLimitExceeded");
  t.is(reasonWord("no word", "Other"), "Other");
  t.is(reasonWord("", "Other"), "Other");
});
