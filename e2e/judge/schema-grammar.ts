import type { JsonObject, JsonValue } from "../../lib/object/json.ts";
import type { Dice } from "./dice.ts";
import { drawJunctors } from "./junctors.ts";
import { fieldNames, formatSamples, patternSamples } from "./samples.ts";
import { drawValue } from "./value-grammar.ts";

/** Generates a schema for a CRD, usually structural; `depth` levels may still follow below it. */
export function drawSchema(dice: Dice, depth: number, isEntry = false): JsonObject {
  const kinds = depth > 0 ? [...leaves, ...branches, ...branches] : leaves;
  const plain = dice.pick(kinds)(dice, depth);
  const joined = dice.chance(0.12) ? { ...plain, ...drawJunctors(dice, plain) } : plain;
  const nullable = dice.chance(0.12) ? { ...joined, nullable: true } : joined;
  const described = dice.chance(0.05) ? { ...nullable, description: "what it is", title: "it" } : nullable;
  return !isEntry && dice.chance(0.2)
    ? { ...described, default: drawValue(dice, described, dice.chance(0.1)) }
    : described;
}

/** Generates the schema of a version: an object with a spec, and often a status. */
export function drawRoot(dice: Dice, depth: number): JsonObject {
  const spec = drawObject(dice, depth);
  const status = dice.chance(0.5)
    ? {
        status: {
          type: "object",
          properties: {
            replicas: { type: "integer" },
            selector: { type: "string" },
            ready: { type: "boolean" },
          },
        },
      }
    : {};
  const metadata = dice.chance(0.15)
    ? { metadata: { type: "object", properties: dice.pick(metadataParts) } }
    : {};
  const own = dice.chance(0.1) ? { apiVersion: { type: "string" }, kind: { type: "string" } } : {};
  const properties = { spec, ...status, ...metadata, ...own };
  return {
    type: "object",
    properties,
    ...(dice.chance(0.1) ? { required: ["spec"] } : {}),
    ...(dice.chance(0.05) ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
  };
}

const metadataParts: readonly JsonObject[] = [
  { name: { type: "string", maxLength: 20 } },
  { name: { type: "string", pattern: "^[a-z]+$" }, generateName: { type: "string" } },
];

type Draw = (dice: Dice, depth: number) => JsonObject;

function some(dice: Dice, share: number, draw: () => JsonObject): JsonObject {
  return dice.chance(share) ? draw() : {};
}

function drawText(dice: Dice): JsonObject {
  return {
    type: "string",
    ...some(dice, 0.2, () => ({ format: dice.pick(Object.keys(formatSamples)) })),
    ...some(dice, 0.2, () => ({ pattern: dice.pick(Object.keys(patternSamples)) })),
    ...some(dice, 0.75, () => ({ maxLength: dice.pick([0, 5, 10, 20, 40, 63]) })),
    ...some(dice, 0.15, () => ({ minLength: dice.pick([0, 1, 2, 5]) })),
    ...some(dice, 0.15, () => ({
      enum: dice.pick([
        ["a", "b"],
        ["Always", "Never", ""],
        ["x", "abc", null],
      ]),
    })),
  };
}

function drawNumber(dice: Dice): JsonObject {
  const isWhole = dice.chance(0.6);
  return {
    type: isWhole ? "integer" : "number",
    ...some(dice, 0.2, () => ({
      format: dice.pick(isWhole ? ["int32", "int64", "uint"] : ["float", "double"]),
    })),
    ...some(dice, 0.3, () => ({
      minimum: dice.pick([0, 1, -5, 0.5, 100]),
      ...some(dice, 0.3, () => ({ exclusiveMinimum: true })),
    })),
    ...some(dice, 0.3, () => ({
      maximum: dice.pick([10, 65_535, 2.5, 0, 1e12]),
      ...some(dice, 0.3, () => ({ exclusiveMaximum: true })),
    })),
    ...some(dice, 0.15, () => ({ multipleOf: dice.pick([2, 5, 0.5, 0.1, 3]) })),
    ...some(dice, 0.1, () => ({
      enum: dice.pick([
        [1, 2, 3],
        [0, 1.5],
        [5, null],
      ]),
    })),
  };
}

function drawFlag(dice: Dice): JsonObject {
  return { type: "boolean", ...some(dice, 0.1, () => ({ enum: [true] })) };
}

const intOrStringForms: readonly JsonObject[] = [
  {},
  { anyOf: [{ type: "integer" }, { type: "string" }] },
  { allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { maxLength: 5 }] },
  { pattern: "^\\d+(\\.\\d+)?(Ki|Mi|Gi)?$" },
  { anyOf: [{ type: "integer" }, { type: "string" }], minimum: 1, maxLength: 4 },
];

