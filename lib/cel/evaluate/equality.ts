import { CelFailure } from "../model/expression.ts";
import {
  type CelList,
  type CelMap,
  type CelValue,
  CelDuration,
  type ListIdentity,
  Timestamp,
  eachEntry,
} from "../model/value.ts";
import { entriesByKey, entryKey } from "./entry-key.ts";
import { orderNumbers } from "./order.ts";
import { outOfBudget, EvaluationAbort } from "./evaluation-abort.ts";
import {
  asMap,
  isBytes,
  isCelObject,
  isList,
  isMap,
  isOpaque,
  isOptional,
  isType,
} from "../model/value-kind.ts";
import { valueTypeName } from "./value-type.ts";

/** Deeper than the values of any document. */
const deepest = 500;

/** The number of comparisons of parts that are left: concatenated lists get long quickly. */
export interface Comparing {
  left: number;
}

/** Returns the budget of comparisons of one evaluation; more than its cost budget allows on a document. */
export function startComparing(): Comparing {
  return { left: 3_000_000 };
}

/**
 * Reports whether two values are equal: numbers by value whatever their types, lists and maps by their
 * entries, a list with an identity of entries on the left regardless of the order. Values of different types
 * are not. Throws an EvaluationAbort if there is too much to compare.
 */
export function sameValue(left: CelValue, right: CelValue, comparing?: Comparing): boolean {
  if (left === right) {
    return !Number.isNaN(left);
  }
  if (typeof left !== "object" || typeof right !== "object") {
    return orderNumbers(left, right) === 0;
  }
  return (
    left !== null &&
    right !== null &&
    sameReference(left, right, { depth: 0, comparing: comparing ?? startComparing() })
  );
}

interface Walk {
  readonly depth: number;
  readonly comparing: Comparing;
}

function same(left: CelValue, right: CelValue, { depth, comparing }: Walk): boolean {
  comparing.left -= 1;
  if (left === right) {
    return !Number.isNaN(left);
  }
  if (typeof left !== "object" || typeof right !== "object") {
    return orderNumbers(left, right) === 0;
  }
  return left !== null && right !== null && sameReference(left, right, { depth: depth + 1, comparing });
}

function sameReference(left: CelValue, right: CelValue, walk: Walk): boolean {
  if (walk.depth > deepest) {
    throw new EvaluationAbort(new CelFailure(`values deeper than ${deepest} levels are not compared`));
  }
  return (
    sameSimple(left, right) ??
    sameNamed(left, right) ??
    sameOptional(left, right, walk) ??
    sameSequence(left, right, walk) ??
    false
  );
}

/** Undefined if the left value is something else. */
type Verdict = boolean | undefined;

function sameSimple(left: CelValue, right: CelValue): Verdict {
  if (left instanceof Timestamp) {
    return right instanceof Timestamp && left.seconds === right.seconds && left.nanos === right.nanos;
  }
  if (left instanceof CelDuration) {
    return right instanceof CelDuration && left.nanos === right.nanos;
  }
  if (isBytes(left)) {
    return (
      isBytes(right) && left.length === right.length && left.every((byte, index) => byte === right[index])
    );
  }
  const order = orderNumbers(left, right);
  return order === undefined ? undefined : order === 0;
}

function sameNamed(left: CelValue, right: CelValue): Verdict {
  if (isType(left)) {
    return isType(right) && valueTypeName(left.type) === valueTypeName(right.type);
  }
  if (isOpaque(left)) {
    return isOpaque(right) && left.type.name === right.type.name && left.equals(right);
  }
  return undefined;
}

function sameOptional(left: CelValue, right: CelValue, walk: Walk): Verdict {
  if (!isOptional(left)) {
    return undefined;
  }
  if (!isOptional(right)) {
    return false;
  }
  return left.value === undefined || right.value === undefined
    ? left.value === right.value
    : same(left.value, right.value, walk);
}

function sameSequence(left: CelValue, right: CelValue, walk: Walk): Verdict {
  if (isList(left)) {
    return isList(right) && left.size === right.size && sameList(left, right, walk);
  }
  if (isCelObject(left) && (isCelObject(right) || isMap(right)) && left.equals !== undefined) {
    return left.equals(right, (a, b) => same(a, b, walk));
  }
  const leftMap = asMap(left);
  const rightMap = asMap(right);
  return leftMap !== undefined && rightMap !== undefined && sameMap(leftMap, rightMap, walk);
}

function sameList(left: CelList, right: CelList, walk: Walk): boolean {
  if (left.identity !== undefined) {
    return sameEntries(left, right, { ...walk, identity: left.identity });
  }
  for (let index = 0; index < left.size; index += 1) {
    if (walk.comparing.left < 0) {
      throw new EvaluationAbort(outOfBudget);
    }
    if (!same(left.at(index), right.at(index), walk)) {
      return false;
    }
  }
  return true;
}

function sameEntries(
  left: CelList,
  right: CelList,
  { identity, ...walk }: Walk & { readonly identity: ListIdentity },
): boolean {
  if (left.size + right.size > walk.comparing.left) {
    throw new EvaluationAbort(outOfBudget);
  }
  const known = entriesByKey(eachEntry(left), identity);
  for (const entry of eachEntry(right)) {
    const other = known.get(entryKey(entry, identity));
    if (other === undefined || (identity.kind === "map" && !same(other, entry, walk))) {
      return false;
    }
  }
  return true;
}

function sameMap(left: CelMap, right: CelMap, walk: Walk): boolean {
  if (left.size !== right.size) {
    return false;
  }
  for (const key of left.keys()) {
    const a = left.get(key);
    const b = right.get(key);
    if (a === undefined || b === undefined ? a !== b : !same(a, b, walk)) {
      return false;
    }
  }
  return true;
}
