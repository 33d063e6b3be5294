/** Writes an apply down as a saved plan. Passes values between layers. */
import type { RunContext } from "./apply/model/run-context.ts";
import type { GuardedRequest } from "./apply/release/decide-changes.ts";
import type { OpenedRelease } from "./apply/release/open-release.ts";
import type { ReleasePlan, SetRequest } from "./apply/release/plan-release.ts";
import { type ApplySetRequest, withForesight } from "./engine.ts";
import type { SetTexts } from "./manifest/read-set.ts";
import type { SavedPlan } from "./saved/saved-plan.ts";

/** A set whose apply is written down, and how it would be applied. */
export interface SavePlanRequest extends Omit<ApplySetRequest, "guard" | "atomic"> {
  /** Whether the file will be encrypted: then it has the values of Secrets too. */
  readonly isEncrypted: boolean;
}

/**
 * Returns what `apply` would do, to be applied later. Changes nothing. Throws a RefusedError if that keeps
 * changing.
 */
export async function savePlan(asked: SavePlanRequest, context: RunContext): Promise<SavedPlan> {
  const { openRelease, planRelease, readTexts, redactingSink } = await import("./apply/release/steps.ts");
  const { RefusedError } = await import("./apply/model/refused-error.ts");
  const options = withForesight({ ...asked, atomic: false });
  const sink = redactingSink(context.emit);
  const opened = await openRelease(options, { context: { ...context, emit: sink.emit }, sink });
  const texts = await readTexts(options, opened);
  const plan = await planRelease(texts, options, opened);
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const saved = await describeOnce({ plan, texts, options, isEncrypted: asked.isEncrypted }, opened);
    if (saved !== undefined) {
      return saved;
    }
  }
  throw new RefusedError("objects were changed while the plan was made, again and again: save it once more");
}

/** An object that was read in part is read again: meanwhile it may be written. */
const mostAttempts = 5;

interface Planning {
  readonly plan: ReleasePlan;
  readonly texts: SetTexts;
  readonly options: GuardedRequest & SetRequest;
  readonly isEncrypted: boolean;
}

/** Undefined if an object was written while it was decided on. */
async function describeOnce(
  { plan, texts, options, isEncrypted }: Planning,
  opened: OpenedRelease,
): Promise<SavedPlan | undefined> {
  const { decideChanges } = await import("./apply/release/steps.ts");
  const { foreseeChanges } = await import("./apply/release/diff-release.ts");
  const { describePlan, liveStatesOf } = await import("./saved/describe-plan.ts");
  const decision = await decideChanges(plan, options, opened);
  try {
    const states = await liveStatesOf(decision);
    if (states === undefined) {
      return undefined;
    }
    const answers = await foreseeChanges(decision, opened);
    const { sources } = texts;
    return await describePlan({ decision, opened, answers, states, options, sources, isEncrypted });
  } finally {
    decision.session.close();
  }
}
