import type { ApiError } from "../../client/model/api-error.ts";
import { isArray, isObject, type JsonObject, type JsonValue, type Path } from "../../object/json.ts";

/** Reports whether the server refuses an object because of null fields. */
export function refusesNulls({ causes }: ApiError): boolean {
  return causes.some(({ message }) => isAboutNull(message));
}

/**
 * Reports whether a message is of the form that structural schema validation uses: `spec.tail in body must be
 * of type object: "null"`.
 */
function isAboutNull(message: string): boolean {
  return message.includes("must be of type") && message.endsWith('"null"');
}

/**
 * Returns the null fields of an object that the server refuses. A field of a custom resource that its schema
 * does not declare `nullable` may be null in a create, which drops it; in a server-side apply it is a 422,
 * "must be of type object: null". Fields of built-in kinds may be null in both: the field is emptied. List
 * entries are refused in both. Complexity: O(size of the object) per refusal.
 */
export function refusedNulls({ causes }: ApiError, sent: JsonObject): readonly Path[] {
  const refused = new Set(
    causes.filter(({ message }) => isAboutNull(message)).map(({ field }) => dotted(field)),
  );
  return nullFields(sent).filter((path) => refused.has(path.join(".")));
}

/** Maps both `spec.pools[0].size` and `spec.pools.0.size` to the latter. */
function dotted(field: string): string {
  return field.replaceAll(/\[([^\]]*)\]/g, ".$1");
}

function nullFields(root: JsonObject): readonly Path[] {
  const found: Path[] = [];
  const ahead: { readonly value: JsonValue; readonly path: Path }[] = [{ value: root, path: [] }];
  for (let visit = ahead.pop(); visit !== undefined; visit = ahead.pop()) {
    const { value, path } = visit;
    if (value === null && typeof path.at(-1) === "string") {
      found.push(path);
    }
    for (const [step, part] of partsOf(value)) {
      if (typeof part === "object") {
        ahead.push({ value: part, path: [...path, step] });
      }
    }
  }
  return found.toReversed();
}

function partsOf(value: JsonValue): readonly (readonly [step: string | number, part: JsonValue])[] {
  return isArray(value) ? [...value.entries()] : Object.entries(isObject(value) ? value : {});
}
