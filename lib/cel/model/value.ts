import type { CelType, ObjectType, OpaqueType } from "./type.ts";

/** A value of an evaluation. An int is a bigint, a double a number. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | UnsignedInt
  | Timestamp
  | CelDuration
  | CelList
  | CelMap
  | CelObject
  | CelOptional
  | TypeValue
  | Opaque;

/** An unsigned integer: `5u`. */
export class UnsignedInt {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A timestamp: whole seconds since 1970 in UTC, and nanoseconds from 0 to 999,999,999. */
export class Timestamp {
  readonly seconds: bigint;
  readonly nanos: number;
  /** The offset of its original zone from UTC, in seconds. Only its text shows it. */
  readonly offset: number;

  constructor(seconds: bigint, nanos: number, offset = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offset = offset;
  }
}

/** A signed duration in nanoseconds. */
export class CelDuration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A list. One that reads a live object creates its entries on access. */
export interface CelList {
  readonly tag: "list";
  readonly size: number;
  /** Returns an entry; the index is between 0 and size. */
  readonly at: (index: number) => CelValue;
  /** Whether it reads an object: `optional.ofNonZeroValue` treats it as a value even if it is empty. */
  readonly live?: boolean;
  /** The identity of the entries if their order does not count: list types `set` and `map` of Kubernetes. */
  readonly identity?: ListIdentity;
}

/** The entry itself for a set; the values of these fields for a map. */
export type ListIdentity =
  | { readonly kind: "set" }
  | { readonly kind: "map"; readonly keys: readonly string[] };

/** A key of a map. An int, a uint and a double of the same value are the same key. */
export type CelKey = boolean | bigint | string | UnsignedInt;

/** A map. */
export interface CelMap {
  readonly tag: "map";
  readonly size: number;
  /** Whether it reads an object: `optional.ofNonZeroValue` treats it as a value even if it is empty. */
  readonly live?: boolean;
  /** Whether an expression has constructed it. */
  readonly literal?: boolean;
  readonly get: (key: CelValue) => CelValue | undefined;
  readonly keys: () => Iterable<CelKey>;
}

/** An object of a schema, with fields by their escaped names, as in expressions. */
export interface CelObject {
  readonly tag: "object";
  readonly type: ObjectType;
  /** Returns a field; undefined if it is not set. Null counts as not set. */
  readonly get: (field: string) => CelValue | undefined;
  /** The number of fields that are present, whether expressions see them or not. */
  readonly size?: number;
  /** Returns the map that `dyn` exposes. */
  readonly asMap?: () => CelMap;
  /**
   * Reports whether another object or a map is equal; it may hold fields that expressions do not see. Parts
   * are compared by the given function.
   */
  readonly equals?: (
    other: CelObject | CelMap,
    same: (left: CelValue, right: CelValue) => boolean,
  ) => boolean;
}

/** An optional, with or without a value. */
export interface CelOptional {
  readonly tag: "optional";
  readonly value: CelValue | undefined;
}

/** A type as a value: `type(self) == string`. */
export interface TypeValue {
  readonly tag: "type";
  readonly type: CelType;
}

/** An opaque value, which only functions can read. */
export interface Opaque {
  readonly tag: "opaque";
  readonly type: OpaqueType;
  /** Reports whether another of the same type is equal. */
  readonly equals: (other: Opaque) => boolean;
}

/** Returns a list of those entries, which must not change. */
export function celList(entries: readonly CelValue[]): CelList {
  return new ListView(entries, entries.length);
}

/** Yields the entries of a list in order. */
export function* eachEntry(list: CelList): Iterable<CelValue> {
  for (let index = 0; index < list.size; index += 1) {
    yield list.at(index);
  }
}

/** The first entries of an array that others may append to. */
class ListView implements CelList {
  readonly tag = "list";
  readonly size: number;
  readonly entries: readonly CelValue[];

  constructor(entries: readonly CelValue[], size: number) {
    this.entries = entries;
    this.size = size;
  }

  readonly at = (index: number): CelValue => this.entries[index] ?? null;
}
