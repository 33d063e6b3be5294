import { isArray, isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { formatTimestamp, parseTimestamp, isDate } from "../../object/timestamp.ts";
import { typeName } from "../../manifest/validation/object-fault.ts";
import type { FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";
import { mapFields, mapItems, removed, withFields } from "./copy-on-write.ts";
import { isInt64 } from "./type-check.ts";

/**
 * Metadata as the API server decodes it, with the fields that it does not know, and those that it cannot
 * decode.
 */
export interface CoercedMeta {
  readonly value: JsonObject;
  readonly unknown: readonly FieldPath[];
  readonly faults: readonly FieldFault[];
}

/**
 * Decodes the metadata of an object as the API server does: without empty, null or unknown fields. A field of
 * the wrong type is a fault, and the server then reports nothing else. `path` is that of the metadata.
 * Source: Kubernetes API reference, ObjectMeta.
 */
export function coerceMeta(metadata: JsonValue, path: FieldPath): CoercedMeta {
  const walk: Walk = { path: [...path], unknown: [], faults: [] };
  const value = metadata === null ? {} : decodeObject(metadata, objectMeta, walk);
  return { value: isObject(value) ? value : {}, unknown: walk.unknown, faults: walk.faults };
}

interface Walk {
  readonly path: FieldStep[];
  readonly unknown: FieldPath[];
  readonly faults: FieldFault[];
}

/** Decodes a value; `removed` if nothing of it is kept. */
type Decode = (value: JsonValue, walk: Walk) => JsonValue | typeof removed;

interface Shape {
  readonly fields: ReadonlyMap<string, Decode>;
  /** Strings that are kept even if they are empty. */
  readonly always: readonly string[];
}

const text: Decode = (value, walk) => {
  if (value === null || value === "") {
    return removed;
  }
  return typeof value === "string" ? value : wrong(value, "a string", walk);
};

/** A string that is part of a list or a map, or is always kept: null is an empty one. */
const anyText: Decode = (value, walk) => (value === null ? "" : keptText(value, walk));

const keptText: Decode = (value, walk) =>
  typeof value === "string" ? value : wrong(value, "a string", walk);

const count: Decode = (value, walk) => (value === 0 ? removed : keptCount(value, walk));

const keptCount: Decode = (value, walk) => {
  if (value === null) {
    return removed;
  }
  const isCount = (typeof value === "number" || typeof value === "bigint") && isInt64(value);
  return isCount ? value : wrong(value, "an integer", walk);
};

const flag: Decode = (value, walk) => {
  if (value === null) {
    return removed;
  }
  return typeof value === "boolean" ? value : wrong(value, "a boolean", walk);
};

const form = /^(\d{4}-\d\d-\d\d)T(\d{1,2}):[0-5]\d:[0-5]\d(?:[.,]\d+)?(?:Z|[+-](?:[01]\d|2[0-4]):[0-6]\d)$/;

const moment: Decode = (value, walk) => {
  if (value === null) {
    return removed;
  }
  const [, date = "", hour = "24"] = typeof value === "string" ? (form.exec(value) ?? []) : [];
  return typeof value === "string" && isDate(date) && Number(hour) < 24
    ? inUtc(hour.length === 1 ? value.replace("T", "T0") : value)
    : wrong(value, "a time like 2026-01-31T12:00:00Z", walk);
};

function inUtc(written: string): string | typeof removed {
  const at = parseTimestamp(written);
  return at === undefined ? written : inSeconds(at);
}

/** Formats a time in UTC, to the second; the zero time counts as absent. */
function inSeconds(at: number): string | typeof removed {
  const second = `${formatTimestamp(at).slice(0, "0001-01-01T00:00:00".length)}Z`;
  return second === "0001-01-01T00:00:00Z" ? removed : second;
}

const raw: Decode = (value) => value ?? removed;

const texts: Decode = listOf(anyText);

const textMap: Decode = (value, walk) => {
  if (value === null) {
    return removed;
  }
  if (!isObject(value)) {
    return wrong(value, "a mapping of strings", walk);
  }
  const decoded = mapFields(value, (name, part) => below(name, walk, () => anyText(part, walk)));
  return Object.keys(decoded).length === 0 ? removed : decoded;
};

function listOf(item: Decode): Decode {
  return (value, walk) => {
    if (value === null || (isArray(value) && value.length === 0)) {
      return removed;
    }
    if (!isArray(value)) {
      return wrong(value, "a list", walk);
    }
    return mapItems(value, (entry, index) => {
      const decoded = below(index, walk, () => item(entry, walk));
      return decoded === removed ? entry : decoded;
    });
  };
}

function shapeOf(fields: Readonly<Record<string, Decode>>, always: readonly string[]): Shape {
  return { fields: new Map(Object.entries(fields)), always };
}

const ownerReference = shapeOf(
  {
    apiVersion: anyText,
    kind: anyText,
    name: anyText,
    uid: anyText,
    controller: flag,
    blockOwnerDeletion: flag,
  },
  ["apiVersion", "kind", "name", "uid"],
);

const managedField = shapeOf(
  {
    manager: text,
    operation: text,
    apiVersion: text,
    time: moment,
    fieldsType: text,
    fieldsV1: raw,
    subresource: text,
  },
  [],
);

const objectMeta = shapeOf(
  {
    name: text,
    generateName: text,
    namespace: text,
    selfLink: text,
    uid: text,
    resourceVersion: text,
    generation: count,
    creationTimestamp: moment,
    deletionTimestamp: moment,
    deletionGracePeriodSeconds: keptCount,
    labels: textMap,
    annotations: textMap,
    ownerReferences: listOf((value, walk) => decodeObject(value ?? {}, ownerReference, walk)),
    finalizers: texts,
    managedFields: listOf((value, walk) => decodeObject(value ?? {}, managedField, walk)),
  },
  [],
);

function decodeObject(value: JsonValue, { fields, always }: Shape, walk: Walk): JsonValue {
  if (!isObject(value)) {
    return wrong(value, "a mapping", walk);
  }
  const decoded = mapFields(value, (name, part) => {
    const decode = fields.get(name);
    if (decode === undefined) {
      walk.unknown.push([...walk.path, name]);
      return removed;
    }
    return below(name, walk, () => decode(part, walk));
  });
  return withFields(
    decoded,
    always.filter((name) => !Object.hasOwn(decoded, name)).map((name) => [name, ""]),
  );
}

function below<Result>(step: FieldStep, walk: Walk, decode: () => Result): Result {
  walk.path.push(step);
  const decoded = decode();
  walk.path.pop();
  return decoded;
}

function wrong(value: JsonValue, expected: string, walk: Walk): JsonValue {
  const isScalar = value !== null && typeof value !== "object";
  const remedy = expected === "a string" && isScalar ? ": quote it" : "";
  const message = `must be ${expected}, is ${typeName(value)}${remedy}`;
  walk.faults.push({ reason: "FieldValueInvalid", path: [...walk.path], message });
  return value;
}
