import {
  field,
  isArray,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../lib/object/json.ts";
import type { Dice } from "./dice.ts";
import { patternSamples } from "./samples.ts";

/** Further conditions on the same value: `allOf`, `anyOf`, `oneOf`, `not`. They have no type. */
export function drawJunctors(dice: Dice, schema: JsonObject): JsonObject {
  if (isArray(field(schema, "anyOf"))) {
    return {};
  }
  const junctor = dice.pick(["allOf", "anyOf", "oneOf", "not"]);
  return {
    [junctor]:
      junctor === "not" ? condition(dice, schema, 2) : dice.several(1, 3, () => condition(dice, schema, 2)),
  };
}

function condition(dice: Dice, schema: JsonObject, depth: number): JsonObject {
  if (depth > 0 && dice.chance(0.15)) {
    return {
      [dice.pick(["allOf", "anyOf", "oneOf"])]: dice.several(1, 2, () => condition(dice, schema, depth - 1)),
    };
  }
  const draw = conditions[stringField(schema, "type") ?? ""] ?? (() => ({}));
  return draw(dice, schema, depth);
}

type Draw = (dice: Dice, schema: JsonObject, depth: number) => JsonObject;

const conditions: Readonly<Record<string, Draw>> = {
  string: (dice) =>
    dice.pick<JsonObject>([
      { minLength: dice.below(4) },
      { maxLength: dice.below(8) },
      { pattern: dice.pick(Object.keys(patternSamples)) },
      { enum: ["a", "abc", "x"] },
      { format: dice.pick(["date", "uuid", "ipv4"]) },
    ]),
  integer: numberCondition,
  number: numberCondition,
  boolean: (dice) => ({ enum: [dice.chance(0.5)] }),
  array: (dice, schema, depth) =>
    dice.pick<JsonObject>([
      { minItems: dice.below(3) },
      { maxItems: dice.below(5) },
      ...(isObjectSchema(field(schema, "items"))
        ? [{ items: condition(dice, objectField(schema, "items"), depth - 1) }]
        : []),
    ]),
  object: objectCondition,
};

function numberCondition(dice: Dice): JsonObject {
  return dice.pick<JsonObject>([
    { minimum: dice.below(10) },
    { maximum: dice.below(10), exclusiveMaximum: dice.chance(0.5) },
    { multipleOf: dice.pick([2, 3]) },
    { enum: [1, 2, 5] },
  ]);
}

function objectCondition(dice: Dice, schema: JsonObject, depth: number): JsonObject {
  const properties = Object.entries(objectField(schema, "properties"));
  if (properties.length === 0) {
    return { minProperties: dice.below(3) };
  }
  const [name, property] = dice.pick(properties);
  return dice.chance(0.5) || depth <= 0
    ? { required: [name] }
    : { properties: { [name]: isObjectSchema(property) ? condition(dice, property, depth - 1) : {} } };
}

function isObjectSchema(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !isArray(value) && listField(value, "items").length === 0
  );
}
