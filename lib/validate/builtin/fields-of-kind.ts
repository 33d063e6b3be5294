import { isArray, type JsonObject, stringField, valueAt } from "../../object/json.ts";
import { type FieldPath, placeOf } from "../model/field-fault.ts";
import type { FieldType } from "./field-type.ts";
import type { PackedSchemas } from "./packed-schema-reader.ts";

/**
 * Returns the name of the definition of an object's kind, or undefined if the packed schemas have no such
 * kind.
 */
export function definitionOf(book: PackedSchemas, object: JsonObject): string | undefined {
  const apiVersion = stringField(object, "apiVersion") ?? "";
  return book.kinds.get(`${apiVersion}/${stringField(object, "kind") ?? ""}`);
}

/**
 * Returns the sorted fields that a kind has at a place of an object; none if it has no such place, or if the
 * place may hold anything.
 */
export function fieldsOfKind(book: PackedSchemas, object: JsonObject, path: FieldPath): readonly string[] {
  const definition = definitionOf(book, object);
  if (definition === undefined) {
    return [];
  }
  const place = placeOf(path);
  let current: FieldType | undefined = { is: "object", name: definition };
  for (const [depth, step] of place.entries()) {
    const settled: FieldType | undefined = settle(current, isArray(valueAt(object, place.slice(0, depth))));
    current = partOf(book, settled, step);
  }
  const end = settle(current, false);
  return end?.is === "object" ? book.fieldsOf(end.name).map(({ name }) => name) : [];
}

/** Picks one of the two types of a field that has two. */
function settle(type: FieldType | undefined, asList: boolean): FieldType | undefined {
  if (type?.is !== "either") {
    return type;
  }
  return asList ? type.other : type.object;
}

function partOf(
  book: PackedSchemas,
  type: FieldType | undefined,
  step: string | number,
): FieldType | undefined {
  if (type?.is === "object") {
    return book.fieldsOf(type.name).find(({ name }) => name === step)?.type;
  }
  return type?.is === "list" || type?.is === "map" ? type.of : undefined;
}
