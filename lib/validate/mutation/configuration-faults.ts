import { field, isArray, isObject, type JsonArray, type JsonValue } from "../../object/json.ts";
import { canonicalText } from "../value/repeated-items.ts";
import type { MergeType } from "./merge-type.ts";

/**
 * Returns the reason why the API server does not merge a configuration into an object of that type, in its
 * words; undefined if it does.
 */
export function configurationFault(configuration: JsonValue, type: MergeType): string | undefined {
  const faults = typeFaults(configuration, type, "");
  if (faults.length > 0) {
    const text = faults.length === 1 ? String(faults[0]) : `errors: ${faults.join(" ")}`;
    return `failed to convert patch object to typed object: ${text}`;
  }
  const atomics = atomicParts(configuration, type, "");
  return atomics.length === 0
    ? undefined
    : `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`;
}

function typeFaults(value: JsonValue, type: MergeType, path: string): readonly string[] {
  switch (type.is) {
    case "scalar":
      return scalarFault(value, type, path);
    case "map":
      return isObject(value) ? mapFaults(value, type, path) : [wrongType("map", value, path)];
    case "list":
      return isArray(value) ? listFaults(value, type, path) : [wrongType("list", value, path)];
    case "any":
    default:
      return [];
  }
}

function wrongType(expected: string, value: JsonValue, path: string): string {
  return `${path}: expected ${expected}, got &{${goText(value)}}`;
}

/** Returns a value as Go prints it. */
function goText(value: JsonValue): string {
  if (isArray(value)) {
    return `[${value.map(goText).join(" ")}]`;
  }
  if (isObject(value)) {
    const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
    return `map[${fields.map(([name, part]) => `${name}:${goText(part)}`).join(" ")}]`;
  }
  return value === null ? "NULL_VALUE" : String(value);
}

const goTypes: Readonly<Record<string, string>> = {
  boolean: "bool",
  string: "string",
};

function scalarFault(
  value: JsonValue,
  { of }: MergeType & { readonly is: "scalar" },
  path: string,
): readonly string[] {
  const found = typeof value === "bigint" ? "number" : typeof value;
  if (found === (of === "numeric" ? "number" : of)) {
    return [];
  }
  switch (of) {
    case "any":
      return found === "object" ? [wrongType("any scalar", value, path)] : [];
    case "numeric":
      return [`${path}: expected numeric (int or float), got ${goType(value)}`];
    case "boolean":
      return [wrongType("boolean", value, path)];
    case "string":
    default:
      return [`${path}: expected string, got &value.valueUnstructured{Value:${goText(value)}}`];
  }
}

/** Returns the type of a value that is not a number, in Go. */
function goType(value: JsonValue): string {
  if (value === null) {
    return "structpb.NullValue";
  }
  if (isArray(value)) {
    return "[]interface {}";
  }
  return isObject(value) ? "map[string]interface {}" : (goTypes[typeof value] ?? "");
}

/** The server stops at the first field that the schema does not have. */
function mapFaults(
  value: Readonly<Record<string, JsonValue>>,
  type: MergeType & { readonly is: "map" },
  path: string,
): readonly string[] {
  const faults: string[] = [];
  for (const [name, part] of Object.entries(value)) {
    const below = type.named(name) ?? type.rest;
    if (below === undefined) {
      return [...faults, `${path}.${name}: field not declared in schema`];
    }
    faults.push(...typeFaults(part, below, `${path}.${name}`));
  }
  return faults;
}

function listFaults(
  value: JsonArray,
  type: MergeType & { readonly is: "list" },
  path: string,
): readonly string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of value.entries()) {
    const step = stepTo(entry, index, type);
    if (step === undefined) {
      return [
        ...faults,
        `${path}: element ${index}: associative list with keys may not have non-map elements`,
      ];
    }
    if (seen.has(step)) {
      faults.push(`${path}: duplicate entries for key ${step}`);
    }
    seen.add(step);
    faults.push(...typeFaults(entry, type.item(), `${path}${step}`));
  }
  return faults;
}

/** Returns the step of a path to an entry, by which it is identified; undefined if it cannot be. */
export function stepTo(
  entry: JsonValue,
  index: number,
  { identity }: MergeType & { readonly is: "list" },
): string | undefined {
  if (identity === undefined) {
    return `[${index}]`;
  }
  if (identity === "whole") {
    return `[=${canonicalText(entry)}]`;
  }
  if (!isObject(entry)) {
    return undefined;
  }
  const keys = identity.map(({ name, usual = "null" }) => {
    const value = field(entry, name);
    return `${name}=${value === undefined ? usual : canonicalText(value)}`;
  });
  return `[${keys.toSorted().join(",")}]`;
}

/** Returns the paths of the parts that could only be replaced as a whole. */
function atomicParts(value: JsonValue, type: MergeType, path: string): readonly string[] {
  if (isArray(value)) {
    const isWhole = type.is === "any" || (type.is === "list" && type.identity === undefined);
    const item = type.is === "list" ? type.item() : type;
    const below = value.flatMap((entry, index) => atomicParts(entry, item, `${path}[${index}]`));
    return isWhole ? [path, ...below] : below;
  }
  if (!isObject(value) || type.is !== "map") {
    return [];
  }
  const below = Object.entries(value).flatMap(([name, part]) => {
    const named = type.named(name);
    return named === undefined ? [] : atomicParts(part, named, `${path}.${name}`);
  });
  return type.isAtomic ? [path, ...below] : below;
}
