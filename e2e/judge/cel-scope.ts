import { field, isObject, type JsonValue, objectField, stringField } from "../../lib/object/json.ts";

/** A path that an expression can use, and its type: `int`, `list:string`, `object`, `dyn` … */
export interface Reach {
  readonly text: string;
  readonly type: string;
  readonly schema: JsonValue | undefined;
}

/**
 * The paths reachable from a value of that schema, down to three levels, by plain selection and by optional
 * selection.
 */
export function reachOf(text: string, schema: JsonValue | undefined, depth = 3): readonly Reach[] {
  const own: Reach = { text, type: celTypeOf(schema), schema };
  const isPlain = field(schema, "x-kubernetes-embedded-resource") !== true;
  const below =
    depth === 0 || own.type !== "object"
      ? []
      : Object.entries(objectField(schema, "properties")).flatMap(([name, property]) =>
          isPlain || name !== "metadata" ? reachOf(`${text}.${escaped(name)}`, property, depth - 1) : [],
        );
  return [own, ...below];
}

/** The type that a value of that schema has in expressions. */
export function celTypeOf(schema: JsonValue | undefined): string {
  if (field(schema, "x-kubernetes-int-or-string") === true) {
    return "dyn";
  }
  const type = stringField(schema, "type") ?? "";
  return types[type]?.(schema) ?? "dyn";
}

const types: Readonly<Record<string, (schema: JsonValue | undefined) => string>> = {
  string: (schema) => formats[stringField(schema, "format") ?? ""] ?? "string",
  integer: () => "int",
  number: () => "double",
  boolean: () => "bool",
  array: (schema) => `list:${celTypeOf(field(schema, "items"))}`,
  object: (schema) => {
    const values = field(schema, "additionalProperties");
    return isObject(values) ? `map:${celTypeOf(values)}` : "object";
  },
};

const formats: Readonly<Record<string, string>> = {
  date: "timestamp",
  "date-time": "timestamp",
  duration: "duration",
  byte: "bytes",
};

const reserved: ReadonlySet<string> = new Set(["in", "namespace"]);

/** The name of a field, escaped for expressions. */
export function escaped(name: string): string {
  return reserved.has(name)
    ? `__${name}__`
    : name
        .replaceAll("__", "__underscores__")
        .replaceAll(".", "__dot__")
        .replaceAll("-", "__dash__")
        .replaceAll("/", "__slash__");
}
