import type { JsonObject } from "../../lib/object/json.ts";

/**
 * Conditions that few values satisfy, whatever else their schema requires: previously stored objects violate
 * them.
 */
export const valueConditions: readonly JsonObject[] = [
  { minLength: 8 },
  { maxLength: 1 },
  { pattern: "^never$" },
  { enum: ["never"] },
  { enum: [7] },
  { format: "uuid" },
  { minimum: 1e6 },
  { maximum: -100 },
  { multipleOf: 7 },
  { minItems: 6 },
  { maxItems: 0 },
  { minProperties: 7 },
  { maxProperties: 0 },
  { required: ["never"] },
  { nullable: false },
  { "x-kubernetes-list-type": "set" },
  { not: { minLength: 1 } },
  { anyOf: [{ enum: ["never"] }, { minimum: 1e6 }] },
  { allOf: [{ minLength: 9 }] },
  { "x-kubernetes-validations": [{ rule: "false" }] },
  { "x-kubernetes-validations": [{ rule: "self == oldSelf" }] },
  {
    "x-kubernetes-validations": [
      { rule: "oldSelf.hasValue() && self == oldSelf.value()", optionalOldSelf: true },
    ],
  },
  {
    "x-kubernetes-validations": [
      { rule: "!oldSelf.hasValue()", optionalOldSelf: true, messageExpression: "'was ' + string(1)" },
    ],
  },
];
