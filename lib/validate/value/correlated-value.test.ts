import test from "ava";
import * as fc from "fast-check";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { readSchema } from "../model/schema.ts";
import { compileChecker } from "./check-value.ts";

/**
 * The reasons and places of the faults of the value of the field `v`, sorted; with what stood there before.
 */
function faultsOf(schema: JsonObject, value: JsonValue, old: JsonValue): readonly string[] {
  return compileChecker(readSchema({ type: "object", properties: { v: schema } }), 36)
    .check({ v: value }, { v: old })
    .map(({ reason, path }) => `${reason.replace("FieldValue", "")} ${formatFieldPath(path)}`)
    .toSorted();
}

const named: JsonObject = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
  items: { type: "object", properties: { name: { type: "string" }, n: { type: "integer", maximum: 5 } } },
};
const plain: JsonObject = { type: "array", items: { type: "integer", maximum: 5 } };
const keyed: JsonObject = { type: "object", additionalProperties: { type: "integer", maximum: 5 } };
const open: JsonObject = { ...keyed, maxProperties: 1 };

/** What is told of a value that takes the place of another. */
const testChange = test.macro({
  exec(
    t,
    _: string,
    [schema, old, value]: readonly [JsonObject, JsonValue, JsonValue],
    faults: readonly string[],
  ) {
    t.deepEqual(faultsOf(schema, value, old), faults);
  },
  title: (_, title: string) => `what was at fault before may stay so: ${title}`,
});

test(testChange, "a field that has not changed", [keyed, { a: 9 }, { a: 9, b: 1 }], []);
test(testChange, "not one that has changed", [keyed, { a: 9 }, { a: 8 }], ["Invalid v.a"]);
test(testChange, "not one that is new", [keyed, {}, { a: 9 }], ["Invalid v.a"]);
test(
  testChange,
  "an item with the same key",
  [named, [{ name: "a", n: 9 }], [{ name: "b" }, { name: "a", n: 9 }]],
  [],
);
test(
  testChange,
  "not one with another key",
  [named, [{ name: "a", n: 9 }], [{ name: "b", n: 9 }]],
  ["Invalid v[0].n"],
);
test(testChange, "items of a list as a whole", [plain, [9, 8], [9, 8]], []);
test(testChange, "not one of a list that has changed", [plain, [9], [9, 1]], ["Invalid v[0]"]);
test(testChange, "the number of fields", [open, { a: 9, b: 1 }, { a: 9, b: 1 }], []);
test(
  testChange,
  "not the number when a field changes",
  [open, { a: 9, b: 1 }, { a: 9, b: 2 }],
  ["TooMany v"],
);
test(
  testChange,
  "not where fields stand that the schema does not name",
  [{ type: "object", maxProperties: 0, "x-kubernetes-preserve-unknown-fields": true }, { a: 1 }, { a: 1 }],
  ["TooMany v"],
);

test("the type of the object itself is checked even where it has not changed", (t) => {
  const schema = readSchema({
    type: "object",
    properties: { kind: { type: "integer" }, other: { type: "integer" }, n: { type: "integer" } },
  });
  const object = { kind: "a", other: "a", n: 1 };
  t.deepEqual(
    compileChecker(schema, 36)
      .check(object, { ...object, n: 2 })
      .map(({ path }) => path),
    [["kind"]],
  );
});

test("a value that takes the place of the same value has no fault where the schema names all fields", (t) => {
  const schema = readSchema({ type: "object", properties: { v: { ...keyed, minProperties: 3 } } });
  const values = fc.record({ v: fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string())) });
  fc.assert(
    fc.property(values, (value) => {
      t.deepEqual(compileChecker(schema, 36).check(value, structuredClone(value)), []);
    }),
  );
});
