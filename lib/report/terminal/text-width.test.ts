import test from "ava";

import { characterWidth, textWidth } from "./text-width.ts";

const hasWidth = test.macro({
  exec(t, text: string, width: number) {
    t.is(textWidth(text), width);
  },
  title: (_, text: string, width: number) => `"${text}" takes ${width} columns`,
});
test(hasWidth, "", 0);
test(hasWidth, "plain", 5);
test(hasWidth, "ümlaut", 6);
test(hasWidth, "日本語", 6);
test(hasWidth, "한글", 4);
test(hasWidth, "カナ", 4);
test(hasWidth, "ｆｕｌｌ", 8);
test(hasWidth, "a😀b", 4);
test(hasWidth, "…→█", 3);
// A letter with a combining accent, and one that ignores a variation selector.
test(hasWidth, "e\u0301", 1);
test(hasWidth, "x\uFE0F", 1);

test("a code point takes zero, one or two columns", (t) => {
  t.is(characterWidth("\u0301"), 0);
  t.is(characterWidth("é"), 1);
  t.is(characterWidth("漢"), 2);
});
