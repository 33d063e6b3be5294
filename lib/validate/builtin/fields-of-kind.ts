import { isArray, type JsonObject, stringField, valueAt } from "../../object/json.ts";
import { type FieldPath, placeOf } from "../model/field-fault.ts";
import type { FieldType } from "./field-type.ts";
import type { PackedSchemas } from "./packed-schema-reader.ts";

/** The name of the definition of an object's kind, or undefined where the book has no such kind. */
export function definitionOf(book: PackedSchemas, object: JsonObject): string | undefined {
  const apiVersion = stringField(object, "apiVersion") ?? "";
  return book.kinds.get(`${apiVersion}/${stringField(object, "kind") ?? ""}`);
}

/**
 * The fields that a kind has at a place of an object, sorted; none where it has no such place, or anything
 * may stand there.
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

/** Which of two types it is, where there are two. */
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
