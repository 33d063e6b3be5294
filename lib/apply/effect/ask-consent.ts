import type { PruneRefusal } from "../../inventory/prune-limits.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";
import type { WriteChoices } from "../model/write-choices.ts";

/** The way in which a run asks for consent. */
export interface Asking extends Pick<ReleaseRequest, "consent">, Pick<WriteChoices, "dryRun"> {
  readonly context: Pick<RunContext, "emit" | "clock">;
}

/**
 * Asks a person for consent to deletions; a dry run only warns of them. Throws a RefusedError if nobody
 * consents.
 */
export async function askConsent(
  refusals: readonly PruneRefusal[],
  { context, dryRun, consent }: Asking,
): Promise<void> {
  if (refusals.length === 0 || dryRun !== false) {
    warnOf(refusals, context);
  } else if (consent === undefined || !(await consent(refusals))) {
    throw new RefusedError(refusals.map(({ message }) => message).join("\n"));
  }
}

/** Emits what would need consent as warnings. */
export function warnOf(refusals: readonly PruneRefusal[], { emit, clock }: Asking["context"]): void {
  for (const { message } of refusals) {
    emit({ type: "notice", at: clock.now(), level: "warning", message });
  }
}
