import { outOfBudget } from "../evaluate/evaluation-abort.ts";
import type { CelFailure, FunctionDeclaration } from "../model/expression.ts";
import { simpleTypes } from "../model/type.ts";
import type { CelList } from "../model/value.ts";
import { firstIndex, mostComparisons } from "./lists/list-operations.ts";
import { aList, anything, plain, type Parameter } from "../signature/signature.ts";

const list: Parameter<CelList> = aList(anything("T"));

/** CEL's sets extension: lists compared without regard to order and repetition. */
export const setFunctions: readonly FunctionDeclaration[] = [
  relation("contains", containsAll),
  relation("equivalent", (left, right) => containsAll(left, right) && containsAll(right, left)),
  relation("intersects", intersects),
];

function relation(name: string, holds: (left: CelList, right: CelList) => boolean): FunctionDeclaration {
  const call = (left: CelList, right: CelList): boolean | CelFailure =>
    left.size * right.size > mostComparisons ? outOfBudget : holds(left, right);
  const overload = plain({
    id: `list_sets_${name}_list`,
    parameters: [list, list],
    result: simpleTypes.bool,
    call,
  });
  return { name: `sets.${name}`, overloads: [overload] };
}

function containsAll(whole: CelList, part: CelList): boolean {
  for (let index = 0; index < part.size; index += 1) {
    if (firstIndex(whole, part.at(index)) < 0) {
      return false;
    }
  }
  return true;
}

function intersects(left: CelList, right: CelList): boolean {
  for (let index = 0; index < left.size; index += 1) {
    if (firstIndex(right, left.at(index)) >= 0) {
      return true;
    }
  }
  return false;
}
