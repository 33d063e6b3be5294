import test from "ava";

import { readWarnings } from "./response.ts";

const reads = test.macro({
  exec(t, header: string | readonly string[] | undefined, texts: readonly string[]) {
    t.deepEqual(readWarnings(header), texts);
  },
  title: (title = "") => title,
});

test("a response without a Warning header has no warnings", reads, undefined, []);
test("the quoted text of a Warning header is read", reads, '299 - "unknown field \\"spec.foo\\""', [
  'unknown field "spec.foo"',
]);
test(
  "several warnings in one Warning header are read",
  reads,
  '299 - "first, with a comma", 299 - "second \\\\ slash" "Sat, 25 Aug 2012 23:34:45 GMT", 299 - "third"',
  ["first, with a comma", "second \\ slash", "third"],
);
test(
  "duplicate warnings in several Warning headers are read once",
  reads,
  ['299 - "a"', '299 - "b"', '299 - "a"'],
  ["a", "b"],
);
test("non-ASCII text in a Warning header is read", reads, Buffer.from('299 - "ключ"').toString("latin1"), [
  "ключ",
]);
test("an invalid Warning header is ignored", reads, "nonsense", []);
