import test from "ava";

import type { JsonObject, Path } from "../../object/json.ts";
import { leaveAsIs, leaveOut } from "./left-fields.ts";

/** What is left of a manifest without these fields. */
const leaves = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, paths: readonly Path[], expected: JsonObject) {
    const manifest = {
      spec: { a: { b: 1 }, list: [{ name: "x", y: 1 }, "two", "three"], c: 2 },
      data: { k: "v" },
    };
    const left = paths.map((path) => ({ path, ceded: true, isCreated: true }));
    t.deepEqual(leaveOut(manifest, left), expected);
  },
});

test(
  leaves,
  "a map of which nothing is left goes too",
  [
    ["data", "k"],
    ["spec", "a", "b"],
  ],
  {
    spec: { list: [{ name: "x", y: 1 }, "two", "three"], c: 2 },
  },
);
test(
  leaves,
  "entries of one list are left out by the indices of the manifest",
  [
    ["spec", "list", 0],
    ["spec", "list", 1],
  ],
  {
    spec: { a: { b: 1 }, list: ["three"], c: 2 },
    data: { k: "v" },
  },
);
test(leaves, "a field that is not there leaves the manifest as it is", [["spec", "none", "b"]], {
  spec: { a: { b: 1 }, list: [{ name: "x", y: 1 }, "two", "three"], c: 2 },
  data: { k: "v" },
});

test("an entry of a list that is owned as a whole is as the cluster has it", (t) => {
  const managedFields = [{ manager: "converge", fieldsV1: { "f:spec": { "f:args": {} } } }];
  const live = { metadata: { managedFields }, spec: { args: ["a", "live"] } };
  const left = [{ path: ["spec", "args", 1], ceded: true, isCreated: true }];
  t.deepEqual(leaveAsIs({ spec: { args: ["b", "ours"] } }, left, live), { spec: { args: ["b", "live"] } });
});
