import test from "ava";
import * as fc from "fast-check";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { readSchema } from "../model/schema.ts";
import { compileChecker } from "./check-value.ts";

/**
 * The reasons and places of the faults of the value of the field `v` that replaces an old value, sorted.
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

/** Tests the faults of a value that replaces an old one. */
const testChange = test.macro({
  exec(
    t,
    _: string,
    [schema, old, value]: readonly [JsonObject, JsonValue, JsonValue],
    faults: readonly string[],
  ) {
    t.deepEqual(faultsOf(schema, value, old), faults);
  },
  title: (_, title: string) => `validation ratcheting: ${title}`,
});

test(testChange, "an unchanged field is not checked", [keyed, { a: 9 }, { a: 9, b: 1 }], []);
test(testChange, "a changed field is checked", [keyed, { a: 9 }, { a: 8 }], ["Invalid v.a"]);
test(testChange, "a new field is checked", [keyed, {}, { a: 9 }], ["Invalid v.a"]);
test(
  testChange,
  "an unchanged item with the same key is not checked",
  [named, [{ name: "a", n: 9 }], [{ name: "b" }, { name: "a", n: 9 }]],
  [],
);
test(
  testChange,
  "an item with another key is checked",
  [named, [{ name: "a", n: 9 }], [{ name: "b", n: 9 }]],
  ["Invalid v[0].n"],
);
test(testChange, "items of an unchanged list without keys are not checked", [plain, [9, 8], [9, 8]], []);
test(testChange, "items of a changed list without keys are checked", [plain, [9], [9, 1]], ["Invalid v[0]"]);
test(
  testChange,
  "the number of fields of an unchanged object is not checked",
  [open, { a: 9, b: 1 }, { a: 9, b: 1 }],
  [],
);
test(
  testChange,
  "the number of fields of a changed object is checked",
  [open, { a: 9, b: 1 }, { a: 9, b: 2 }],
  ["TooMany v"],
);
test(
  testChange,
  "an unchanged object with fields that the schema does not specify is checked",
  [{ type: "object", maxProperties: 0, "x-kubernetes-preserve-unknown-fields": true }, { a: 1 }, { a: 1 }],
  ["TooMany v"],
);

test("the kind of the object itself is checked even if it has not changed", (t) => {
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

test("an unchanged value has no fault if the schema specifies all fields", (t) => {
  const schema = readSchema({ type: "object", properties: { v: { ...keyed, minProperties: 3 } } });
  const values = fc.record({ v: fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string())) });
  fc.assert(
    fc.property(values, (value) => {
      t.deepEqual(compileChecker(schema, 36).check(value, structuredClone(value)), []);
    }),
  );
});
