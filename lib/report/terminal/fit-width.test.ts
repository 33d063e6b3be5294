import test from "ava";
import * as fc from "fast-check";

import { plainCell } from "./columns.ts";
import { wrapWords, clipRow } from "./fit-width.ts";
import { makePaint } from "./terminal-color.ts";
import { textWidth } from "./text-width.ts";

const breaks = test.macro({
  title: (_, text: string, width: number) => `"${text}" is wrapped to ${width} columns`,
  exec: (t, text: string, width: number, lines: readonly string[]) => {
    t.deepEqual(wrapWords(text.split(" ").map(plainCell), { indent: 1, width }), lines);
  },
});

test(breaks, "one two three", 14, [" one two three"]);
test(breaks, "one two three", 13, [" one two", "   three"]);
test(breaks, "one two three", 2, [" one", "   two", "   three"]);
test(breaks, "日本 語", 7, [" 日本", "   語"]);
test(breaks, "日本 語", 8, [" 日本 語"]);

test("no words are wrapped to no lines", (t) => {
  t.deepEqual(wrapWords([], { indent: 4, width: 80 }), []);
});

/** Clips a row of plain pieces to the given number of columns. */
const clips = test.macro((t, pieces: readonly string[], width: number, expected: string) => {
  const row = clipRow(
    pieces.map((text) => ({ tone: "plain", text })),
    width,
    makePaint(false),
  );
  t.deepEqual(row, { shown: expected, width: textWidth(expected) });
});

test("pieces of a row that fit are joined", clips, ["group 1 ", "web"], 11, "group 1 web");
test("a row that is too long ends in an ellipsis", clips, ["group 1 ", "web"], 10, "group 1 w…");
test("pieces of a row after the cut are dropped", clips, ["abcdef", "gh"], 4, "abc…");
test("a row that is full at the end of a piece is cut there", clips, ["abcd", "ef"], 4, "abcd");
test("a wide character is not cut in half", clips, ["日本語"], 4, "日…");
test("escaped characters count with their escaped width", clips, ["a\u001Bb"], 4, String.raw`a\x…`);
test("a row of zero columns is empty", clips, ["abc"], 0, "");
test("a row without pieces is empty", clips, [], 5, "");

test("a row is never wider than the terminal", (t) => {
  const piece = fc.string({ unit: "grapheme", maxLength: 8 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), fc.nat({ max: 12 }), (texts, width) => {
      const row = clipRow(
        texts.map((text) => ({ tone: "plain", text })),
        width,
        makePaint(false),
      );
      t.true(row.width <= width);
      t.is(textWidth(row.shown), row.width);
    }),
  );
});

test("pieces of a cut row keep their colours", (t) => {
  const row = clipRow(
    [
      { tone: "good", text: "ok " },
      { tone: "error", text: "failed" },
    ],
    6,
    (tone, text) => `<${tone}>${text}</>`,
  );
  t.deepEqual(row, { shown: "<good>ok </><error>fa…</>", width: 6 });
});