function drawIntOrString(dice: Dice): JsonObject {
  return { "x-kubernetes-int-or-string": true, ...dice.pick(intOrStringForms) };
}

function drawAnything(dice: Dice): JsonObject {
  return {
    "x-kubernetes-preserve-unknown-fields": true,
    ...some(dice, 0.5, () => ({ type: "object" })),
    ...some(dice, 0.3, () => ({
      properties: {
        alpha: { type: "object", properties: { beta: drawNumber(dice) } },
        count: drawNumber(dice),
      },
    })),
  };
}

function drawObject(dice: Dice, depth: number): JsonObject {
  const names = [...new Set(dice.several(1, 5, () => dice.pick(fieldNames)))];
  const fields = names.map((name) => [name, drawSchema(dice, depth - 1)] as const);
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    ...some(dice, 0.3, () => ({ required: names.filter(() => dice.chance(0.5)) })),
    ...some(dice, 0.05, () => ({ required: ["absent"] })),
    ...some(dice, 0.06, () => ({ "x-kubernetes-preserve-unknown-fields": true })),
    ...some(dice, 0.1, () => ({ "x-kubernetes-map-type": dice.pick(["granular", "atomic"]) })),
    ...some(dice, 0.08, () => ({ minProperties: dice.below(3) })),
    ...some(dice, 0.08, () => ({ maxProperties: 1 + dice.below(4) })),
  };
}

function drawMap(dice: Dice, depth: number): JsonObject {
  return {
    type: "object",
    additionalProperties: dice.chance(0.08) ? dice.chance(0.8) : drawSchema(dice, depth - 1, true),
    ...some(dice, 0.75, () => ({ maxProperties: dice.pick([1, 3, 10]) })),
    ...some(dice, 0.1, () => ({ minProperties: 1 })),
    ...some(dice, 0.1, () => ({ "x-kubernetes-map-type": dice.pick(["granular", "atomic"]) })),
  };
}

function drawList(dice: Dice, depth: number): JsonObject {
  const kind = dice.pick(["", "", "atomic", "set", "map", "map"]);
  return {
    type: "array",
    items: dice.chance(0.5) ? drawSchema(dice, depth - 1, true) : drawSchema(dice, 0, true),
    ...some(dice, 0.75, () => ({ maxItems: dice.pick([0, 2, 5, 10]) })),
    ...some(dice, 0.15, () => ({ minItems: dice.pick([0, 1, 2]) })),
    ...(kind === "" ? {} : { "x-kubernetes-list-type": kind }),
    ...(kind === "map" ? drawListMap(dice, depth) : {}),
  };
}

function drawListMap(dice: Dice, depth: number): JsonObject {
  const keys = dice.pick([["name"], ["name", "count"], ["count"]]);
  const key: JsonObject = dice.chance(0.2)
    ? { type: "string", default: "usual" }
    : { type: "string", maxLength: 10 };
  return {
    "x-kubernetes-list-map-keys": keys,
    items: {
      type: "object",
      required: keys,
      properties: { name: key, count: { type: "integer", default: 1 }, alpha: drawSchema(dice, depth - 1) },
    },
  };
}

const rawEmbedded: JsonValue = { type: "string", maxLength: 10 };

function drawEmbedded(dice: Dice): JsonObject {
  return {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    ...(dice.chance(0.5)
      ? { "x-kubernetes-preserve-unknown-fields": true }
      : {
          properties: {
            spec: { type: "object", properties: { alpha: drawNumber(dice) } },
            ...some(dice, 0.4, () => ({ metadata: { type: "object", properties: { name: rawEmbedded } } })),
          },
        }),
  };
}

const leaves: readonly Draw[] = [
  drawText,
  drawText,
  drawText,
  drawNumber,
  drawNumber,
  drawFlag,
  drawIntOrString,
];
const branches: readonly Draw[] = [
  drawObject,
  drawObject,
  drawObject,
  drawMap,
  drawList,
  drawList,
  drawAnything,
  drawEmbedded,
];
