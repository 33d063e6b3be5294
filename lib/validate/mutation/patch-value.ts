import {
  type CelList,
  type CelMap,
  type CelObject,
  type CelValue,
  eachEntry,
  UnsignedInt,
} from "../../cel/model/value.ts";
import { exactNumber, field, type JsonObject, type JsonValue } from "../../object/json.ts";
import type { PatchOperation } from "./json-patch.ts";

/** A value that has no JSON form: it is not known what the API server makes of it. */
export class NoJsonForm extends Error {
  override readonly name: string = "NoJsonForm";
}

/** Returns a value of an expression as JSON. Throws a NoJsonForm for what has none, such as a type. */
export function jsonOfValue(value: CelValue): JsonValue {
  if (isComposed(value)) {
    return value.tag === "list"
      ? [...eachEntry(value)].map(jsonOfValue)
      : fieldsOf(value.tag === "map" ? value : value.asMap?.());
  }
  if (typeof value === "bigint") {
    return exactNumber(value);
  }
  return value === null || typeof value !== "object" ? value : jsonOfSpecial(value);
}

function jsonOfSpecial(value: Extract<CelValue, object>): JsonValue {
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString("base64");
  }
  if (value instanceof UnsignedInt) {
    return exactNumber(value.value);
  }
  throw new NoJsonForm("tag" in value ? value.tag : "time");
}

function fieldsOf(
  map: CelMap | undefined,
  convert: (value: CelValue) => JsonValue = jsonOfValue,
): JsonObject {
  const fields = [...(map?.keys() ?? [])].map((key) => {
    if (typeof key !== "string") {
      throw new NoJsonForm("key that is not a string");
    }
    return [key, convert(map?.get(key) ?? null)] as const;
  });
  return Object.fromEntries(fields);
}

/**
 * Returns an apply configuration as JSON. Within a list or a map, the server does not convert maps that the
 * expression constructs, such as `[{"name": "x"}]`: they are a text here. Throws a NoJsonForm.
 */
export function jsonOfConfiguration(value: CelValue): JsonValue {
  if (!isComposed(value)) {
    return jsonOfValue(value);
  }
  if (value.tag === "list") {
    return [...eachEntry(value)].map(jsonOfEntry);
  }
  if (value.tag === "map") {
    return fieldsOf(value, jsonOfEntry);
  }
  return fieldsOf(value.asMap?.(), jsonOfConfiguration);
}

function jsonOfEntry(value: CelValue): JsonValue {
  if (isComposed(value) && value.tag === "object") {
    return jsonOfConfiguration(value);
  }
  const isConstructed = isComposed(value) && value.tag === "map" && value.literal === true;
  return isConstructed ? "map[]" : jsonOfValue(value);
}

/**
 * Returns the types in an apply configuration that do not name their place, in the server's words: within
 * `Object.spec`, a field `template` is an `Object.spec.template`.
 */
export function misplacedTypes(value: CelValue, place: string): readonly string[] {
  if (!isComposed(value)) {
    return [];
  }
  if (value.tag === "list") {
    return [...eachEntry(value)].flatMap((entry) => misplacedTypes(entry, place));
  }
  const isNamed = value.tag === "object";
  const map = isNamed ? value.asMap?.() : value;
  const below = [...(map?.keys() ?? [])].flatMap((key) =>
    misplacedTypes(map?.get(key) ?? null, isNamed && typeof key === "string" ? `${place}.${key}` : place),
  );
  if (!isNamed || value.type.name === place) {
    return below;
  }
  const { name } = value.type;
  return [
    `unexpected type name "${name}", expected "${place}", which matches field name path from root Object type`,
    ...below,
  ];
}

/** Returns the operations of a list of `JSONPatch`. */
export function operationsOf(value: CelValue): readonly PatchOperation[] {
  const list = jsonOfValue(value);
  return (Array.isArray(list) ? list : []).map((entry: JsonValue) => {
    const text = (name: string): string => {
      const found = field(entry, name);
      return typeof found === "string" ? found : "";
    };
    return { op: text("op"), path: text("path"), from: text("from"), value: field(entry, "value") };
  });
}

/** Returns the types in the values of operations that do not name their place, in the server's words. */
export function misplacedInOperations(list: CelValue): readonly string[] {
  const operations = isComposed(list) && list.tag === "list" ? [...eachEntry(list)] : [];
  return operations.flatMap((operation) => {
    const value = isComposed(operation) && operation.tag === "object" ? operation.get("value") : undefined;
    return value !== undefined && isComposed(value) && value.tag === "object"
      ? misplacedTypes(value, value.type.name)
      : [];
  });
}

function isComposed(value: CelValue): value is CelList | CelMap | CelObject {
  return typeof value === "object" && value !== null && "tag" in value && composed.has(value.tag);
}

const composed: ReadonlySet<string> = new Set(["list", "map", "object"]);
