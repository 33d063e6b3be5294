import test from "ava";

import { alignColumns, columnWidths, emptyCell, plainCell, totalWidth } from "./columns.ts";

const table = [
  [plainCell("NAME"), plainCell("PHASE"), plainCell("MESSAGE")],
  [plainCell("shop"), plainCell("Ready"), emptyCell],
  [plainCell("日本"), emptyCell, plainCell("a message")],
  [plainCell("long-name")],
];

test("a column is as wide as its widest cell, in terminal columns", (t) => {
  t.deepEqual(columnWidths(table), [9, 5, 9]);
  t.deepEqual(columnWidths([]), []);
});

test("columns are aligned with two spaces between them and none at the end of a line", (t) => {
  t.deepEqual(alignColumns(table, columnWidths(table)), [
    "NAME       PHASE  MESSAGE",
    "shop       Ready",
    "日本              a message",
    "long-name",
  ]);
});

test("the colours of a cell do not count for its width", (t) => {
  const painted = { shown: "\u001B[32mok\u001B[39m", width: 2 };
  t.deepEqual(alignColumns([[painted, plainCell("x")]], [4, 1]), ["\u001B[32mok\u001B[39m    x"]);
});

test("the width of a table is that of its columns and the gaps between them", (t) => {
  t.is(totalWidth([9, 5, 9]), 27);
  t.is(totalWidth([4]), 4);
});
