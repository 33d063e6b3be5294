/** Compares two renderings of the same charts with the same input. */
import { entries, field, isArray, isObject, type JsonValue, type Path } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import type { ReadObject } from "../manifest.ts";

/** A field with its values in two renderings; undefined where one has omitted it. */
export interface RandomField {
  readonly path: Path;
  readonly first: JsonValue | undefined;
  readonly second: JsonValue | undefined;
}

/** An object that differs in the second rendering. */
export interface RandomObject {
  readonly object: ReadObject;
  readonly fields: readonly RandomField[];
}

/**
 * The objects of the first rendering that differ in the second, in their order. One that the second lacks
 * differs in its name. Only the sources that the second rendering contains are compared.
 */
export function compareRenderings(
  first: readonly ReadObject[],
  second: readonly ReadObject[],
): readonly RandomObject[] {
  const files = new Set(second.map(({ document }) => document.source.name));
  const others = Map.groupBy(second, identityOf);
  return first
    .filter(({ document }) => files.has(document.source.name))
    .flatMap((object) => {
      const other = others.get(identityOf(object))?.shift();
      const fields = other === undefined ? [renamed(object)] : differences(object.value, other.value);
      return fields.length === 0 ? [] : [{ object, fields }];
    });
}

function identityOf({ apiVersion, kind, namespace, name }: ReadObject): string {
  return JSON.stringify([apiVersion, kind, namespace, name]);
}

function renamed({ name }: ReadObject): RandomField {
  return { path: ["metadata", "name"], first: name, second: undefined };
}

function differences(first: JsonValue, second: JsonValue): readonly RandomField[] {
  const found: RandomField[] = [];
  // The pairs still to compare, the next one last.
  const pairs: RandomField[] = [{ path: [], first, second }];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const parts = partsOf(pair);
    if (parts !== undefined) {
      pairs.push(...parts.toReversed());
    } else if (pair.first !== pair.second) {
      found.push(pair);
    }
  }
  return found;
}

/** The pairs of entries of two mappings, or of two lists of the same length; undefined for anything else. */
function partsOf({ path, first, second }: RandomField): readonly RandomField[] | undefined {
  if (isObject(first) && isObject(second)) {
    const names = [...new Set([...Object.keys(first), ...Object.keys(second)])].toSorted(compareText);
    return names.map((name) => ({
      path: [...path, name],
      first: field(first, name),
      second: field(second, name),
    }));
  }
  return isArray(first) && isArray(second) && first.length === second.length
    ? first.map((entry, index) => ({ path: [...path, index], first: entry, second: entries(second)[index] }))
    : undefined;
}
