import test from "ava";

import { judgeOrders, type OrderVerdict } from "./order-verdict.ts";

async function judged(...verdicts: readonly OrderVerdict[]) {
  const lines: string[] = [];
  const cases = verdicts.map((verdict, index) => ({
    name: String(index),
    judge: () => Promise.resolve(verdict),
  }));
  const isSame = await judgeOrders(cases, (line) => void lines.push(line));
  return { isSame, lines };
}

test("a comparison without differences succeeds", async (t) => {
  const { isSame, lines } = await judged("same order", "refused by both", "same order");
  t.true(isSame);
  t.deepEqual(lines, ["2 same order, 1 refused by both"]);
});

test("a difference fails the comparison, and is printed", async (t) => {
  const { isSame, lines } = await judged("same order", ["a before b"]);
  t.false(isSame);
  t.deepEqual(lines, ["case 1: a before b", "1 same order, 1 different"]);
});

test("a comparison of no sets, or with many out of time, fails", async (t) => {
  t.false((await judged()).isSame);
  t.false((await judged("out of time")).isSame);
  t.false((await judged("same order", "out of time")).isSame);
  t.true((await judged("same order", "same order", "same order", "same order", "out of time")).isSame);
});
