import type { JsonObject } from "../../object/json.ts";
import type { FieldPath } from "../model/field-fault.ts";
import type { BuiltinSchemas, CheckedFields } from "./builtin-schemas.ts";
import { checkCompiler } from "./check-compiler.ts";
import type { ValidationContext } from "./validation-context.ts";
import { definitionOf, fieldsOfKind } from "./fields-of-kind.ts";
import { openSchemaBook } from "./packed-schema-reader.ts";

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
  };
}
