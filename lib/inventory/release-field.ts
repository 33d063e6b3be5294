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
 * The field set of a manager without the field at that path of its manifest, which is ceded to others. If an
 * owned field left the applied manifest, it would be removed; ceded first, it stays as it is. Returns the
 * field set itself if the field is not in it.
 *
 *     { "f:spec": { "f:replicas": {}, "f:paused": {} } }   →   { "f:spec": { "f:paused": {} } }
 */
export function dropOwnership(owned: JsonObject, path: Path, manifest: JsonObject): JsonObject {
  const steps = stepsAlong(owned, path, manifest);
  let rest = steps.length === path.length ? without(owned, steps) : owned;
  if (rest === owned) {
    return owned;
  }
  // A part without parts would own its whole content.
  for (let above = steps.slice(0, -1); above.length > 0; above = above.slice(0, -1)) {
    const part = above.reduce<JsonObject>((node, step) => objectField(node, step), rest);
    if (hasParts(part)) {
      break;
    }
    rest = without(rest, above);
  }
  return rest;
}

/**
 * Reports whether a field set owns, as a whole, a list or map that contains the field at that path of a
 * manifest.
 */
export function isWithinWhole(owned: JsonObject, path: Path, manifest: JsonObject): boolean {
  const steps = stepsAlong(owned, path, manifest);
  return steps.length > 0 && steps.length < path.length && !hasParts(fieldNodeAt(owned, steps));
}

/** The steps of a field set for a path of a manifest, as far as the field set follows it. */
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
