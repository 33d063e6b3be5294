import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
} from "../../lib/object/json.ts";
import type { Dice } from "./dice.ts";
import { fieldBreaches } from "./field-breaches.ts";
import { partsOf, replaceIn } from "./parts.ts";
import { schemaBreaches } from "./schema-breaches.ts";
import { schemaPlaces } from "./schema-places.ts";
import { valueConditions } from "./value-conditions.ts";
import { drawAnything } from "./value-grammar.ts";

/** Mutates a CRD into one that is invalid, or almost. */
export function breakDefinition(dice: Dice, definition: JsonObject): JsonObject {
  return dice.pick([breakSchema, breakSchema, breakSchema, breakField, breakField, breakAnything])(
    dice,
    definition,
  );
}

/** Makes a part of a version's schema odd. */
function breakSchema(dice: Dice, definition: JsonObject): JsonObject {
  const versions = listField(field(definition, "spec"), "versions");
  const index = dice.below(versions.length);
  const root = field(field(versions[index], "schema"), "openAPIV3Schema");
  if (!isObject(root)) {
    return definition;
  }
  const { path, schema } = dice.pick(schemaPlaces(root));
  const breach = dice.pick(schemaBreaches);
  return replaceIn(definition, ["spec", "versions", index, "schema", "openAPIV3Schema", ...path], () =>
    breach(dice, schema),
  );
}

/** Sets a field, by its path, to a value that is invalid there, or valid; `undefined` removes it. */
function breakField(dice: Dice, definition: JsonObject): JsonObject {
  const [path, values] = dice.pick(fieldBreaches);
  return replaceIn(definition, path, () => dice.pick(values));
}

/** The version with further conditions on some of its values, and a field `judged` that always exists. */
export function tightenVersion(dice: Dice, version: JsonObject): JsonObject {
  const root = objectField(objectField(version, "schema"), "openAPIV3Schema");
  const places = schemaPlaces(root);
  const tightened = dice
    .several(1, 3, () => dice.pick(places))
    .reduce(
      (whole, { path }) =>
        replaceIn(whole, path, (part) =>
          isObject(part) ? { ...part, ...dice.pick(valueConditions) } : part,
        ),
      root,
    );
  const properties = {
    ...objectField(tightened, "properties"),
    judged: { type: "string", default: "again" },
  };
  return { ...version, schema: { openAPIV3Schema: { ...tightened, properties } } };
}

/** Replaces or removes any part, or adds a neighbour to it. */
function breakAnything(dice: Dice, definition: JsonObject): JsonObject {
  const [path] = dice.pick(partsOf(definition).filter(([way]) => way.length > 1 && way[0] === "spec"));
  const change = dice.pick<(part: JsonValue | undefined) => JsonValue | undefined>([
    () => undefined,
    () => null,
    () => drawAnything(dice),
    () => drawAnything(dice),
    (part) => (isObject(part) ? { ...part, zork: drawAnything(dice) } : part),
    (part) => (typeof part === "string" ? `${part} ` : part),
    (part) => (typeof part === "boolean" ? !part : part),
  ]);
  return replaceIn(definition, path, change);
}
