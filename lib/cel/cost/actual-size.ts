import {
  eachEntry,
  type CelKey,
  type CelList,
  type CelMap,
  type CelObject,
  type CelValue,
} from "../model/value.ts";
import { countCharacters } from "../model/value-kind.ts";
import type { CelFailure } from "../model/expression.ts";
import { CidrValue } from "../library/cidr.ts";
import { IpValue } from "../library/ip.ts";
import { perCharacter } from "./call-estimate.ts";

/** An operand or a result of a call: failures too, since the call is charged in either case. */
export type Measured = CelValue | CelFailure;

/**
 * Returns the size of a value for its cost: characters of a string, bytes, entries; 1 for everything else.
 * Complexity: linear in a string.
 */
export function actualSize(value: Measured): number {
  if (typeof value === "string") {
    return countCharacters(value);
  }
  if (value instanceof Uint8Array) {
    return value.length;
  }
  return isTagged(value) ? taggedSize(value) : 1;
}

/** An address and a network count as their bytes. */
function taggedSize(value: Tagged): number {
  if (value instanceof IpValue) {
    return value.address.bytes.length;
  }
  if (value instanceof CidrValue) {
    return Math.ceil(value.prefix.length / 8);
  }
  return "size" in value ? (value.size ?? 1) : 1;
}

type Tagged = Extract<CelValue, { readonly tag: string }>;

function isTagged(value: Measured): value is Tagged {
  return typeof value === "object" && value !== null && "tag" in value;
}

/** Does the same, except that an optional with a value has the size of that value. */
export function sizeWithin(value: Measured): number {
  let inner = value;
  while (isTagged(inner) && inner.tag === "optional") {
    if (inner.value === undefined) {
      return 1;
    }
    inner = inner.value;
  }
  return actualSize(inner);
}

/** Returns the cost of traversing a value, nested parts included. Complexity: linear in the value. */
export function traversalCost(value: Measured): number {
  let cost = 0;
  const left: Measured[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === "string" || next instanceof Uint8Array) {
      cost += Math.floor(Buffer.byteLength(next) * perCharacter);
    } else if (isTagged(next) && (next.tag === "list" || next.tag === "map" || next.tag === "object")) {
      for (const part of partsOf(next)) {
        left.push(part);
      }
    } else {
      cost += 1;
    }
  }
  return cost;
}

function* partsOf(value: CelList | CelMap | CelObject): Iterable<CelValue> {
  if (value.tag === "list") {
    yield* eachEntry(value);
  } else if (value.tag === "map") {
    yield* entriesOf(value.keys(), (key) => value.get(key));
  } else {
    yield* entriesOf(value.type.fields.keys(), (name) => value.get(name));
  }
}

function* entriesOf<Key extends CelKey>(
  keys: Iterable<Key>,
  valueOf: (key: Key) => CelValue | undefined,
): Iterable<CelValue> {
  for (const key of keys) {
    const value = valueOf(key);
    if (value !== undefined) {
      yield key;
      yield value;
    }
  }
}

/** Returns the actual cost of a call from its operands, the target first, and its result. */
export type CostOfCall = (values: readonly Measured[], result: Measured) => number;

/** Lists the same cost under several names of calls. */
export function sameCost(
  cost: CostOfCall,
  calls: readonly string[],
): readonly (readonly [string, CostOfCall])[] {
  return calls.map((call) => [call, cost] as const);
}
