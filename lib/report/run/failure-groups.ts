import type { Outcome } from "../../apply/model/event.ts";

/** A cause, and how many objects were skipped because of it, directly or by way of others. */
export interface FailureGroup {
  /** The written form of what held the others back. */
  readonly key: string;
  /** How it ended; undefined where it is no object of the run. */
  readonly cause: Outcome | undefined;
  readonly dependents: number;
}

/**
 * What failed or timed out, the first to do so first, each with the number of those skipped for it; last what
 * held objects back without being an object of the run. `order`: the keys in the order in which they failed.
 * Complexity: O(outcomes).
 */
export function failureGroups(
  outcomes: readonly Outcome[],
  order: readonly string[],
): readonly FailureGroup[] {
  const failed = new Map(outcomes.filter(hasFailed).map((outcome) => [outcome.target.key, outcome]));
  const dependents = countDependents(outcomes, failed);
  const keys = new Set([...order.filter((key) => failed.has(key)), ...failed.keys(), ...dependents.keys()]);
  return Array.from(keys, (key) => ({ key, cause: failed.get(key), dependents: dependents.get(key) ?? 0 }));
}

function hasFailed({ actuation, reconcile }: Outcome): boolean {
  return actuation === "Failed" || reconcile === "Failed" || reconcile === "Timeout";
}

/**
 * By the key of what each skipped object comes back to: the first failure on its way, or the last thing that
 * is named.
 */
function countDependents(
  outcomes: readonly Outcome[],
  failed: ReadonlyMap<string, Outcome>,
): ReadonlyMap<string, number> {
  const skipped = outcomes.filter((outcome) => outcome.actuation === "Skipped");
  const waitsOn = new Map(
    skipped.flatMap(({ target, because }) =>
      because === undefined ? [] : [[target.key, because.on] as const],
    ),
  );
  const roots = new Map<string, string>();
  const amounts = new Map<string, number>();
  for (const key of waitsOn.keys()) {
    const root = rootOf(key, { waitsOn, failed, roots });
    amounts.set(root, (amounts.get(root) ?? 0) + 1);
  }
  return amounts;
}

interface Ways {
  readonly waitsOn: ReadonlyMap<string, string>;
  readonly failed: ReadonlyMap<string, Outcome>;
  /** What was found already. */
  readonly roots: Map<string, string>;
}

/** The end of the way; one that comes back to itself ends where it does. */
function rootOf(key: string, { waitsOn, failed, roots }: Ways): string {
  const way = new Set<string>();
  let current = key;
  while (!failed.has(current) && !way.has(current)) {
    const next = roots.get(current) ?? waitsOn.get(current);
    if (next === undefined) {
      break;
    }
    way.add(current);
    current = next;
  }
  for (const passed of way) {
    roots.set(passed, current);
  }
  return current;
}
