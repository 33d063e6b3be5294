import { EvaluationAbort } from "../../cel/evaluate/evaluation-abort.ts";
import { CelFailure } from "../../cel/model/expression.ts";
import type { ObjectType } from "../../cel/model/type.ts";
import type { CelMap, CelObject, CelValue } from "../../cel/model/value.ts";
import { field, type JsonObject, type JsonValue, sameJson } from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";
import { escapeName } from "./escaped-name.ts";

/** Binds a part of an object to the part's schema. */
export type Bind = (value: JsonValue, schema: Schema) => CelValue;

/** Reports whether two values are equal. */
type Same = (left: CelValue, right: CelValue) => boolean;

/** A property under its unescaped name, and its schema. */
interface Property {
  readonly name: string;
  readonly schema: Schema;
}

const noSuchOverload = new CelFailure("no such overload");

const known = new WeakMap<Schema, ReadonlyMap<string, Property>>();

/**
 * Binds an object to its schema: its properties under the names that expressions use. Null counts as absent.
 */
export function bindObject(
  json: JsonObject,
  { schema, type, bind }: { readonly schema: Schema; readonly type: () => ObjectType; readonly bind: Bind },
): CelObject {
  return new BoundObject(json, schema, { type, bind });
}

class BoundObject implements CelObject {
  readonly tag = "object";
  readonly json: JsonObject;
  readonly #schema: Schema;
  readonly #means: { readonly type: () => ObjectType; readonly bind: Bind };

  constructor(
    json: JsonObject,
    schema: Schema,
    means: { readonly type: () => ObjectType; readonly bind: Bind },
  ) {
    this.json = json;
    this.#schema = schema;
    this.#means = means;
  }

  get type(): ObjectType {
    return this.#means.type();
  }

  /** Counts all fields that are present, visible or not. */
  get size(): number {
    return Object.keys(this.json).length;
  }

  get(name: string): CelValue | undefined {
    const property = propertiesOf(this.#schema).get(name);
    const value = property === undefined ? undefined : field(this.json, property.name);
    return property === undefined || value === undefined || value === null
      ? undefined
      : this.#means.bind(value, property.schema);
  }

  asMap(): CelMap {
    const properties = [...propertiesOf(this.#schema)];
    return {
      tag: "map",
      size: this.size,
      get: (key) => (typeof key === "string" ? (this.get(key) ?? this.#getAsWritten(key)) : undefined),
      keys: () => properties.filter(([, { name }]) => Object.hasOwn(this.json, name)).map(([name]) => name),
    };
  }

  #getAsWritten(name: string): CelValue | undefined {
    const escaped = this.#schema.properties?.has(name) === true ? escapeName(name) : undefined;
    return escaped === undefined ? undefined : this.get(escaped);
  }

  equals(other: CelObject | CelMap, same: Same): boolean {
    return (
      this.size === other.size && Object.keys(this.json).every((name) => this.#sameField(name, other, same))
    );
  }

  #sameField(name: string, other: CelObject | CelMap, same: Same): boolean {
    if (this.#schema.properties?.has(name) !== true) {
      return this.#sameUnseen(name, other);
    }
    const left = this.#property(name);
    const right =
      other instanceof BoundObject
        ? other.#property(name)
        : other.get(other.tag === "map" ? name : (escapeName(name) ?? name));
    return left === undefined || right === undefined ? left === right : same(left, right);
  }

  /** The value of a property by its own name, which an expression may be unable to write. */
  #property(name: string): CelValue | undefined {
    const schema = this.#schema.properties?.get(name);
    const value = field(this.json, name);
    return schema === undefined || value === undefined || value === null
      ? undefined
      : this.#means.bind(value, schema);
  }

  /**
   * Compares a field that the schema does not name as raw JSON if both objects have it. It cannot be compared
   * with a value that has no schema.
   */
  #sameUnseen(name: string, other: CelObject | CelMap): boolean {
    if (!(other instanceof BoundObject)) {
      throw new EvaluationAbort(noSuchOverload);
    }
    const right = field(other.json, name);
    return right === undefined || sameJson(this.json[name], right);
  }
}

function propertiesOf(schema: Schema): ReadonlyMap<string, Property> {
  const found = known.get(schema);
  if (found !== undefined) {
    return found;
  }
  const properties = new Map<string, Property>();
  for (const [name, property] of schema.properties ?? []) {
    const escaped = escapeName(name);
    if (escaped !== undefined) {
      properties.set(escaped, { name, schema: property });
    }
  }
  known.set(schema, properties);
  return properties;
}
