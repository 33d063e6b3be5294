import { type CelType, listOf, mapOf, type MapType, optionalOf, simpleTypes } from "../model/type.ts";
import { type CelMap, type CelValue, CelDuration, Timestamp, UnsignedInt } from "../model/value.ts";
import { asMap, isBytes, isList, isOpaque, isOptional, isType } from "../model/value-kind.ts";

const { dyn } = simpleTypes;
const anyList = listOf(dyn);
const anyMap = mapOf(dyn, dyn);
const anyOptional = optionalOf(dyn);
const anyType: CelType = { kind: "type", of: dyn };

/**
 * Returns the type of a value as the function `type` does. Lists, maps and objects do not expose the types of
 * their parts.
 */
export function typeOf(value: CelValue): CelType {
  if (typeof value === "string") {
    return simpleTypes.string;
  }
  if (typeof value === "bigint") {
    return simpleTypes.int;
  }
  if (typeof value === "boolean") {
    return simpleTypes.bool;
  }
  if (typeof value === "number") {
    return simpleTypes.double;
  }
  return value === null ? simpleTypes.null : typeOfReference(value);
}

function typeOfReference(value: CelValue): CelType {
  if (value instanceof UnsignedInt) {
    return simpleTypes.uint;
  }
  if (value instanceof Timestamp) {
    return simpleTypes.timestamp;
  }
  if (value instanceof CelDuration) {
    return simpleTypes.duration;
  }
  if (isOpaque(value)) {
    return value.type;
  }
  if (isOptional(value)) {
    return anyOptional;
  }
  if (isType(value)) {
    return anyType;
  }
  return typeOfSequence(value);
}

function typeOfSequence(value: CelValue): CelType {
  if (isBytes(value)) {
    return simpleTypes.bytes;
  }
  return isList(value) ? anyList : anyMap;
}

/**
 * Returns the name of a type at run time, without its parts: type values are equal exactly if their names
 * are.
 */
export function valueTypeName(type: CelType): string {
  return "name" in type ? type.name : (longNames.get(type.kind) ?? type.kind);
}

const longNames: ReadonlyMap<CelType["kind"], string> = new Map([
  ["duration", "google.protobuf.Duration"],
  ["timestamp", "google.protobuf.Timestamp"],
  ["null", "null_type"],
  ["optional", "optional_type"],
]);

const open: ReadonlySet<CelType["kind"]> = new Set(["dyn", "error", "parameter"]);

/**
 * Reports whether a value fits a declared type. Of a list or a map only the first entry is checked, as in
 * CEL.
 */
export function fitsType(type: CelType, value: CelValue): boolean {
  if (type.kind === "list") {
    return isList(value) && (value.size === 0 || fitsType(type.element, value.at(0)));
  }
  if (type.kind === "map") {
    const map = asMap(value);
    return map !== undefined && fitsMap(type, map);
  }
  if (type.kind === "object") {
    return asMap(value) !== undefined;
  }
  return open.has(type.kind) || valueTypeName(typeOf(value)) === valueTypeName(type);
}

function fitsMap(type: MapType, map: CelMap): boolean {
  for (const key of map.keys()) {
    const first = map.get(key);
    return fitsType(type.key, key) && (first === undefined || fitsType(type.value, first));
  }
  return true;
}
