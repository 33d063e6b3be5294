import { type Duration, formatDuration } from "../../object/duration.ts";
import type { Plan } from "../../plan/plan.ts";

/**
 * The most frequent timeout of a plan, and whether all objects have it. Of equally frequent ones it is the
 * shortest.
 */
export interface UsualTimeout {
  readonly timeout: Duration;
  readonly everywhere: boolean;
}

/** Returns the usual timeout of a plan that has objects. Complexity: O(objects). */
export function usualTimeout(plan: Plan): UsualTimeout {
  const amounts = new Map<Duration, number>();
  for (const { timeout } of plan.groups.flatMap((group) => group.objects)) {
    amounts.set(timeout, (amounts.get(timeout) ?? 0) + 1);
  }
  const [usual] = [...amounts].toSorted(([left, many], [right, more]) => more - many || left - right);
  return { timeout: usual?.[0] ?? 0, everywhere: amounts.size < 2 };
}

/** Formats the usual timeout as a suffix of the summary: `, each may take 5m0s`. */
export function timeoutClause(plan: Plan, { timeout, everywhere }: UsualTimeout): string {
  const isOne = plan.groups.length === 1 && plan.groups[0]?.objects.length === 1;
  const taking = `${isOne ? "" : "each "}may take ${formatDuration(timeout)}`;
  return `, ${taking}${everywhere ? "" : " unless noted"}`;
}
