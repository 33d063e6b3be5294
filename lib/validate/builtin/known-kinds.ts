import { type JsonObject, isArray, stringField, valueAt } from "../../object/json.ts";
import { type FieldPath, placeOf } from "../model/field-fault.ts";
import type { BuiltinSchemas, CheckedFields } from "./builtin-schemas.ts";
import { checkCompiler } from "./check-compiler.ts";
import type { ValidationContext } from "./validation-context.ts";
import { openSchemaBook, type PackedSchemas } from "./packed-schema-reader.ts";
import type { FieldType } from "./field-type.ts";

/**
 * Returns the kinds of a version of Kubernetes in the packed schemas, and their checks. `version` is the
 * index of the version in the packed schemas; the oldest is 0.
 *
 * An object is checked as a create and a server-side apply read it, both strict: unknown fields, wrong types,
 * numbers out of range, strings that are not a time, quantity or base64, entries that an apply cannot
 * distinguish, absent or empty required fields, and strings that are not among those listed. The rules that
 * the API server has beyond its schemas (names, ranges, fields that go together) are not known here. Neither
 * are defaults: no field that has one is required.
 *
 * The depth of a walk is that of the object, which the manifest reader bounds.
 */
export function knownKinds(
  text: string,
  { minor, version }: { readonly minor: number; readonly version: number },
): BuiltinSchemas {
  const book = openSchemaBook(text, version);
  const compile = checkCompiler(book);
  return {
    minor,
    serves: (apiVersion, kind) => book.kinds.has(`${apiVersion}/${kind}`),
    check: (object: JsonObject): CheckedFields => {
      const dropped: FieldPath[] = [];
      const run: ValidationContext = { path: [], faults: [], unknown: [], dropped, isStatus: false };
      const definition = definitionOf(book, object);
      if (definition !== undefined) {
        compile(definition)(object, run);
      }
      const { faults, unknown } = run;
      return dropped.length === 0 ? { faults, unknown } : { faults, unknown, dropped };
    },
    fieldsAt: (object, path) => fieldsOfKind(book, object, path),
    definitionOf: (apiVersion, kind) => book.kinds.get(`${apiVersion}/${kind}`),
    fieldsOf: book.fieldsOf,
  };
}

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
