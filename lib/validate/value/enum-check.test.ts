import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";

/** The faults that the packages of Kubernetes 1.36.3 find in the field `v`. */
const facts: readonly (readonly [schema: JsonValue, value: JsonValue, faults: string])[] = [
  [{ type: "string", enum: ["a", "b"] }, "a", ""],
  [{ type: "string", enum: ["a", "b"] }, "A", "NotSupported v"],
  [{ type: "string", enum: ["a", "b"] }, "", "NotSupported v"],
  [{ type: "string", enum: [""] }, "", ""],
  [{ type: "string", enum: [] }, "a", ""],
  [{ type: "string", enum: ["1"] }, "1", ""],
  [{ type: "integer", enum: [1, 2] }, 2, ""],
  [{ type: "integer", enum: [1, 2] }, 3, "NotSupported v"],
  [{ type: "number", enum: [1.5] }, 1.5, ""],
  [{ type: "number", enum: [1.5] }, 1.25, "NotSupported v"],
  [{ type: "number", enum: [1] }, 1, ""],
  [{ type: "boolean", enum: [true] }, true, ""],
  [{ type: "boolean", enum: [true] }, false, "NotSupported v"],
  [{ type: "array", items: { type: "integer" }, enum: [[1, 2]] }, [1, 2], ""],
  [{ type: "array", items: { type: "integer" }, enum: [[1, 2]] }, [2, 1], "NotSupported v"],
  [{ type: "array", items: { type: "integer" }, enum: [[]] }, [], ""],
  [{ type: "object", properties: { a: { type: "string" } }, enum: [{ a: "x" }] }, { a: "x" }, ""],
  [
    { type: "object", properties: { a: { type: "string" } }, enum: [{ a: "x" }] },
    { a: "y" },
    "NotSupported v",
  ],
  [{ type: "object", properties: { a: { type: "string" } }, enum: [{ a: "x" }] }, {}, "NotSupported v"],
  [{ type: "object", properties: { a: { type: "string" } }, enum: [{}] }, {}, ""],
  [{ type: "object", properties: { a: { type: "string" } }, enum: [{ a: "x" }] }, { a: "x", b: "y" }, ""],
  [{ type: "string", nullable: true, enum: ["a", null] }, "a", ""],
  [{ type: "string", nullable: true, enum: ["a"] }, null, "NotSupported v"],
  [{ type: "string", enum: ["a", null] }, "b", "NotSupported v"],
  [{ type: "string", nullable: true, enum: ["a", null] }, "b", "NotSupported v"],
  [{ "x-kubernetes-int-or-string": true, enum: [1, "a"] }, 1, ""],
  [{ "x-kubernetes-int-or-string": true, enum: [1, "a"] }, "a", ""],
  [{ "x-kubernetes-int-or-string": true, enum: [1, "a"] }, "1", "NotSupported v"],
  [{ "x-kubernetes-int-or-string": true, enum: [1, "a"] }, 2, "NotSupported v"],
  [{ "x-kubernetes-preserve-unknown-fields": true, enum: [1, "a", { b: [1] }] }, { b: [1] }, ""],
  [
    { "x-kubernetes-preserve-unknown-fields": true, enum: [1, "a", { b: [1] }] },
    { b: [2] },
    "NotSupported v",
  ],
  [{ "x-kubernetes-preserve-unknown-fields": true, enum: [1, "a"] }, true, "NotSupported v"],
  [
    { type: "array", items: { type: "string", enum: ["a"] } },
    ["a", "b", "c"],
    "NotSupported v[1], NotSupported v[2]",
  ],
  [
    { type: "object", additionalProperties: { type: "integer", enum: [1] } },
    { x: 1, y: 2 },
    "NotSupported v.y",
  ],
  [{ type: "string", enum: ["a"], default: "a" }, null, ""],
  [{ type: "string", anyOf: [{ enum: ["a"] }, { enum: ["b"] }] }, "b", ""],
  [{ type: "string", anyOf: [{ enum: ["a"] }, { enum: ["b"] }] }, "c", "Invalid, NotSupported v"],
  [{ type: "string", not: { enum: ["a"] } }, "a", "Invalid"],
  [{ type: "string", not: { enum: ["a"] } }, "b", ""],
  [{ type: "string", allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }, "b", ""],
  [{ type: "string", allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }, "a", "Invalid, NotSupported v"],
];

for (const [schema, value, faults] of facts) {
  test(`${JSON.stringify(value)} with the schema ${JSON.stringify(schema)} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(checkField(schema, value).faults, faults);
  });
}
