import type { Plan } from "../plan/plan.ts";
import type { ReleaseDecision } from "./decided.ts";
import { RefusedError } from "./refused-error.ts";

/** So many are told; there may be thousands. */
const mostTold = 5;

/**
 * Throws a RefusedError where it is known before anything is sent that something cannot be written, and hooks would have run in vain: a
 * migration is no thing to be tried. Without hooks before them the other objects go up all the same.
 */
export function refuseFutileHooks({ groups }: Plan, { decisions }: Pick<ReleaseDecision, "decisions">): void {
  const hasHooksFirst = groups.some(
    ({ stage, objects }) => stage === "pre" && objects.some(({ hook, owned }) => hook !== null && !owned),
  );
  const refusals = [...decisions].flatMap(([{ hook, manifest }, decision]) =>
    decision.type === "foreign" && (hasHooksFirst || hook !== null)
      ? [`${manifest.key}: ${decision.reason}`]
      : [],
  );
  if (refusals.length > 0) {
    const told = refusals.slice(0, mostTold);
    const more = refusals.length > mostTold ? [`and ${refusals.length - mostTold} more`] : [];
    throw new RefusedError([...told, ...more].join("\n"));
  }
}
