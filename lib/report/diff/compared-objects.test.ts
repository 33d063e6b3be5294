import test from "ava";
import {
  type Arbitrary,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
} from "fast-check";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { compareObjects } from "../../compare/compare-objects.ts";
import { diffText } from "./diff-text.ts";

const key = "/namespaces/shop/ConfigMap/c";

function object(fields: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "shop" }, ...fields };
}

function secret(fields: JsonObject): JsonObject {
  return { ...object(fields), kind: "Secret" };
}

const compared = test.macro({
  exec(t, before: JsonObject, after: JsonObject, text: string) {
    const printed = diffText([compareObjects({ key, before: object(before), after: object(after) })], {
      color: false,
      width: undefined,
    });
    t.is(printed.split("\n").slice(1, -3).join("\n"), text);
  },
  title: (title = "") => title,
});

const list = (...names: readonly string[]): JsonValue => names.map((name) => ({ name, image: `${name}:1` }));

test("a changed scalar is shown with its old and new value", compared, { a: 1 }, { a: 2 }, "  ~ a: 1 → 2");
test("a string that looks like a number is quoted", compared, { a: "1" }, { a: 1 }, '  ~ a: "1" → 1');
test(
  "every digit of a large number is shown",
  compared,
  { a: 1 },
  { a: 2n ** 70n },
  `  ~ a: 1 → ${2n ** 70n}`,
);
test(
  "field names with special characters are quoted",
  compared,
  { a: { "b/c": 1 } },
  { a: { "b/c": 2 } },
  '  ~ a["b/c"]: 1 → 2',
);
test("an added scalar is shown on the line of its field", compared, {}, { a: "x" }, "  + a: x");
test(
  "a removed nested value is shown below its field",
  compared,
  { a: { b: [1] } },
  {},
  "  - a:\n      b:\n      - 1",
);
test(
  "list entries are matched by name at any position",
  compared,
  { l: list("a", "b") },
  {
    l: [
      { name: "z", image: "z:1" },
      { name: "a", image: "a:1" },
      { name: "b", image: "b:2" },
    ],
  },
  "  ~ l[name=b].image: b:1 → b:2\n  + l[name=z]:\n      name: z\n      image: z:1",
);
test(
  "reordered list entries are shown as a change of order",
  compared,
  { l: list("a", "b") },
  { l: list("b", "a") },
  "  ~ l: order [a, b] → [b, a]",
);
test(
  "list entries without a name are identified by their index",
  compared,
  { l: [{ x: 1 }, { x: 2 }] },
  { l: [{ x: 1 }, { x: 3 }, { z: 1 }] },
  "  ~ l[1].x: 2 → 3\n  + l[2]:\n      z: 1",
);
test(
  "ports are identified by their number",
  compared,
  { p: [{ containerPort: 80 }] },
  { p: [{ containerPort: 80, name: "x" }] },
  "  + p[containerPort=80].name: x",
);
test(
  "a changed list of scalars is shown as a whole",
  compared,
  { a: ["x", "z"] },
  { a: ["x"] },
  "  ~ a: [x, z] → [x]",
);
test(
  "a multi-line string is compared line by line",
  compared,
  { t: "a\nb\nc\n" },
  { t: "a\nX\nc\n" },
  "  ~ t:\n        a\n      - b\n      + X\n        c",
);
test(
  "a removed line break at the end of a string is shown",
  compared,
  { t: "a\nb\n" },
  { t: "a\nb" },
  "  ~ t:\n        a\n      - b\n      + b (no line break)",
);
test(
  "a scalar that is replaced by a mapping is shown as removed and added",
  compared,
  { a: 1 },
  { a: { b: 2 } },
  "  - a: 1\n  + a:\n      b: 2",
);
test(
  "a field named __proto__ is compared like any other",
  compared,
  JSON.parse('{"a":{"__proto__":1}}') as JsonObject,
  JSON.parse('{"a":{"__proto__":2}}') as JsonObject,
  "  ~ a.__proto__: 1 → 2",
);

test("status and fields set by the API server are not compared", (t) => {
  const metadata = {
    name: "c",
    namespace: "shop",
    uid: "1",
    generation: 2,
    resourceVersion: "3",
    creationTimestamp: "4",
    managedFields: [],
    annotations: { "converge.dev/applied": "5", "kubectl.kubernetes.io/last-applied-configuration": "{}" },
  };
  const before = object({ metadata, status: { phase: "x" } });
  t.deepEqual(compareObjects({ key, before, after: object({}) }), { key, verb: "unchanged", changes: [] });
});

