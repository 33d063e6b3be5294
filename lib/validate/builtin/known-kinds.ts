import type { JsonObject } from "../../object/json.ts";
import type { FieldPath } from "../model/field-fault.ts";
import type { BuiltinSchemas, CheckedFields } from "./builtin-schemas.ts";
import { checkCompiler } from "./check-compiler.ts";
import type { ValidationContext } from "./validation-context.ts";
import { definitionOf, fieldsOfKind } from "./fields-of-kind.ts";
import { openSchemaBook } from "./packed-schema-reader.ts";

/**
 * The kinds that the book has for a version of Kubernetes, and their checks. `version` counts the versions of
 * the book from its oldest, 0.
 *
 * An object is checked as a create and a server-side apply read it, both strict: unknown fields, wrong types,
 * numbers that do not fit, texts that are no time, quantity or base64, entries that an apply cannot tell
 * apart, absent or empty required fields, and strings that are none of those listed. The rules that the API
 * server has beyond its schemas (names, ranges, fields that go together) are not known here. Nor are
 * defaults: no field that has one is required.
 *
 * The depth of a walk is that of the object, which the reader of manifests bounds.
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
