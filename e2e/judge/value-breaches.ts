import { isArray, isObject, type JsonObject, type JsonValue } from "../../lib/object/json.ts";
import type { Dice } from "./dice.ts";
import { partsOf, replaceIn } from "./parts.ts";
import { drawAnything } from "./value-grammar.ts";

/** Mutates the object anywhere except in its metadata. */
export function breakValue(dice: Dice, object: JsonObject): JsonObject {
  const parts = partsOf(object).filter(([path]) => path.length > 0 && !own.has(String(path[0])));
  if (parts.length === 0) {
    return { ...object, zork: 1 };
  }
  const [path, part] = dice.pick(parts);
  return replaceIn(object, path, () => changed(dice, part));
}

const own: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function changed(dice: Dice, part: JsonValue): JsonValue | undefined {
  if (dice.chance(0.25)) {
    return dice.pick([undefined, undefined, null, drawAnything(dice)]);
  }
  if (isArray(part)) {
    return changedList(dice, part);
  }
  return isObject(part) ? changedObject(dice, part) : changedScalar(dice, part);
}

function changedList(dice: Dice, list: readonly JsonValue[]): JsonValue {
  return dice.pick<JsonValue>([
    [...list, ...list],
    [...list, ...list.slice(0, 1)],
    [...list, null],
    [...list, drawAnything(dice)],
    list.toReversed(),
    list.slice(1),
    Array.from({ length: 12 }, (_, index) => list[0] ?? index),
    { items: list },
  ]);
}

function changedObject(dice: Dice, object: JsonObject): JsonValue {
  const names = Object.keys(object);
  const renamed = names.length === 0 ? "alpah" : nearMiss(dice, dice.pick(names));
  return dice.pick<JsonValue>([
    { ...object, zork: 1 },
    { ...object, [renamed]: "near" },
    { ...object, extra: { deep: [{ deeper: null }] } },
    { ...object, ["x.y"]: 1, ["a b"]: {} },
    Object.fromEntries(
      Object.entries(object).map(([name, part]) => [name === names[0] ? renamed : name, part]),
    ),
    { ...object, metadata: { name: "x", zork: 1 } },
    [object],
    {},
  ]);
}

function nearMiss(dice: Dice, name: string): string {
  return dice.pick([name.toUpperCase(), `${name}s`, name.slice(1), `${name} `]);
}

const scalars: readonly JsonValue[] = [
  "",
  "abc",
  "x".repeat(300),
  0,
  1,
  -1,
  2,
  1.5,
  1e21,
  2 ** 53 - 1,
  3_000_000_000,
  true,
  false,
  "1",
  "2024-01-01",
  [],
  {},
  "a\u0000b",
  "\ud83d\ude00",
];

function changedScalar(dice: Dice, part: JsonValue): JsonValue {
  const text = typeof part === "string" ? part : JSON.stringify(part);
  return dice.pick<JsonValue>([
    dice.pick(scalars),
    dice.pick(scalars),
    typeof part === "number" ? part + 1 : `${text}x`,
    typeof part === "number" ? part + 0.5 : text.replace(/^./u, ""),
    typeof part === "number" ? -part : text.toUpperCase(),
  ]);
}
