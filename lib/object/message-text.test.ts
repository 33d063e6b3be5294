import test from "ava";

import { formatCycle, listSome, truncateWord } from "./message-text.ts";

/** Checks how a word is shortened. */
const testShortened = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, [text, quoted]: readonly [string, string]) {
    t.is(truncateWord(text), quoted);
  },
});

test(testShortened, "a word of 60 characters is quoted in full", ["x".repeat(60), "x".repeat(60)]);
test(testShortened, "a word of 61 characters is cut at 60", ["x".repeat(61), `${"x".repeat(60)}…`]);
test(testShortened, "a surrogate pair is never split", [`${"x".repeat(59)}😀😀`, `${"x".repeat(59)}…`]);

test("a cycle of up to nine names is shown in full, a longer one without its middle", (t) => {
  const names = "abcdefghij".split("");
  t.is(formatCycle(names.slice(0, 9)), "a → b → c → d → e → f → g → h → i");
  t.is(formatCycle(names), "a → b → c → d → e → … 2 more … → h → i → j");
});

test("up to five names are listed, of more the first five and the number of the others", (t) => {
  t.is(listSome([]), "");
  t.is(listSome("abcde".split("")), "a, b, c, d, e");
  t.is(listSome("abcdefgh".split("")), "a, b, c, d, e and 3 more");
});
