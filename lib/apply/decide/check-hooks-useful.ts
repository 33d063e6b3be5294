import type { Plan } from "../../plan/plan.ts";
import type { ReleaseDecision } from "./decide-release.ts";
import { RefusedError } from "../model/refused-error.ts";

/** So many are told; there may be thousands. */
const maxReported = 5;

/**
 * Throws a RefusedError where it is known before anything is sent that something cannot be written, and hooks
 * would have run in vain: a migration is no thing to be tried. Without hooks before them the other objects go
 * up all the same.
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
