import test from "ava";

import { characterWidth, textWidth } from "./text-width.ts";

const isWide = test.macro({
  exec(t, text: string, width: number) {
    t.is(textWidth(text), width);
  },
  title: (_, text: string, width: number) => `"${text}" takes ${width} columns`,
});
test(isWide, "", 0);
test(isWide, "plain", 5);
test(isWide, "ümlaut", 6);
test(isWide, "日本語", 6);
test(isWide, "한글", 4);
test(isWide, "カナ", 4);
test(isWide, "ｆｕｌｌ", 8);
test(isWide, "a😀b", 4);
test(isWide, "…→█", 3);
// A letter with a combining accent, and one that ignores a variation selector.
test(isWide, "e\u0301", 1);
test(isWide, "x\uFE0F", 1);

test("one code point takes no, one or two columns", (t) => {
  t.is(characterWidth("\u0301"), 0);
  t.is(characterWidth("é"), 1);
  t.is(characterWidth("漢"), 2);
});
