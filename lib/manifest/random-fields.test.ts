import test from "ava";

import { compareRenderings, type RandomObject, type Replacement, replaceAt } from "./random-fields.ts";
import { readManifests } from "./parse-manifests.ts";
import type { JsonObject } from "../object/json.ts";

function compare(first: string, second: string): readonly RandomObject[] {
  const [own, other] = [first, second].map((text) => readManifests({ name: "web.yaml", text }).objects);
  return compareRenderings(own ?? [], other ?? []);
}

function paths(random: readonly RandomObject[]): readonly string[] {
  return random.flatMap(({ object, fields }) =>
    fields.map(({ path }) => `${object.kind}/${object.name} ${path.join(".")}`),
  );
}

const head = "apiVersion: v1\nkind: Secret\nmetadata: { name: db }\n";

test("fields that differ between two renderings are reported by path, also in lists and for new keys", (t) => {
  const first = `${head}data: { a: x, b: y }\nlist: [{ v: 1 }, { v: 2 }]\n`;
  const second = `${head}data: { a: x, b: z, c: w }\nlist: [{ v: 1 }, { v: 3 }]\n`;
  t.deepEqual(paths(compare(first, second)), ["Secret/db data.b", "Secret/db data.c", "Secret/db list.1.v"]);
});

test("a list that is longer in the second rendering is reported as a whole", (t) => {
  t.deepEqual(paths(compare(`${head}list: [1]\n`, `${head}list: [1, 2]\n`)), ["Secret/db list"]);
});

test("an object with a random name is reported with the field metadata.name", (t) => {
  t.deepEqual(paths(compare(head, head.replace("db", "db-x"))), ["Secret/db metadata.name"]);
});

test("duplicate objects are compared in order", (t) => {
  const twins = `${head}data: { a: x }\n---\n${head}data: { a: y }\n`;
  t.deepEqual(compare(twins, twins), []);
});

test("an object that is missing in the second rendering has no random fields", (t) => {
  t.deepEqual(compareRenderings(readManifests({ name: "a.yaml", text: head }).objects, []), []);
});

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
  "replacing a field of a list entry keeps the other entries",
  replaces,
  [{ path: ["spec", "containers", 0, "name"], value: "c" }],
  { ...object, spec: { replicas: 1, containers: [{ name: "c", image: "x" }, { name: "b" }] } },
);
test(
  "several values are replaced together",
  replaces,
  [
    { path: ["spec", "containers", 1], value: "gone" },
    { path: ["spec", "replicas"], value: null },
  ],
  { ...object, spec: { replicas: null, containers: [{ name: "a", image: "x" }, "gone"] } },
);
test(
  "a replacement at a missing path adds nothing",
  replaces,
  [
    { path: ["spec", "missing"], value: 1 },
    { path: ["spec", "containers", 5], value: 1 },
    { path: ["data", "key", "deeper"], value: 1 },
  ],
  object,
);
test("without replacements the object is unchanged", replaces, [], object);

test("values outside the replaced path are shared, not copied", (t) => {
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
