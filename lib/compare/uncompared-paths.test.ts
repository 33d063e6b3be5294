import test from "ava";

import { uncomparedPaths } from "./uncompared-paths.ts";

const reason = "it is a submodule";

test("a path that is not read is reported unless both sides have the same content", (t) => {
  const base = [
    { path: "same", reason, id: "1" },
    { path: "other", reason, id: "1" },
    { path: "gone", reason, id: "1" },
  ];
  const head = [
    { path: "same", reason, id: "1" },
    { path: "other", reason, id: "2" },
    { path: "new", reason, id: "2" },
  ];
  t.deepEqual(uncomparedPaths(base, head), [
    { path: "gone", reason, before: "1", after: undefined },
    { path: "new", reason, before: undefined, after: "2" },
    { path: "other", reason, before: "1", after: "2" },
  ]);
});

test("several entries of the same path are compared together", (t) => {
  const twice = ["1", "2"].map((id) => ({ path: "a", reason, id }));
  t.deepEqual(uncomparedPaths(twice, twice), []);
  t.is(uncomparedPaths(twice, twice.slice(0, 1)).length, 1);
});
