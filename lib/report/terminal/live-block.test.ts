import test from "ava";

import { plainCell } from "./columns.ts";
import { LiveBlock } from "./live-block.ts";

// oxlint-disable-next-line no-control-regex -- the sequence that moves the cursor up begins with one.
const upwards = /\u001B\[(\d+)A\r<erase>/g;

function block() {
  const texts: string[] = [];
  const live = new LiveBlock((text) => texts.push(text));
  /** The output since the last call, with escape sequences replaced by names. */
  const written = (): string =>
    texts
      .splice(0)
      .join("")
      .replaceAll("\u001B[?25l", "<hide>")
      .replaceAll("\u001B[?25h", "<show>")
      .replaceAll("\u001B[?2026h", "<begin>")
      .replaceAll("\u001B[?2026l", "<end>")
      .replaceAll("\u001B[J", "<erase>")
      .replaceAll(upwards, "<up $1>");
  return { live, written };
}

test("the first draw hides the cursor, and each further one replaces the previous rows", (t) => {
  const { live, written } = block();
  live.draw([], [plainCell("a"), plainCell("b")], 80);
  t.is(written(), "<hide><begin>a\nb\n<end>");
  live.draw([], [plainCell("c")], 80);
  t.is(written(), "<begin><up 2>c\n<end>");
});

test("permanent lines are printed above the live rows", (t) => {
  const { live, written } = block();
  live.draw([], [plainCell("row")], 80);
  live.draw(["done"], [plainCell("row")], 80);
  live.draw([], [plainCell("row")], 80);
  t.true(written().endsWith("<begin><up 1>done\nrow\n<end><begin><up 1>row\n<end>"));
});

test("rows that are wrapped by a narrower terminal are erased with all their lines", (t) => {
  const { live, written } = block();
  live.draw([], [plainCell("x".repeat(80)), plainCell("")], 80);
  written();
  live.draw([], [], 30);
  t.is(written(), "<begin><up 4><end>");
});

test("close erases the rows, prints the last lines and shows the cursor", (t) => {
  const { live, written } = block();
  live.draw([], [plainCell("row")], 80);
  written();
  live.close(["summary"], 80);
  t.is(written(), "<up 1>summary\n<show>");
});

test("closing a block that was never drawn only prints the last lines", (t) => {
  const { live, written } = block();
  live.close(["summary"], 80);
  t.is(written(), "summary\n");
});
