import { outOfBudget } from "../../evaluate/evaluation-abort.ts";
import { isList } from "../../model/value-kind.ts";
import { CelFailure } from "../../model/expression.ts";
import type { CelList, CelValue } from "../../model/value.ts";
import { celList } from "../../model/list.ts";

/** The maximum size; no value within the cost of an expression has more entries. */
const mostEntries = 10_000_000;

/** Flattens nested lists, down to that many levels. */
export function flattened(list: CelList, depth: bigint): CelList | CelFailure {
  if (depth < 0n) {
    return new CelFailure("level must be non-negative");
  }
  const found: CelValue[] = [];
  // An explicit stack: the open lists, and the position in each.
  const open: { readonly list: CelList; next: number }[] = [{ list, next: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.list.size) {
      open.pop();
      continue;
    }
    const entry = top.list.at(top.next);
    top.next += 1;
    if (isList(entry) && BigInt(open.length) <= depth) {
      open.push({ list: entry, next: 0 });
    } else if (found.push(entry) > mostEntries) {
      return outOfBudget;
    }
  }
  return celList(found);
}
