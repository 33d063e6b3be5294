import type { CelType } from "../model/type.ts";
import { simpleTypes } from "../model/type.ts";

/**
 * The type that the name `type` denotes: the type of all types. Compared by identity, since its parts are
 * unknown.
 */
export const typeOfTypes: CelType = { kind: "type", of: simpleTypes.dyn };

/**
 * Returns the parts of a type, from left to right: of `map(K, V)` K and V. The fields of an object are not
 * parts of it.
 */
export function partsOf(type: CelType): readonly CelType[] {
  if (type.kind === "list") {
    return [type.element];
  }
  if (type.kind === "map") {
    return [type.key, type.value];
  }
  if (type.kind === "optional") {
    return [type.value];
  }
  if (type.kind === "type") {
    return type === typeOfTypes ? [] : [type.of];
  }
  return type.kind === "opaque" ? (type.parameters ?? []) : [];
}

/** Returns the same type with other parts, as many as it had. */
export function withParts(type: CelType, parts: readonly CelType[]): CelType {
  const [first = simpleTypes.error, second = simpleTypes.error] = parts;
  if (type.kind === "list") {
    return { ...type, element: first };
  }
  if (type.kind === "map") {
    return { ...type, key: first, value: second };
  }
  if (type.kind === "optional") {
    return { kind: "optional", value: first };
  }
  if (type.kind === "type") {
    return { kind: "type", of: first };
  }
  return type.kind === "opaque" ? { ...type, parameters: parts } : type;
}

const fullNames = new Map<CelType["kind"], string>([
  ["duration", "google.protobuf.Duration"],
  ["null", "null_type"],
  ["optional", "optional_type"],
  ["timestamp", "google.protobuf.Timestamp"],
]);

/** Returns the name of a type without its parts: `list`, `net.IP`, `google.protobuf.Timestamp`. */
export function celTypeName(type: CelType): string {
  return "name" in type ? type.name : (fullNames.get(type.kind) ?? type.kind);
}

const shortNames = new Map<CelType["kind"], string>([
  ["duration", "duration"],
  ["error", "!error!"],
  ["null", "null"],
  ["timestamp", "timestamp"],
]);

/** Formats a type as the checker's messages do: `map(string, list(timestamp))`. */
export function describeType(type: CelType): string {
  const name = shortNames.get(type.kind) ?? celTypeName(type);
  const parts = partsOf(type);
  return parts.length === 0 ? name : `${name}(${parts.map((part) => describeType(part)).join(", ")})`;
}

/**
 * Formats the argument types of a function as the checker's messages do: `(int, string)`, with a receiver
 * `list(int).(string)`.
 */
export function describeArguments(types: readonly CelType[], receiver: boolean): string {
  const texts = types.map((type) => describeType(type));
  const target = receiver ? `${texts.shift() ?? ""}.` : "";
  return `${target}(${texts.join(", ")})`;
}
