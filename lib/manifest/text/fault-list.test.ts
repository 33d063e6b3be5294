import test from "ava";

import { BoundedList, FaultList, omittedMessage } from "./fault-list.ts";

test("a bounded list keeps the first items, counts the others and does not build them", (t) => {
  const list = new BoundedList<number>(2);
  let built = 0;
  for (let item = 0; item < 5; item += 1) {
    list.add(() => {
      built += 1;
      return item;
    });
  }
  t.deepEqual(list.items, [0, 1]);
  t.is(list.omitted, 3);
  t.is(built, 2);
});

test("an item may be kept in a bounded list beyond its limit", (t) => {
  const list = new BoundedList<string>(0);
  list.keep("a");
  list.add(() => "b");
  t.deepEqual(list.items, ["a"]);
  t.is(list.omitted, 1);
});

type Code = Parameters<FaultList["add"]>[0];

function listOf(...codes: readonly Code[]): FaultList {
  const list = new FaultList();
  codes.forEach((code, index) =>
    list.add(code, () => ({ message: `m${index}`, start: index, end: index + 1 })),
  );
  return list;
}

test("the fault list of a document without faults is empty", (t) => {
  const list = listOf();
  t.true(list.isEmpty);
  t.deepEqual(list.all(), []);
  t.false(list.has("YamlSyntax"));
});

test("up to a hundred faults are listed", (t) => {
  const list = listOf(...Array.from({ length: 100 }, (): Code => "YamlSyntax"));
  t.false(list.isEmpty);
  t.is(list.all().length, 100);
  t.true(list.has("YamlSyntax"));
});

test("beyond a hundred faults, the others are counted at the position of the last listed one", (t) => {
  const all = listOf(...Array.from({ length: 103 }, (): Code => "YamlSyntax")).all();
  t.is(all.length, 101);
  t.deepEqual(all.at(-1), {
    code: "FaultsOmitted",
    message: "3 more findings are not listed for this document: fix the ones above first",
    start: 99,
    end: 100,
  });
});

test("the first fault of each code is listed even beyond the limit of a hundred", (t) => {
  const codes = [...Array.from({ length: 150 }, (): Code => "YamlSyntax"), "TooDeep", "TooDeep"] as const;
  const listed = listOf(...codes).all();
  t.deepEqual(
    listed.slice(100).map(({ code, message }) => `${code} ${message}`),
    [
      "TooDeep m150",
      "FaultsOmitted 51 more findings are not listed for this document: fix the ones above first",
    ],
  );
});

test("the message about one omitted fault is in the singular", (t) => {
  t.is(omittedMessage(1, "file"), "1 more finding is not listed for this file: fix the ones above first");
});
