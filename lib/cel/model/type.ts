/**
 * The types of the Common Expression Language, as the checker and the cost estimate use them (CEL
 * specification, "Values").
 */
export type CelType =
  | SimpleType
  | ListType
  | MapType
  | OptionalType
  | TypeOfType
  | TypeParameter
  | ObjectType
  | OpaqueType;

/**
 * A type without parts. `error` is the type of a part that could not be checked: it fits everywhere, so that
 * a fault is reported once.
 */
export interface SimpleType extends Sized {
  readonly kind:
    | "bool"
    | "bytes"
    | "double"
    | "duration"
    | "dyn"
    | "error"
    | "int"
    | "null"
    | "string"
    | "timestamp"
    | "uint";
}

/**
 * The maximum size of the values of a type, if a schema declares it. It does not affect whether two types are
 * the same.
 */
export interface Sized {
  /** The maximum number of entries, characters or bytes. */
  readonly maxElements?: number;
}

/** `list(T)`. */
export interface ListType extends Sized {
  readonly kind: "list";
  readonly element: CelType;
}

/** `map(K, V)`. */
export interface MapType extends Sized {
  readonly kind: "map";
  readonly key: CelType;
  readonly value: CelType;
}

/** `optional_type(T)`. */
export interface OptionalType {
  readonly kind: "optional";
  readonly value: CelType;
}

/** `type(T)`: the type of a type. */
export interface TypeOfType {
  readonly kind: "type";
  readonly of: CelType;
}

/** A type parameter of a generic signature: `list(A)`. */
export interface TypeParameter {
  readonly kind: "parameter";
  readonly name: string;
}

/** An object of a schema. Two are the same if they have the same name. */
export interface ObjectType {
  readonly kind: "object";
  readonly name: string;
  /** By escaped names, as in expressions: `x__dash__prop`. */
  readonly fields: ReadonlyMap<string, CelType>;
}

/** The type of an opaque value, which only functions can read: `net.IP`, `kubernetes.Quantity`. */
export interface OpaqueType {
  readonly kind: "opaque";
  readonly name: string;
  readonly parameters?: readonly CelType[];
}

/** The simple types by kind. */
export const simpleTypes: Readonly<Record<SimpleType["kind"], SimpleType>> = {
  bool: { kind: "bool" },
  bytes: { kind: "bytes" },
  double: { kind: "double" },
  duration: { kind: "duration" },
  dyn: { kind: "dyn" },
  error: { kind: "error" },
  int: { kind: "int" },
  null: { kind: "null" },
  string: { kind: "string" },
  timestamp: { kind: "timestamp" },
  uint: { kind: "uint" },
};

/** Returns the type of lists of that element type. */
export function listOf(element: CelType): ListType {
  return { kind: "list", element };
}

/** Returns the type of maps with those types of keys and values. */
export function mapOf(key: CelType, value: CelType): MapType {
  return { kind: "map", key, value };
}

/** Returns the type of optionals of that type. */
export function optionalOf(value: CelType): OptionalType {
  return { kind: "optional", value };
}

/** Returns a type parameter of a generic signature. */
export function parameter(name: string): TypeParameter {
  return { kind: "parameter", name };
}

const typeNames: Readonly<Record<SimpleType["kind"], string>> = {
  bool: "bool",
  bytes: "bytes",
  double: "double",
  duration: "google.protobuf.Duration",
  dyn: "dyn",
  error: "!error!",
  int: "int",
  null: "null",
  string: "string",
  timestamp: "google.protobuf.Timestamp",
  uint: "uint",
};

/** Formats the type as CEL's messages do: `map(string, list(int))`. */
export function formatType(type: CelType): string {
  if ("name" in type) {
    return formatGeneric(type.name, type.kind === "opaque" ? (type.parameters ?? []) : []);
  }
  if ("element" in type) {
    return formatGeneric("list", [type.element]);
  }
  if ("key" in type) {
    return formatGeneric("map", [type.key, type.value]);
  }
  if ("of" in type) {
    return formatGeneric("type", [type.of]);
  }
  return "value" in type ? formatGeneric("optional_type", [type.value]) : typeNames[type.kind];
}

function formatGeneric(name: string, parameters: readonly CelType[]): string {
  const parts = parameters.map((part) => formatType(part));
  return parts.length === 0 ? name : `${name}(${parts.join(", ")})`;
}
