import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { applyJsonPatch, type PatchOperation } from "./json-patch.ts";

type Written = Partial<PatchOperation> & Pick<PatchOperation, "op" | "path">;

function patched(value: JsonValue, ...written: readonly Written[]): unknown {
  const outcome = applyJsonPatch(
    value,
    written.map((operation) => ({ from: "", value: undefined, ...operation })),
  );
  if ("value" in outcome) {
    return outcome.value;
  }
  return outcome.error ?? `differs at ${outcome.path}`;
}

const patches = test.macro({
  title: (_, operation: Written) => `the result of the JSON patch ${JSON.stringify(operation)}`,
  exec: (t, operation: Written, expected: unknown) => {
    t.deepEqual(patched({ a: { b: 1 }, list: ["x", "y"], "c/d~": 2 }, operation), expected);
  },
});
const rest = { a: { b: 1 }, list: ["x", "y"], "c/d~": 2 };

// Expected results are those of kube-apiserver 1.36.3.
test(patches, { op: "add", path: "/a/c", value: 3 }, { ...rest, a: { b: 1, c: 3 } });
test(patches, { op: "add", path: "/list/1", value: "z" }, { ...rest, list: ["x", "z", "y"] });
test(patches, { op: "add", path: "/list/-", value: "z" }, { ...rest, list: ["x", "y", "z"] });
test(patches, { op: "add", path: "/list/-1", value: "z" }, { ...rest, list: ["x", "y", "z"] });
test(patches, { op: "replace", path: "/a/new", value: 1 }, { ...rest, a: { b: 1, new: 1 } });
test(patches, { op: "replace", path: "/c~1d~0", value: 1 }, { ...rest, "c/d~": 1 });
test(patches, { op: "remove", path: "/list/0" }, { ...rest, list: ["y"] });
test(patches, { op: "copy", from: "/a", path: "/a/a" }, { ...rest, a: { b: 1, a: { b: 1 } } });
test(patches, { op: "move", from: "/list/0", path: "/a/b" }, { ...rest, a: { b: "x" }, list: ["y"] });
test(patches, { op: "test", path: "/a", value: { b: 1 } }, rest);
test(patches, { op: "test", path: "/a", value: 1 }, "differs at /a");
test(
  patches,
  { op: "add", path: "/no/where", value: 1 },
  'add operation does not apply: doc is missing path: "/no/where": missing value',
);
test(
  patches,
  { op: "add", path: "/list/9", value: 1 },
  "error in add for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
);
test(
  patches,
  { op: "add", path: "/list/x", value: 1 },
  `error in add for path: '/list/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
);
test(
  patches,
  { op: "remove", path: "/a/z" },
  "error in remove for path: '/a/z': Unable to remove nonexistent key: z: missing value",
);
test(
  patches,
  { op: "replace", path: "/list/9", value: 1 },
  "replace operation does not apply: doc is missing key: /list/9: missing value",
);
test(
  patches,
  { op: "copy", from: "/x/y", path: "/a/z" },
  "copy operation does not apply: doc is missing from path: /x/y: missing value",
);
test(
  patches,
  { op: "move", from: "/a/z", path: "/a/y" },
  "error in move for path: 'z': Unable to remove nonexistent key: z: missing value",
);
test(patches, { op: "merge", path: "/a" }, "Unexpected kind: merge");

test("operations see the results of earlier ones, and __proto__ is an ordinary field", (t) => {
  const added: Written = { op: "add", path: "/__proto__", value: { x: 1 } };
  const value = patched({}, added, { op: "copy", from: "/__proto__/x", path: "/y" });
  t.is(JSON.stringify(value), '{"__proto__":{"x":1},"y":1}');
});
