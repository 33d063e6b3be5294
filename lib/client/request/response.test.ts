import test from "ava";

import { readWarnings } from "./response.ts";

const reads = test.macro({
  exec(t, header: string | readonly string[] | undefined, texts: readonly string[]) {
    t.deepEqual(readWarnings(header), texts);
  },
  title: (title = "") => title,
});

test("no header, no warning", reads, undefined, []);
test("the text between the quotes counts", reads, '299 - "unknown field \\"spec.foo\\""', [
  'unknown field "spec.foo"',
]);
test(
  "several warnings in one line",
  reads,
  '299 - "first, with a comma", 299 - "second \\\\ slash" "Sat, 25 Aug 2012 23:34:45 GMT", 299 - "third"',
  ["first, with a comma", "second \\ slash", "third"],
);
test("several lines, each text once", reads, ['299 - "a"', '299 - "b"', '299 - "a"'], ["a", "b"]);
test("letters beyond ASCII", reads, Buffer.from('299 - "ключ"').toString("latin1"), ["ключ"]);
test("what is no warning is left out", reads, "nonsense", []);
