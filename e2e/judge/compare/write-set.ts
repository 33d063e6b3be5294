import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { stringify, type ToStringOptions } from "yaml";

import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from "../../../lib/object/json.ts";
import type { Dice } from "../dice.ts";

/**
 * Writes objects to files of a folder; with dice, in another way each time: files, documents, order of
 * fields, comments, YAML or JSON.
 */
export function writeSet(folder: string, objects: readonly JsonObject[], dice?: Dice): void {
  mkdirSync(folder, { recursive: true });
  if (dice === undefined) {
    writeFileSync(join(folder, "set.yaml"), objects.map((object) => `---\n${yamlOf(object)}`).join(""));
    return;
  }
  const files = Map.groupBy(shuffled(objects, dice), () => dice.below(3));
  for (const [number, own] of files) {
    const texts = own.map((object) => restyled(object, dice));
    writeFileSync(join(folder, `${String(number)}.yaml`), texts.join(""));
  }
}

function shuffled<Item>(items: readonly Item[], dice: Dice): readonly Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(dice.below(rest.length), 1));
}

function yamlOf(object: JsonObject, options: ToStringOptions = {}): string {
  return stringify(object, { version: "1.1", ...options });
}

function restyled(object: JsonObject, dice: Dice): string {
  const value = reordered(object, dice);
  const style = dice.below(4);
  if (style === 0 || !isObject(value)) {
    return `---\n${stringifyJson(value)}\n`;
  }
  const options =
    style === 1
      ? { indent: 4, lineWidth: 40 }
      : ({ defaultStringType: "QUOTE_DOUBLE", indentSeq: false } as const);
  return `---\n# ${String(dice.below(99))}\n${yamlOf(value, style === 2 ? {} : options)}# the end\n`;
}

function reordered(value: JsonValue, dice: Dice): JsonValue {
  if (isArray(value)) {
    return value.map((entry) => reordered(entry, dice));
  }
  return isObject(value)
    ? Object.fromEntries(
        shuffled(Object.entries(value), dice).map(([name, part]) => [name, reordered(part, dice)]),
      )
    : value;
}
