import { isList } from "../model/value-kind.ts";
import { outOfBudget } from "../evaluate/evaluation-abort.ts";
import { CelFailure, type FunctionDeclaration } from "../model/expression.ts";
import { listOf, parameter, simpleTypes } from "../model/type.ts";
import { type CelList, type CelValue, eachEntry, celList } from "../model/value.ts";
import { flattened, orderedParameters, sortedBy, mostComparisons } from "./lists/list-operations.ts";
import { sameValue } from "../evaluate/equality.ts";
import { aList, anInt, anything, longestList, method, plain } from "../signature/signature.ts";
import { valueTypeName, typeOf } from "../evaluate/value-type.ts";

const { dyn, int } = simpleTypes;
const listT = listOf(parameter("T"));

/** CEL's lists extension at version 3, which Kubernetes has had since 1.34. */
export const listFunctions: readonly FunctionDeclaration[] = [
  {
    name: "slice",
    overloads: [
      method({
        id: "list_slice",
        parameters: [aList(anything("T")), anInt, anInt],
        result: listT,
        call: slice,
      }),
    ],
  },
  {
    name: "flatten",
    overloads: [
      { id: "list_flatten", receiver: true, parameters: [listOf(listT)], result: listT, call: flatten },
      {
        id: "list_flatten_int",
        receiver: true,
        parameters: [listOf(dyn), int],
        result: listOf(dyn),
        call: flatten,
      },
    ],
  },
  {
    name: "sort",
    overloads: orderedParameters.map(({ parameter: { type } }) => ({
      id: `list_${valueTypeName(type)}_sort`,
      receiver: true,
      parameters: [listOf(type)],
      result: listOf(type),
      call: sort,
    })),
  },
  {
    name: "@sortByAssociatedKeys",
    overloads: orderedParameters.map(({ parameter: { type } }) => ({
      id: `list_${valueTypeName(type)}_sortByAssociatedKeys`,
      receiver: true,
      parameters: [listT, listOf(type)],
      result: listT,
      call: sortByKeys,
    })),
  },
  {
    name: "lists.range",
    overloads: [plain({ id: "lists_range", parameters: [anInt], result: listOf(int), call: range })],
  },
  {
    name: "reverse",
    overloads: [
      method({
        id: "list_reverse",
        parameters: [aList(anything("T"))],
        result: listT,
        call: (list) => celList([...eachEntry(list)].toReversed()),
      }),
    ],
  },
  {
    name: "distinct",
    overloads: [
      method({
        id: "list_distinct",
        parameters: [aList(anything("T"))],
        result: listT,
        call: distinct,
      }),
    ],
  },
];

// These three accept lists of any type: all overloads share one implementation, which checks its arguments
// itself.

function flatten(...[list = null, depth]: readonly CelValue[]): CelList | CelFailure {
  if (!isList(list) || !(depth === undefined || typeof depth === "bigint")) {
    const given = depth === undefined ? "" : nameOf(depth);
    return new CelFailure(`no such overload: ${nameOf(list)}.flatten(${given})`);
  }
  return list.size > longestList ? outOfBudget : flattened(list, depth ?? 1n);
}

function sort(...[list = null]: readonly CelValue[]): CelList | CelFailure {
  return isList(list) ? sortByKeys(list, list) : new CelFailure("no such overload: sort");
}

function sortByKeys(...[list = null, keys = null]: readonly CelValue[]): CelList | CelFailure {
  if (!isList(list) || !isList(keys)) {
    return new CelFailure("no such overload: @sortByAssociatedKeys");
  }
  return Math.max(list.size, keys.size) > longestList ? outOfBudget : sortedBy(list, keys);
}

function nameOf(value: CelValue): string {
  return valueTypeName(typeOf(value));
}

function slice(list: CelList, start: bigint, end: bigint): CelList | CelFailure {
  const asked = `cannot slice(${start}, ${end})`;
  if (start < 0n || end < 0n) {
    return new CelFailure(`${asked}, negative indexes not supported`);
  }
  if (start > end) {
    return new CelFailure(`${asked}, start index must be less than or equal to end index`);
  }
  if (end > BigInt(list.size)) {
    return new CelFailure(`${asked}, list is length ${list.size}`);
  }
  const first = Number(start);
  return celList(Array.from({ length: Number(end - start) }, (_, index) => list.at(first + index)));
}

/**
 * Returns the numbers from 0 on. The list is never materialized: an expression that traverses a long one is
 * ended by its cost.
 */
function range(count: bigint): CelList | CelFailure {
  if (count > BigInt(mostComparisons)) {
    return outOfBudget;
  }
  return { tag: "list", size: Math.max(Number(count), 0), at: BigInt };
}

function distinct(list: CelList): CelList | CelFailure {
  if (list.size ** 2 > mostComparisons) {
    return outOfBudget;
  }
  const found: CelValue[] = [];
  for (const entry of eachEntry(list)) {
    if (!found.some((other) => sameValue(entry, other))) {
      found.push(entry);
    }
  }
  return list.size === 0 ? list : celList(found);
}
