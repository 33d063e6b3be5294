/**
 * The types of the Common Expression Language, as the checker and the cost estimate know them (CEL
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
 * A type without parts. `error` is the type of what could not be checked: it fits everywhere, so that one
 * fault is told once.
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
 * How long values of a type may be, where a schema says so. It takes no part in whether two types are the
 * same.
 */
export interface Sized {
  /** The greatest number of entries, characters or bytes. */
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

/** A letter of a generic signature: `list(A)`. */
export interface TypeParameter {
  readonly kind: "parameter";
  readonly name: string;
}

/** An object of a schema. Two are the same when they have the same name. */
export interface ObjectType {
  readonly kind: "object";
  readonly name: string;
  /** By their names as expressions write them: `x__dash__prop`. */
  readonly fields: ReadonlyMap<string, CelType>;
}

/** A value that only functions look into: `net.IP`, `kubernetes.Quantity`. */
export interface OpaqueType {
  readonly kind: "opaque";
  readonly name: string;
  readonly parameters?: readonly CelType[];
}

/** The simple types by their kinds. */
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

/** A list of that element type. */
export function listOf(element: CelType): ListType {
  return { kind: "list", element };
}

/** A map with those types of keys and values. */
export function mapOf(key: CelType, value: CelType): MapType {
  return { kind: "map", key, value };
}

/** An optional value of that type. */
export function optionalOf(value: CelType): OptionalType {
  return { kind: "optional", value };
}

/** A letter of a generic signature. */
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

/** The type as CEL's messages write it: `map(string, list(int))`. */
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
