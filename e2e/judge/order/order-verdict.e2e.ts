import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { openResults } from "./order-results.ts";
import { type Agreement, judgeOrders, type OrderCase, type OrderVerdict, worstOf } from "./order-verdict.ts";
import { patientSeconds } from "./patience.ts";

function verdict(agreement: Agreement, ...lines: readonly string[]): OrderVerdict {
  return { agreement, lines, compared: 2 };
}

async function judged(...verdicts: readonly OrderVerdict[]) {
  return judgedCases(
    verdicts.map((one, index) => ({ name: String(index), judge: () => Promise.resolve(one) })),
  );
}

async function judgedCases(cases: readonly OrderCase[], results?: string) {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const isSame = await judgeOrders(cases, { print, atOnce: 2, ...openResults(results) });
  return { isSame, lines };
}

const same = verdict("same order");

test("a comparison without differences succeeds", async (t) => {
  const { isSame, lines } = await judged(same, verdict("refused by both"), same);
  t.true(isSame);
  t.deepEqual(lines, ["3 sets, 6 writes: 2 same order, 1 refused by both"]);
});

test("a difference fails the comparison, and is printed", async (t) => {
  const { isSame, lines } = await judged(same, verdict("different", "a before b"));
  t.false(isSame);
  t.deepEqual(lines, ["case 1: different: a before b", "2 sets, 4 writes: 1 same order, 1 different"]);
});

test("declared differences are counted by their reasons", async (t) => {
  const { isSame, lines } = await judged(
    same,
    verdict("declared difference", "late", "early", "late"),
    verdict("declared difference", "late"),
  );
  t.true(isSame);
  t.deepEqual(lines, [
    "declared in 2 sets: late",
    "declared in 1 sets: early",
    "3 sets, 6 writes: 1 same order, 2 declared difference",
  ]);
});

test("a comparison without sets, or with many sets that are not comparable, fails", async (t) => {
  const silent = verdict("not comparable", "out of time");
  t.false((await judged()).isSame);
  t.false((await judged(silent)).isSame);
  t.false((await judged(same, silent)).isSame);
  t.true((await judged(same, same, same, same, silent)).isSame);
});

test("a set without compared writes counts as not comparable", async (t) => {
  const { isSame, lines } = await judged({ ...same, compared: 0 });
  t.false(isSame);
  t.deepEqual(lines, ["case 0: not comparable: nothing was compared", "1 sets, 0 writes: 1 not comparable"]);
});

test("a set that is not comparable is judged again, and an error is not a difference", async (t) => {
  let attempt = 0;
  const judge = async (): Promise<OrderVerdict> => {
    attempt += 1;
    return attempt === 1 ? Promise.reject(new Error("the server is away")) : Promise.resolve(same);
  };
  t.true((await judgedCases([{ name: "a", judge }])).isSame);
  const broken = { name: "b", judge: async () => Promise.reject(new Error("the server is away")) };
  t.is((await judgedCases([broken])).lines[0], "case b: not comparable: Error: the server is away");
});

test("an interrupted comparison continues with the missing sets", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-results-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const results = join(folder, "results.jsonl");
  const first = { name: "a", judge: () => Promise.resolve(verdict("different", "a before b")) };
  await judgedCases([first], results);
  const forbidden = { name: "a", judge: async () => Promise.reject(new Error("it is known")) };
  const { lines } = await judgedCases(
    [forbidden, { name: "b", judge: () => Promise.resolve(same) }],
    results,
  );
  t.is(lines.at(-1), "2 sets, 4 writes: 1 same order, 1 different");
});

test("the worst verdict of several syncs counts", (t) => {
  const declared = verdict("declared difference", "late");
  t.deepEqual(worstOf([same, declared, same]), { ...declared, compared: 6 });
  t.is(worstOf([declared, verdict("not comparable", "out of time")]).agreement, "not comparable");
  t.is(worstOf([verdict("different", "a"), verdict("not comparable", "b")]).agreement, "different");
});

test("a tool has more time on a loaded machine, within limits", (t) => {
  t.is(patientSeconds(0.5, 2), 120);
  t.is(patientSeconds(4, 2), 240);
  t.is(patientSeconds(100, 2), 480);
});
