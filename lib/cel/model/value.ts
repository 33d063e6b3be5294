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

/** `5u`. */
export class UnsignedInt {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A point in time: whole seconds since 1970 in UTC, and nanoseconds from 0 to 999,999,999. */
export class Timestamp {
  readonly seconds: bigint;
  readonly nanos: number;
  /** How far the zone it was written in is ahead of UTC, in seconds. Only its text shows it. */
  readonly offset: number;

  constructor(seconds: bigint, nanos: number, offset = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offset = offset;
  }
}

/** A span of time in nanoseconds, of either sign. */
export class CelDuration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A list. What reads a live object makes its entries only when they are asked for. */
export interface CelList {
  readonly tag: "list";
  readonly size: number;
  /** The entry; the index is within 0 and size. */
  readonly at: (index: number) => CelValue;
  /** Reads an object: `optional.ofNonZeroValue` takes it for a value even where it is empty. */
  readonly live?: boolean;
  /**
   * How the entries are told apart where their order does not count: list types `set` and `map` of
   * Kubernetes.
   */
  readonly identity?: ListIdentity;
}

/** Of a set: the entry itself; of a map: the values of these fields. */
export type ListIdentity =
  | { readonly kind: "set" }
  | { readonly kind: "map"; readonly keys: readonly string[] };

/** What may be a key. An int, a uint and a double of the same value are the same key. */
export type CelKey = boolean | bigint | string | UnsignedInt;

/** A map. */
export interface CelMap {
  readonly tag: "map";
  readonly size: number;
  /** Reads an object: `optional.ofNonZeroValue` takes it for a value even where it is empty. */
  readonly live?: boolean;
  readonly get: (key: CelValue) => CelValue | undefined;
  readonly keys: () => Iterable<CelKey>;
}

/** An object of a schema: fields by their names as expressions write them. */
export interface CelObject {
  readonly tag: "object";
  readonly type: ObjectType;
  /** Undefined where the field is not set; null counts as not set. */
  readonly get: (field: string) => CelValue | undefined;
  /** How many fields are written, whether expressions see them or not. */
  readonly size?: number;
  /** What `dyn` sees of it: a map. */
  readonly asMap?: () => CelMap;
  /**
   * Whether another object or a map is equal; it may hold what expressions do not see. Parts are compared by
   * the function that is given.
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

/** A value that only functions look into. */
export interface Opaque {
  readonly tag: "opaque";
  readonly type: OpaqueType;
  /** Whether another of the same type is equal. */
  readonly equals: (other: Opaque) => boolean;
}
