import {
  field,
  isObject,
  type JsonObject,
  listField,
  objectField,
  stringField,
} from "../../lib/object/json.ts";
import { breakDefinition, tightenVersion } from "./definition-breaches.ts";
import { type DefinitionNames, drawDefinition } from "./definition-grammar.ts";
import { type Dice, rollDice } from "./dice.ts";
import { breakValue } from "./value-breaches.ts";
import { drawMetadata, drawValue } from "./value-grammar.ts";

/** A CRD by its number: most of them are broken. */
export function drawnDefinition(seed: number, number: number, names: DefinitionNames): JsonObject {
  const dice = rollDice("definition", seed, number);
  return broken(dice, drawDefinition(dice, names), {
    by: breakDefinition,
    times: dice.pick([0, 1, 1, 1, 2, 3]),
  });
}

/** A CRD to be created for custom resources, not mutated. */
export function stageDefinition(seed: number, number: number, names: DefinitionNames): JsonObject {
  return drawDefinition(rollDice("stage", seed, number), names);
}

/**
 * The CRD of a stage with further conditions on some values, and with a field `judged` in every version,
 * whose default shows that the server has loaded the change.
 */
export function tightenedDefinition(seed: number, number: string, known: JsonObject): JsonObject {
  const dice = rollDice("tightened", seed, number);
  const spec = objectField(known, "spec");
  const versions = listField(spec, "versions").map((version) =>
    isObject(version) ? tightenVersion(dice, version) : version,
  );
  return { ...known, spec: { ...spec, versions } };
}

/** An update of a known CRD: one to three mutations, or a new one. */
export function changedDefinition(seed: number, number: string, known: JsonObject): JsonObject {
  const dice = rollDice("change", seed, number);
  const spec = objectField(known, "spec");
  const group = stringField(spec, "group") ?? "";
  const plural = stringField(field(spec, "names"), "plural") ?? "";
  return dice.chance(0.2)
    ? drawDefinition(dice, { group, plural })
    : broken(dice, known, { by: breakDefinition, times: 1 + dice.below(3) });
}

/** A custom resource of one of the served versions: a third of them is made to fit. */
export function drawnObject(seed: number, number: string, definition: JsonObject): JsonObject {
  const dice = rollDice("object", seed, number);
  const version = dice.pick(servedVersions(definition));
  const spec = objectField(definition, "spec");
  const drawn = drawValue(dice, field(field(version, "schema"), "openAPIV3Schema"), dice.chance(0.15));
  const object = {
    ...(isObject(drawn) ? drawn : {}),
    apiVersion: `${stringField(spec, "group") ?? ""}/${stringField(version, "name") ?? ""}`,
    kind: stringField(field(spec, "names"), "kind") ?? "",
    metadata: drawMetadata(dice, dice.chance(0.12)),
  };
  return broken(dice, object, { by: breakValue, times: dice.pick([0, 0, 0, 1, 1, 3]) });
}

/** The object with one to three mutations, or with other content. */
export function changedObject(
  seed: number,
  number: string,
  { definition, old }: { readonly definition: JsonObject; readonly old: JsonObject },
): JsonObject {
  const dice = rollDice("update", seed, number);
  if (dice.chance(0.8)) {
    return broken(dice, old, { by: breakValue, times: dice.below(4) });
  }
  const { apiVersion = "", kind = "", metadata = {} } = old;
  const version = servedVersions(definition).find((one) =>
    stringField(old, "apiVersion")?.endsWith(`/${stringField(one, "name") ?? ""}`),
  );
  const drawn = drawValue(dice, field(field(version, "schema"), "openAPIV3Schema"));
  return { ...(isObject(drawn) ? drawn : {}), apiVersion, kind, metadata };
}

interface Breaking {
  readonly by: (dice: Dice, object: JsonObject) => JsonObject;
  readonly times: number;
}

function broken(dice: Dice, object: JsonObject, { by, times }: Breaking): JsonObject {
  return Array.from({ length: times }).reduce<JsonObject>((current) => by(dice, current), object);
}

function servedVersions(definition: JsonObject): readonly JsonObject[] {
  return listField(field(definition, "spec"), "versions")
    .filter(isObject)
    .filter((version) => version["served"] === true);
}
