import { BugError } from "../../object/bug-error.ts";
import { type DefinedField, readField } from "./field-type.ts";

/** The built-in kinds of one version of Kubernetes, read lazily. */
export interface PackedSchemas {
  /** The name of the definition of a kind that is served: `core.v1.Pod` for `v1/Pod`. */
  readonly kinds: ReadonlyMap<string, string>;
  /** Returns the fields of a definition, in the order of their names. */
  readonly fieldsOf: (definition: string) => readonly DefinedField[];
}

/**
 * Opens the packed schemas at one version. They have a line for each definition, and one more for each time
 * that it changed, with tab-separated parts: the versions that have it, as a hexadecimal number whose lowest
 * bit is the oldest version; its name; the kinds that it defines, `v1/Pod`, separated by commas; then its
 * fields (`field-type.ts`).
 */
export function openSchemaBook(text: string, version: number): PackedSchemas {
  const definitions = new Map<string, string>();
  const kinds = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [versions = "", name = "", served = ""] = line.split("\t", 3);
    if (((Number.parseInt(versions, 16) >> version) & 1) === 0) {
      continue;
    }
    definitions.set(name, line);
    for (const kind of served === "" ? [] : served.split(",")) {
      kinds.set(kind, name);
    }
  }
  return { kinds, fieldsOf: (definition) => readFields(definitions.get(definition), definition) };
}

function readFields(line: string | undefined, definition: string): readonly DefinedField[] {
  if (line === undefined) {
    throw new BugError(`the packed schemas have no ${definition}`);
  }
  return line
    .split("\t")
    .slice(3)
    .map((written) => {
      const field = readField(written);
      if (field === undefined) {
        throw new BugError(`the packed schemas have an unreadable field in ${definition}: ${written}`);
      }
      return field;
    });
}