function verb(before?: JsonObject, after?: JsonObject): string {
  return compareObjects({ key, before, after }).verb;
}

test("the verb of an object follows from its state before and after", (t) => {
  const one = object({ a: 1 });
  t.deepEqual(
    [verb(undefined, one), verb(one, object({})), verb(one, undefined), verb(one, one), verb()],
    ["create", "change", "prune", "unchanged", "unchanged"],
  );
  t.is(compareObjects({ key, before: one, after: object({}), verb: "recreate" }).verb, "recreate");
  t.is(compareObjects({ key, before: one, after: undefined, verb: "delete" }).verb, "delete");
});

test("only names and sizes of the values of a Secret are shown", (t) => {
  const before = secret({ data: { same: "c2FtZQ==", other: "b3RoZXI=", gone: "Z29uZQ==" } });
  const after = secret({
    data: { same: "c2FtZQ==", other: "T1RIRVI=", come: "Y29tZQ==" },
    stringData: { s: "né" },
  });
  t.is(
    diffText([compareObjects({ key, before, after })], { color: false, width: 80 }),
    `change ConfigMap/c
  + data.come: (hidden, 4 bytes)
  - data.gone: (hidden, 4 bytes)
  ~ data.other: (hidden, changed)
  + stringData.s: (hidden, 3 bytes)

namespace shop: 1 to change
`,
  );
});

test("the diff of a Secret of any shape does not contain its values", (t) => {
  const hidden = "TopSecret";
  const value = oneof(constant(hidden), constant([hidden]), constant({ a: hidden }), constant(undefined));
  const values = oneof(value, dictionary(constantFrom("a", "b", "__proto__"), value));
  assert(
    property(values, values, boolean(), (left, right, isNew) => {
      const diff = compareObjects({
        key,
        before: isNew ? undefined : secret({ data: left as JsonValue }),
        after: secret({ data: right as JsonValue }),
      });
      t.false(JSON.stringify(diff).includes(hidden));
    }),
  );
});

test("equal objects have no changes, and different objects have some", (t) => {
  const json = jsonValue({ maxDepth: 4 }) as Arbitrary<JsonValue>;
  assert(
    property(json, json, (left, right) => {
      t.is(
        compareObjects({ key, before: object({ spec: left }), after: object({ spec: left }) }).changes.length,
        0,
      );
      const { changes } = compareObjects({
        key,
        before: object({ spec: left }),
        after: object({ spec: right }),
      });
      t.is(changes.length === 0, plain(left) === plain(right));
    }),
  );
});

/** A value with its fields sorted, and without the sign of zero. */
function plain(value: JsonValue): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}

function deep(leaf: JsonValue, wrap: (inner: JsonValue) => JsonValue): JsonObject {
  let value: JsonValue = leaf;
  for (let depth = 0; depth < 20_000; depth += 1) {
    value = wrap(value);
  }
  return object({ spec: value });
}

test("deeply nested objects are compared", (t) => {
  for (const wrap of [(inner: JsonValue) => ({ a: inner }), (inner: JsonValue) => [inner]]) {
    const diff = compareObjects({ key, before: deep(1, wrap), after: deep(2, wrap) });
    t.is(diff.changes.length, 1);
    t.is(diff.changes[0]?.path.length, Array.isArray(wrap(0)) ? 20_000 : 20_001);
  }
});

test("values that do not fit the line are shown below their field, with control characters escaped", (t) => {
  const diff = compareObjects({
    key,
    before: object({ a: "x\u001B[2J" }),
    after: object({ a: "y".repeat(40) }),
  });
  t.is(
    diffText([diff], { color: false, width: 40 }),
    `change ConfigMap/c\n  ~ a:\n      - x\\x1b[2J\n      + ${"y".repeat(40)}\n\nnamespace shop: 1 to change\n`,
  );
});

test("unchanged objects are only counted", (t) => {
  const same = compareObjects({ key, before: object({}), after: object({}) });
  t.is(diffText([same, same], { color: true, width: 80 }).includes("ConfigMap/c"), false);
  t.is(diffText([same, same], { color: false, width: 80 }), "2 unchanged\n");
  t.is(diffText([], { color: false, width: 80 }), "nothing to compare\n");
});
