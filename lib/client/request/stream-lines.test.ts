import test from "ava";
import { array, assert, nat, property, string } from "fast-check";

import { LineSplitter } from "./stream-lines.ts";

test("a multi-byte character may be split between two chunks", (t) => {
  const bytes = Buffer.from('{"a":"жё🐙"}\n{"b":1}\n');
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const splitter = new LineSplitter();
    t.deepEqual(
      [...splitter.add(bytes.subarray(0, cut)), ...splitter.add(bytes.subarray(cut))],
      ['{"a":"жё🐙"}', '{"b":1}'],
    );
  }
});

test("the lines of a stream do not depend on where chunks end", (t) => {
  const line = string({ unit: "grapheme", maxLength: 8 }).map((text) => text.replaceAll("\n", ""));
  assert(
    property(array(line), array(nat(200)), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
      const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
      const splitter = new LineSplitter();
      const found = ends.flatMap((end, index) => splitter.add(bytes.subarray(ends[index - 1] ?? 0, end)));
      t.deepEqual(
        found,
        Buffer.from(lines.join("\n"))
          .toString()
          .split("\n")
          .filter((text) => text !== ""),
      );
    }),
  );
});

test("a line without a line break is not returned yet", (t) => {
  t.deepEqual(new LineSplitter().add(Buffer.from("half")), []);
});

test("an overlong line is truncated after a whole character, wherever chunks end", (t) => {
  const bytes = Buffer.from("short\nabжё🐙long long\nжё\n");
  const lines = ["short", "abжё", "жё"];
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const splitter = new LineSplitter(8);
    t.deepEqual([...splitter.add(bytes.subarray(0, cut)), ...splitter.add(bytes.subarray(cut))], lines);
  }
});

test("the rest of a stream without a line break is its last line", (t) => {
  const splitter = new LineSplitter();
  splitter.add(Buffer.from("whole\nha"));
  splitter.add(Buffer.from("lf"));
  t.is(splitter.rest(), "half");
  t.is(splitter.rest(), "");
});

test("an endless line is truncated like an overlong one", (t) => {
  const splitter = new LineSplitter(4);
  for (let index = 0; index < 1000; index += 1) {
    splitter.add(Buffer.from("x".repeat(1000)));
  }
  t.deepEqual(splitter.add(Buffer.from("\nnext\n")), ["xxxx", "next"]);
});
