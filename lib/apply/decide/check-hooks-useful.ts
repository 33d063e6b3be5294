import type { Plan } from "../../plan/plan.ts";
import type { ReleaseDecision } from "./decide-release.ts";
import { RefusedError } from "../model/refused-error.ts";

/** The number of refusals to report; there may be thousands. */
const maxReported = 5;

/**
 * Throws a RefusedError if it is known before anything is sent that some object cannot be written and hooks
 * would run in vain: a migration is not something to try out. If no hooks run first, the other objects are
 * applied regardless.
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
    const reported = refusals.slice(0, maxReported);
    const more = refusals.length > maxReported ? [`and ${refusals.length - maxReported} more`] : [];
    throw new RefusedError([...reported, ...more].join("\n"));
  }
}
