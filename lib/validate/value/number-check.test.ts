import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";

/** The faults that the packages of Kubernetes 1.36.3 find in the field `v`. */
const facts: readonly (readonly [schema: JsonValue, value: JsonValue, faults: string])[] = [
  [{ type: "integer" }, 0, ""],
  [{ type: "integer" }, 1000, ""],
  [{ type: "integer" }, 0.5, "Invalid, TypeInvalid v"],
  [{ type: "integer" }, true, "TypeInvalid v"],
  [{ type: "number" }, 0.5, ""],
  [{ type: "number" }, -1e300, ""],
  [{ type: "number" }, "0.5", "TypeInvalid v"],
  [{ type: "number" }, null, ""],
  [{ type: "integer", format: "int32" }, 2_147_483_647, ""],
  [{ type: "integer", format: "int32" }, -2_147_483_648, ""],
  [{ type: "integer", format: "int32" }, -2_147_483_649, "Invalid"],
  [{ type: "integer", format: "int64" }, 4_294_967_296, ""],
  [{ type: "integer", format: "int16" }, 70_000, ""],
  [{ type: "number", format: "float" }, 3.4e38, ""],
  [{ type: "number", format: "float" }, 3.5e38, "Invalid"],
  [{ type: "number", format: "float" }, -3.5e38, "Invalid"],
  [{ type: "number", format: "double" }, 1e308, ""],
  [{ type: "number", format: "int32" }, 2_147_483_648, ""],
  [{ type: "integer", format: "float" }, 5, ""],
  [{ type: "integer", minimum: 3 }, 3, ""],
  [{ type: "integer", minimum: 3 }, 2, "Invalid v"],
  [{ type: "integer", minimum: -3 }, -4, "Invalid v"],
  [{ type: "integer", minimum: 3, exclusiveMinimum: true }, 3, "Invalid v"],
  [{ type: "integer", minimum: 3, exclusiveMinimum: true }, 4, ""],
  [{ type: "integer", minimum: 3, exclusiveMinimum: false }, 3, ""],
  [{ type: "integer", maximum: 3 }, 3, ""],
  [{ type: "integer", maximum: 3 }, 4, "Invalid v"],
  [{ type: "integer", maximum: 0 }, 1, "Invalid v"],
  [{ type: "integer", maximum: 3, exclusiveMaximum: true }, 3, "Invalid v"],
  [{ type: "integer", maximum: 3, exclusiveMaximum: true }, 2, ""],
  [{ type: "integer", minimum: 5, maximum: 1 }, 3, "Invalid v, Invalid v"],
  [{ type: "number", minimum: 0.1 }, 0.1, ""],
  [{ type: "number", minimum: 0.1 }, 0.09, "Invalid v"],
  [{ type: "number", maximum: 0.1 }, 0.11, "Invalid v"],
  [{ type: "number", maximum: 0.1, exclusiveMaximum: true }, 0.1, "Invalid v"],
  [{ type: "number", minimum: 1 }, 1.5, ""],
  [{ type: "number", minimum: 2 }, 1, "Invalid v"],
  [{ type: "number", maximum: 1 }, 1.5, "Invalid v"],
  [{ type: "integer", minimum: -0.5 }, 0, "Invalid"],
  [{ type: "integer", maximum: 2.5 }, 2, "Invalid"],
  [{ type: "integer", maximum: 2.5 }, 3, "Invalid, Invalid v"],
  [{ type: "integer", exclusiveMinimum: true }, -1, ""],
  [{ type: "integer", multipleOf: 2 }, 4, ""],
  [{ type: "integer", multipleOf: 2 }, 5, "Invalid v"],
  [{ type: "integer", multipleOf: 2 }, 0, ""],
  [{ type: "integer", multipleOf: 2 }, -4, ""],
  [{ type: "integer", multipleOf: 1 }, 7, ""],
  [{ type: "number", multipleOf: 0.5 }, 1.5, ""],
  [{ type: "number", multipleOf: 0.5 }, 1.3, "Invalid v"],
  [{ type: "number", multipleOf: 0.01 }, 0.07, ""],
  [{ type: "number", multipleOf: 2 }, 5, "Invalid v"],
  [{ type: "integer", minimum: 3, multipleOf: 2 }, 1, "Invalid v, Invalid v"],
  [{ "x-kubernetes-int-or-string": true, minimum: 3 }, 1, "Invalid v"],
  [{ "x-kubernetes-int-or-string": true, maximum: 3 }, "9", ""],
  [{ "x-kubernetes-int-or-string": true }, 1.5, "TypeInvalid v"],
  [{ "x-kubernetes-int-or-string": true }, null, ""],
  [{ "x-kubernetes-int-or-string": true, multipleOf: 2 }, 3, "Invalid v"],
  [{ "x-kubernetes-preserve-unknown-fields": true, minimum: 3 }, 1, "Invalid v"],
  [{ "x-kubernetes-preserve-unknown-fields": true, minimum: 3 }, "a", ""],
  [{ "x-kubernetes-preserve-unknown-fields": true, maximum: 3 }, { a: 9 }, ""],
];

for (const [schema, value, faults] of facts) {
  test(`${JSON.stringify(value)} with the schema ${JSON.stringify(schema)} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(checkField(schema, value).faults, faults);
  });
}
