import test from "ava";
import * as fc from "fast-check";

import { makePaint } from "./terminal-color.ts";
import { clipRow } from "./truncate-row.ts";
import { textWidth } from "./text-width.ts";

/** The row of plain pieces in that many columns. */
const clips = test.macro((t, pieces: readonly string[], width: number, expected: string) => {
  const row = clipRow(
    pieces.map((text) => ({ tone: "plain", text })),
    width,
    makePaint(false),
  );
  t.deepEqual(row, { shown: expected, width: textWidth(expected) });
});

test("pieces that fit are joined", clips, ["group 1 ", "web"], 11, "group 1 web");
test("a row that is too long ends in an ellipsis", clips, ["group 1 ", "web"], 10, "group 1 w…");
test("pieces after the cut are dropped", clips, ["abcdef", "gh"], 4, "abc…");
test("a row that is full before a piece ends there", clips, ["abcd", "ef"], 4, "abcd");
test("a wide character is not cut in half", clips, ["日本語"], 4, "日…");
test("escaped characters count as they are shown", clips, ["a\u001Bb"], 4, String.raw`a\x…`);
test("a row without room is empty", clips, ["abc"], 0, "");
test("no pieces are an empty row", clips, [], 5, "");

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

test("each piece keeps its colour where it is cut", (t) => {
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
