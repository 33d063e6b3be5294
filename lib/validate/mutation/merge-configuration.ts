import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue } from "../../object/json.ts";
import { stepTo } from "./configuration-faults.ts";
import type { MergeType } from "./merge-type.ts";

/**
 * Merges an apply configuration into an object, as a server-side apply of a new owner does: fields are set,
 * entries of lists with keys are merged, and nothing is removed. Source: structured-merge-diff, `Merge`.
 * Complexity: linear.
 */
export function mergeConfiguration(
  live: JsonValue | undefined,
  applied: JsonValue | undefined,
  type: MergeType,
): JsonValue {
  if (applied === undefined) {
    return live ?? null;
  }
  if (isObject(live) && isObject(applied) && isMergedByField(type)) {
    return mergeFields(live, applied, type);
  }
  return isArray(live) && isArray(applied) && isMergedByEntry(type)
    ? mergeEntries(live, applied, type)
    : applied;
}

/** Reports whether fields are merged one by one, instead of replacing the whole. */
export function isMergedByField(type: MergeType): boolean {
  return type.is === "any" || (type.is === "map" && !type.isAtomic);
}

/** Reports whether entries of a list are merged one by one, instead of replacing the whole. */
export function isMergedByEntry(type: MergeType): type is MergedList {
  return type.is === "list" && type.identity !== undefined;
}

function mergeFields(live: JsonObject, applied: JsonObject, type: MergeType): JsonObject {
  const merged = Object.entries(applied).map(([name, part]) => {
    const below = type.is === "map" ? (type.named(name) ?? type.rest) : type;
    const before = Object.hasOwn(live, name) ? live[name] : undefined;
    return [name, mergeConfiguration(before, part, below ?? { is: "any" })] as const;
  });
  return { ...live, ...Object.fromEntries(merged) };
}

/** The type of a list. */
export type MergedList = MergeType & { readonly is: "list" };

interface Entry {
  readonly step: string;
  readonly value: JsonValue;
}

/**
 * Merges the entries of two lists in the order of structured-merge-diff: those of the applied list stay in
 * its order, and the others stay before the entry that they were before.
 */
function mergeEntries(live: JsonArray, applied: JsonArray, type: MergedList): JsonArray {
  const left = entriesOf(live, type);
  const right = entriesOf(applied, type);
  const ofLeft = Map.groupBy(left, ({ step }) => step);
  const shared = right.filter(({ step }) => ofLeft.has(step)).map(({ step }) => step);
  const ofRight = new Set(right.map(({ step }) => step));
  const walk: Merge = { left, right, ofRight, shared, taken: new Set(), at: { left: 0, right: 0 } };
  const merged: JsonValue[] = [];
  for (let next = nextEntry(walk); next !== undefined; next = nextEntry(walk)) {
    const before = ofLeft.get(next.step) ?? [];
    const isMerged = ofRight.has(next.step);
    // Repeated entries are replaced by the applied one.
    const old = before.length === 1 ? before[0]?.value : undefined;
    merged.push(isMerged ? mergeConfiguration(old, next.value, type.item()) : next.value);
  }
  return merged;
}

function entriesOf(list: JsonArray, type: MergedList): readonly Entry[] {
  return list.map((value, index) => ({ step: stepTo(value, index, type) ?? `[${index}]`, value }));
}

interface Merge {
  readonly left: readonly Entry[];
  readonly right: readonly Entry[];
  readonly ofRight: ReadonlySet<string>;
  /** The entries of both lists that are yet to come, in the order of the applied list. */
  readonly shared: string[];
  /** The entries of the applied list that have come. */
  readonly taken: Set<string>;
  readonly at: { left: number; right: number };
}

/** Returns the next entry of the merged list, live or applied; undefined at the end. */
function nextEntry(merge: Merge): Entry | undefined {
  const { left, right, ofRight, at } = merge;
  skipShared(merge);
  const mine = left[at.left];
  if (mine !== undefined && !ofRight.has(mine.step)) {
    at.left += 1;
    return mine;
  }
  const theirs = right[at.right];
  if (theirs !== undefined) {
    take(merge, theirs, mine);
  }
  return theirs;
}

/** Skips live entries that come at the place of the applied ones. */
function skipShared({ left, right, ofRight, shared, at }: Merge): void {
  const theirs = right[at.right];
  for (let mine = left[at.left]; mine !== undefined && ofRight.has(mine.step); mine = left[at.left]) {
    const isElsewhere = shared[0] !== undefined && shared[0] !== mine.step;
    if (mine.step === theirs?.step || (theirs !== undefined && !isElsewhere)) {
      return;
    }
    at.left += 1;
  }
}

function take({ shared, taken, at }: Merge, theirs: Entry, mine: Entry | undefined): void {
  const isDone = mine !== undefined && (mine.step === theirs.step || taken.has(mine.step));
  at.left += isDone ? 1 : 0;
  at.right += 1;
  taken.add(theirs.step);
  if (shared[0] === theirs.step) {
    shared.shift();
  }
}
