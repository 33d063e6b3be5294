import {
  entries,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../lib/object/json.ts";
import type { Dice } from "./dice.ts";
import { formatSamples, patternSamples } from "./samples.ts";

/** Generates a value that usually matches a schema; a `careless` one usually does not. */
export function drawValue(dice: Dice, schema: JsonValue | undefined, careless = false): JsonValue {
  if (field(schema, "nullable") === true && dice.chance(0.1)) {
    return null;
  }
  const choices = entries(field(schema, "enum"));
  if (choices.length > 0 && !dice.chance(careless ? 0.4 : 0.05)) {
    return dice.pick(choices);
  }
  const draw = draws[typeOf(schema)] ?? drawAnything;
  return draw(dice, isObject(schema) ? schema : {}, careless);
}

function typeOf(schema: JsonValue | undefined): string {
  if (field(schema, "x-kubernetes-int-or-string") === true) {
    return "intOrString";
  }
  return field(schema, "x-kubernetes-embedded-resource") === true
    ? "embedded"
    : (stringField(schema, "type") ?? "");
}

type Draw = (dice: Dice, schema: JsonObject, careless: boolean) => JsonValue;

const draws: Readonly<Record<string, Draw>> = {
  string: drawText,
  integer: (dice, schema, careless) => drawNumber(dice, schema, careless ? numbers : wholes),
  number: (dice, schema) => drawNumber(dice, schema, numbers),
  boolean: (dice) => dice.chance(0.5),
  array: drawItems,
  object: drawFields,
  intOrString: (dice) => dice.pick<JsonValue>([1, 0, 5, "5", "10%", "1.5Gi", "", 99_999]),
  embedded: drawEmbedded,
};

const words = [
  "a",
  "abc",
  "x",
  "b",
  "Always",
  "",
  "longer than ten",
  "\u00e4\ud83d\ude00",
  "2",
  "true",
  "a-b",
  "1.2.3",
  "10Mi",
];

function drawText(dice: Dice, schema: JsonObject, careless: boolean): JsonValue {
  const isOff = dice.chance(careless ? 0.5 : 0.1);
  const samples = [
    formatSamples[stringField(schema, "format") ?? ""],
    patternSamples[stringField(schema, "pattern") ?? ""],
  ].flatMap((known) => (isOff ? known?.bad : known?.good) ?? []);
  const texts = samples.length > 0 ? samples : words;
  const least = Number(field(schema, "minLength") ?? 0);
  const most = Number(field(schema, "maxLength") ?? Infinity);
  const fitting = texts.filter(({ length }) => length >= least && length <= most);
  return dice.pick(fitting.length > 0 && !careless ? fitting : texts);
}

const wholes: readonly number[] = [0, 1, 2, 3, 5, 6, 10, -1, 42, 65_535, 2 ** 31, 1e12];
const numbers: readonly number[] = [...wholes, 0.5, 1.5, -2.25, 0.1, 0.3, 1e21, 2.5];

function drawNumber(dice: Dice, schema: JsonObject, pool: readonly number[]): JsonValue {
  const least = Number(field(schema, "minimum") ?? -Infinity);
  const most = Number(field(schema, "maximum") ?? Infinity);
  const fitting = pool.filter((number) => number >= least && number <= most);
  return dice.pick(fitting.length > 0 && !dice.chance(0.1) ? fitting : pool);
}

function drawItems(dice: Dice, schema: JsonObject, careless: boolean): JsonValue {
  const least = Number(field(schema, "minItems") ?? 0);
  const most = Math.min(Number(field(schema, "maxItems") ?? 4), 4);
  const items = dice.several(least, Math.max(least, most), () =>
    drawValue(dice, field(schema, "items"), careless),
  );
  const isSet = field(schema, "x-kubernetes-list-type") === "set";
  return isSet && !dice.chance(0.2) ? distinct(items) : items;
}

function distinct(items: readonly JsonValue[]): JsonValue {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

const mapKeys = ["a", "b", "key", "x.y", "a b", "0", "__proto__", "", "k8s.io/x"];

function drawFields(dice: Dice, schema: JsonObject, careless: boolean): JsonValue {
  const required = listField(schema, "required");
  const known = Object.entries(objectField(schema, "properties"))
    .filter(([name]) => (required.includes(name) ? !dice.chance(0.02) : dice.chance(0.7)))
    .map(([name, property]): [string, JsonValue] => [name, drawValue(dice, property, careless)]);
  const values = field(schema, "additionalProperties");
  const keyed =
    values === undefined
      ? []
      : dice.several(0, 3, (): [string, JsonValue] => [
          dice.pick(mapKeys),
          drawValue(dice, values, careless),
        ]);
  const free = field(schema, "x-kubernetes-preserve-unknown-fields") === true ? anyFields(dice) : [];
  return Object.fromEntries([...free, ...keyed, ...known]);
}

function anyFields(dice: Dice): readonly [string, JsonValue][] {
  return dice.several(0, 2, () => [dice.pick(["free", "loose", "count"]), drawAnything(dice)]);
}

/** A value of any kind. */
export function drawAnything(dice: Dice): JsonValue {
  return dice.pick<JsonValue>([
    null,
    true,
    0,
    1.5,
    "text",
    [],
    {},
    [1, "a", null],
    { beta: 1, gamma: [{ delta: null }] },
  ]);
}

function drawEmbedded(dice: Dice, schema: JsonObject, careless: boolean): JsonValue {
  const own = drawFields(dice, schema, careless);
  return {
    apiVersion: dice.pick(["v1", "apps/v1", careless ? "a/b/c" : "v1"]),
    kind: dice.pick(["ConfigMap", "Deployment", careless ? "not a kind" : "Pod"]),
    metadata: drawMetadata(dice, careless || dice.chance(0.2)),
    ...(isObject(own) && !isArray(own) ? own : {}),
  };
}

/** Metadata with a name, and often labels; careless ones are usually invalid. */
export function drawMetadata(dice: Dice, careless: boolean): JsonObject {
  const name = dice.pick(["inner", "a.b", "x-1"]);
  return careless
    ? { name, ...dice.pick(oddMetadata) }
    : { name, ...(dice.chance(0.3) ? { labels: { app: "x" } } : {}) };
}

const oddMetadata: readonly JsonObject[] = [
  { name: "Bad_Name" },
  { name: "" },
  { labels: { "not a key": "x" } },
  { labels: { app: "not a value!" } },
  { labels: { app: 1 } },
  { annotations: { "a/b/c": "x" } },
  { annotations: { app: null } },
  { finalizers: ["simple"] },
  { finalizers: ["example.com/ok", "", 5] },
  { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "x", uid: "u" }] },
  { ownerReferences: [{ apiVersion: "v1", kind: "", name: "x" }] },
  {
    ownerReferences: [
      { apiVersion: "v1", kind: "Pod", name: "x", uid: "u", controller: true },
      { apiVersion: "v1", kind: "Pod", name: "y", uid: "v", controller: true },
    ],
  },
  { creationTimestamp: "now" },
  { creationTimestamp: null },
  { generation: "one" },
  { generateName: "x-" },
  { zork: 1 },
  { labels: null },
  { labels: ["a"] },
  { clusterName: "x" },
];
