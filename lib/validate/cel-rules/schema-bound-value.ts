import { EvaluationAbort } from "../../cel/evaluate/evaluation-abort.ts";
import { CelFailure } from "../../cel/model/expression.ts";
import type { ObjectType } from "../../cel/model/type.ts";
import type { CelList, CelMap, CelValue, ListIdentity, Opaque } from "../../cel/model/value.ts";
import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  sameJson,
} from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";
import { bindObject } from "./bound-object.ts";
import { bindText } from "./bound-text.ts";
import { declaredType, resourceRoot } from "./declared-type.ts";
import { escapeName } from "./escaped-name.ts";

/**
 * Binds a value to its schema, as expressions see it: integers as ints, numbers as doubles, texts by their
 * format, lists of type `set` and `map` without an order, objects by their properties. Parts are bound on
 * access. Accessing a part that does not fit its schema throws an `EvaluationAbort`, which evaluations turn
 * into a failure. Kubernetes documentation, "Validation rules", and the table of types there.
 */
export function bindValue(value: JsonValue, schema: Schema, isResourceRoot = false): CelValue {
  if (value === null) {
    return schema.nullable ? null : misfit("got null for schema with nullable=false");
  }
  if (schema.intOrString) {
    return bindIntOrString(value);
  }
  const bound = binders.get(schema.type)?.(value, schema, isResourceRoot);
  if (bound !== undefined) {
    return bound;
  }
  return schema.type === undefined && schema.preserveUnknownFields === true
    ? unseen(value)
    : mistyped(value, schema);
}

function mistyped(value: JsonValue, { type = "a type" }: Schema): never {
  return misfit(
    `expected ${expected.get(type) ?? type}, got ${typeof value === "number" ? "float64" : typeof value}`,
  );
}

const expected: ReadonlyMap<string, string> = new Map([
  ["integer", "int"],
  ["number", "float"],
  ["boolean", "bool"],
]);

/** Undefined if the value does not have the schema's type. */
type Binder = (value: JsonValue, schema: Schema, isResourceRoot: boolean) => CelValue | undefined;

const binders: ReadonlyMap<string | undefined, Binder> = new Map<string, Binder>([
  [
    "object",
    (value, schema, isResourceRoot) =>
      isObject(value) ? bindFields(value, schema, isResourceRoot) : undefined,
  ],
  ["array", (value, schema) => (isArray(value) ? bindList(value, schema) : undefined)],
  [
    "string",
    (value, { format }) => (typeof value === "string" ? orStop(bindText(value, format)) : undefined),
  ],
  ["integer", (value) => toInt(value)],
  ["number", (value) => (typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined)],
  ["boolean", (value) => (typeof value === "boolean" ? value : undefined)],
]);

function misfit(fact: string): never {
  throw new EvaluationAbort(new CelFailure(`invalid data, ${fact}`));
}

function orStop(value: CelValue | CelFailure): CelValue {
  if (value instanceof CelFailure) {
    throw new EvaluationAbort(value);
  }
  return value;
}

function toInt(value: JsonValue): bigint | undefined {
  if (typeof value === "bigint") {
    return value;
  }
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value) : undefined;
}

function bindIntOrString(value: JsonValue): CelValue {
  const bound = typeof value === "string" ? value : toInt(value);
  return bound ?? misfit("expected XIntOrString value to be either a string or integer");
}

/** Versions see the same fields: they differ in the bounds of estimates, which values do not have. */
const anyMinor = 0;

function bindFields(value: JsonObject, schema: Schema, isResourceRoot: boolean): CelValue {
  const isRoot = isResourceRoot || schema.embeddedResource;
  const values = schema.additionalProperties;
  if (typeof values === "object" && schema.properties === undefined && !isRoot) {
    return bindMap(value, values);
  }
  return bindObject(value, {
    schema: isRoot ? resourceRoot(schema, anyMinor) : schema,
    type: () => typeOfObject(schema, isRoot),
    bind: bindValue,
  });
}

function typeOfObject(schema: Schema, isResourceRoot: boolean): ObjectType {
  const type = declaredType(schema, { isResourceRoot, minor: anyMinor });
  return type?.kind === "object" ? type : { kind: "object", name: "object", fields: new Map() };
}

function bindMap(value: JsonObject, values: Schema): CelMap {
  const names = Object.keys(value);
  return {
    tag: "map",
    live: true,
    size: names.length,
    get: (key) => {
      const found = typeof key === "string" ? field(value, key) : undefined;
      return found === undefined ? undefined : bindValue(found, values);
    },
    keys: () => names,
  };
}

function bindList(value: JsonArray, schema: Schema): CelList {
  const { items } = schema;
  if (items === undefined) {
    return misfit("expected Items with a non-empty Schema");
  }
  const identity = identityOf(schema);
  return {
    tag: "list",
    live: true,
    size: value.length,
    at: (index) => bindValue(value[index] ?? null, items),
    ...(identity === undefined ? {} : { identity }),
  };
}

const identities = new WeakMap<Schema, ListIdentity>();

function identityOf(schema: Schema): ListIdentity | undefined {
  if (schema.listType !== "set" && schema.listType !== "map") {
    return undefined;
  }
  const known = identities.get(schema);
  if (known !== undefined) {
    return known;
  }
  const identity: ListIdentity =
    schema.listType === "set"
      ? { kind: "set" }
      : { kind: "map", keys: schema.listMapKeys.map((key) => escapeName(key) ?? key) };
  identities.set(schema, identity);
  return identity;
}

/** A value that expressions cannot name, but compare as a part of another. */
function unseen(value: JsonValue): Opaque {
  return new Unseen(value);
}

class Unseen implements Opaque {
  readonly tag = "opaque";
  readonly type = { kind: "opaque", name: "unknown" } as const;
  readonly #value: JsonValue;

  constructor(value: JsonValue) {
    this.#value = value;
  }

  equals(other: Opaque): boolean {
    return other instanceof Unseen && sameJson(this.#value, other.#value);
  }
}
