import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { type Replacement, replaceAt } from "./replace-at.ts";

const object: JsonObject = {
  spec: { replicas: 1, containers: [{ name: "a", image: "x" }, { name: "b" }] },
  data: { key: "value" },
};

const replaces = test.macro((t, replacements: readonly Replacement[], expected: JsonObject) => {
  const before = JSON.stringify(object);
  t.deepEqual(replaceAt(object, replacements), expected);
  t.is(JSON.stringify(object), before);
});

test("a value is replaced at its path", replaces, [{ path: ["spec", "replicas"], value: 3 }], {
  ...object,
  spec: { replicas: 3, containers: [{ name: "a", image: "x" }, { name: "b" }] },
});
test(
  "an entry of a list is replaced at its index",
  replaces,
  [{ path: ["spec", "containers", 0, "image"], value: "y" }],
  {
    ...object,
    spec: { replicas: 1, containers: [{ name: "a", image: "y" }, { name: "b" }] },
  },
);
test(
  "no other entry of the list is replaced",
  replaces,
  [{ path: ["spec", "containers", 0, "name"], value: "c" }],
  { ...object, spec: { replicas: 1, containers: [{ name: "c", image: "x" }, { name: "b" }] } },
);
test(
  "several values are replaced, also in the same container",
  replaces,
  [
    { path: ["spec", "containers", 1], value: "gone" },
    { path: ["spec", "replicas"], value: null },
  ],
  { ...object, spec: { replicas: null, containers: [{ name: "a", image: "x" }, "gone"] } },
);
test(
  "nothing is added where there is nothing",
  replaces,
  [
    { path: ["spec", "missing"], value: 1 },
    { path: ["spec", "containers", 5], value: 1 },
    { path: ["data", "key", "deeper"], value: 1 },
  ],
  object,
);
test("no replacements leave the object as it is", replaces, [], object);

test("what is not on the path is shared, not copied", (t) => {
  const replaced = replaceAt(object, [{ path: ["spec", "replicas"], value: 3 }]);
  t.is(replaced["data"], object["data"]);
  t.not(replaced["spec"], object["spec"]);
});

test("a field named __proto__ stays a field", (t) => {
  const hostile: JsonObject = JSON.parse('{"a": {"__proto__": {"x": 1}, "b": 1}}');
  t.is(
    JSON.stringify(replaceAt(hostile, [{ path: ["a", "b"], value: 2 }])),
    '{"a":{"__proto__":{"x":1},"b":2}}',
  );
  t.is(
    JSON.stringify(replaceAt(hostile, [{ path: ["a", "__proto__", "x"], value: 2 }])),
    '{"a":{"__proto__":{"x":2},"b":1}}',
  );
});
