import test from "ava";

import { plainCell } from "./columns.ts";
import { wrapWords } from "./word-wrap.ts";

const breaks = test.macro({
  title: (_, text: string, width: number) => `${text} in ${width} columns`,
  exec: (t, text: string, width: number, lines: readonly string[]) => {
    t.deepEqual(wrapWords(text.split(" ").map(plainCell), { indent: 1, width }), lines);
  },
});

test(breaks, "one two three", 14, [" one two three"]);
test(breaks, "one two three", 13, [" one two", "   three"]);
test(breaks, "one two three", 2, [" one", "   two", "   three"]);
test(breaks, "日本 語", 7, [" 日本", "   語"]);
test(breaks, "日本 語", 8, [" 日本 語"]);

test("no words make no line", (t) => {
  t.deepEqual(wrapWords([], { indent: 4, width: 80 }), []);
});
