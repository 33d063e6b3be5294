/** Writes an apply down as a saved plan. Passes values between layers and decides nothing. */
import type { RunContext } from "./apply/model/run-context.ts";
import { type ApplySetRequest, withForesight } from "./engine.ts";
import type { SavedPlan } from "./saved/saved-plan.ts";

/** A set whose apply is written down, and how it would be applied. */
export interface SavePlanRequest extends Omit<ApplySetRequest, "guard" | "atomic"> {
  /** Whether the file will be encrypted: then it has the values of Secrets too. */
  readonly isEncrypted: boolean;
}

/** Returns what `apply` would do, to be applied later. Changes nothing. */
export async function savePlan(asked: SavePlanRequest, context: RunContext): Promise<SavedPlan> {
  const { decideChanges, openRelease, planRelease, readTexts, redactingSink } =
    await import("./apply/release/steps.ts");
  const { foreseeChanges } = await import("./apply/release/diff-release.ts");
  const { describePlan } = await import("./saved/describe-plan.ts");
  const { hasRuleDocuments } = await import("./manifest/rule-documents.ts");
  const { isEncrypted } = asked;
  const options = withForesight({ ...asked, atomic: false });
  const sink = redactingSink(context.emit);
  const opened = await openRelease(options, { context: { ...context, emit: sink.emit }, sink });
  const texts = await readTexts(options, opened);
  const plan = await planRelease(texts, options, opened);
  const decision = await decideChanges(plan, options, opened);
  try {
    const answers = await foreseeChanges(decision, opened);
    const hasDocuments = texts.sources.some(hasRuleDocuments);
    return await describePlan({ decision, opened, answers, options, hasDocuments, isEncrypted });
  } finally {
    decision.session.close();
  }
}
