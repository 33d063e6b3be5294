import type { JsonObject, Path } from "../object/json.ts";
import { objectField } from "../object/json.ts";
import { without } from "./conflict.ts";
import { hasParts } from "./field-set.ts";

/**
 * What a manager owns without the field at that path, which others are to have. A field that left an applied manifest while it
 * is still owned would be removed; ceded before, it stays as it is. The field set itself where the field is not in it.
 *
 *     { "f:spec": { "f:replicas": {}, "f:paused": {} } }   →   { "f:spec": { "f:paused": {} } }
 */
export function cede(owned: JsonObject, path: Path): JsonObject {
  const steps = path.map((name) => `f:${name}`);
  let rest = without(owned, steps);
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
