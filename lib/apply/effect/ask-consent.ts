import type { PruneRefusal } from "../../inventory/prune-limits.ts";
import type { RunEnd } from "../execute/execute-run.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";
import type { WriteChoices } from "../model/write-choices.ts";

/** The way in which a run asks for consent. */
export interface Asking extends Pick<ReleaseRequest, "consent">, Pick<WriteChoices, "dryRun"> {
  readonly context: Pick<RunContext, "emit" | "clock">;
}

/**
 * Asks a person for consent to deletions. Throws a RefusedError if nobody consents. A dry run asks nobody: it
 * warns of what a person would be asked, and returns what it would be refused for without one.
 */
export async function askConsent(
  refusals: readonly PruneRefusal[],
  { context, dryRun, consent }: Asking,
): Promise<readonly PruneRefusal[]> {
  if (refusals.length === 0) {
    return [];
  }
  if (dryRun !== false) {
    warnOf(consent === undefined ? [] : refusals, context);
    return consent === undefined ? refusals : [];
  }
  if (consent === undefined || !(await consent(refusals))) {
    throw new RefusedError(wordsOf(refusals));
  }
  return [];
}

/** The end of a dry run: refused if it lacks consent, as the real run would be before its first write. */
export function dryEnding(end: RunEnd, lacking: readonly PruneRefusal[]): RunEnd {
  return lacking.length === 0 || end.verdict === "interrupted"
    ? end
    : { ...end, verdict: "refused", message: wordsOf(lacking) };
}

function wordsOf(refusals: readonly PruneRefusal[]): string {
  return refusals.map(({ message }) => message).join("\n");
}

/** Emits what would need consent as warnings. */
export function warnOf(refusals: readonly PruneRefusal[], { emit, clock }: Asking["context"]): void {
  for (const { message } of refusals) {
    emit({ type: "notice", at: clock.now(), level: "warning", message });
  }
}
