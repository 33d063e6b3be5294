import {
  entries,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  valueAt,
} from "../object/json.ts";
import { without } from "./conflict.ts";
import { hasParts, fieldNodeAt } from "./field-set.ts";
import { matchEntries } from "./list-match.ts";

/**
 * What a manager owns without the field at that path of its manifest, which others are to have. A field that
 * left an applied manifest while it is still owned would be removed; ceded before, it stays as it is. The
 * field set itself where the field is not in it.
 *
 *     { "f:spec": { "f:replicas": {}, "f:paused": {} } }   →   { "f:spec": { "f:paused": {} } }
 */
export function dropOwnership(owned: JsonObject, path: Path, manifest: JsonObject): JsonObject {
  const steps = stepsAlong(owned, path, manifest);
  let rest = steps.length === path.length ? without(owned, steps) : owned;
  if (rest === owned) {
    return owned;
  }
  // A part without parts would own all that is in it.
  for (let above = steps.slice(0, -1); above.length > 0; above = above.slice(0, -1)) {
    const part = above.reduce<JsonObject>((node, step) => objectField(node, step), rest);
    if (hasParts(part)) {
      break;
    }
    rest = without(rest, above);
  }
  return rest;
}

/** Whether a field set has, as a whole, a list or map that the field at that path of a manifest lies in. */
export function isWithinWhole(owned: JsonObject, path: Path, manifest: JsonObject): boolean {
  const steps = stepsAlong(owned, path, manifest);
  return steps.length > 0 && steps.length < path.length && !hasParts(fieldNodeAt(owned, steps));
}

/**
 * The steps of a field set that stand for a path of a manifest, as far as the field set goes along with it.
 */
function stepsAlong(owned: JsonObject, path: Path, manifest: JsonObject): readonly string[] {
  const steps: string[] = [];
  let node: JsonValue | undefined = owned;
  let value: JsonValue | undefined = manifest;
  for (const name of path) {
    if (!isObject(node)) {
      break;
    }
    const step: string | undefined = stepOf(name, value, node);
    if (step === undefined || !Object.hasOwn(node, step)) {
      break;
    }
    steps.push(step);
    node = node[step];
    value = valueAt(value, [name]);
  }
  return steps;
}

function stepOf(name: string | number, value: JsonValue | undefined, node: JsonObject): string | undefined {
  return typeof name === "string" ? `f:${name}` : matchEntries(entries(value), node)[name]?.step;
}
