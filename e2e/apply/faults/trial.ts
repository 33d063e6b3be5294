import { differences, readLiveState } from "./live-state.ts";
import type { Undisturbed } from "./reference.ts";
import { expectedCode, type StepEnvironment, type Step } from "./step.ts";
import { runStepUndisturbed } from "./run-step.ts";

/** A violation that a trial found. */
export interface Finding {
  readonly step: Step;
  /** The events before it. */
  readonly after: string;
  readonly what: string;
}

/** The expected end of a step. */
export interface Expected {
  readonly wanted: Undisturbed;
  /** Whether this difference is allowed. */
  readonly isExcused?: (what: string) => boolean;
}

/**
 * Runs a step undisturbed after a disturbance. Returns the findings that are not excused, with the output of
 * the step; empty if all is well.
 */
export async function finishUndisturbed(
  step: Step,
  stage: StepEnvironment,
  { wanted, isExcused = () => false }: Expected,
): Promise<readonly string[]> {
  const { code, output } = await runStepUndisturbed(step, stage);
  const isGood = code === expectedCode[step] || (step === "delete" && isGoneAlready(code, output));
  const wrong = [
    ...(isGood ? [] : [`exit code ${code} undisturbed`]),
    ...findStackTraces(output),
    ...(await compareState(stage, wanted)),
  ].filter((what) => !isExcused(what));
  return wrong.length === 0 ? [] : [...wrong, output];
}

/** The differences between the cluster and the expected state. */
export async function compareState(
  { plane, place }: StepEnvironment,
  { state }: Undisturbed,
): Promise<readonly string[]> {
  return differences(state, await readLiveState(plane, place));
}

/**
 * Whether there was nothing left to delete because the killed run had finished. The state is compared
 * separately.
 */
function isGoneAlready(code: number | undefined, output: string): boolean {
  return code === 1 && output.includes("there is no release");
}

/** Finds stack traces: they indicate a bug whatever the exit code. */
export function findStackTraces(output: string): readonly string[] {
  return /\n\s+at .*:\d+:\d+|this is a bug in converge/.test(output) ? [`a bug shows:\n${output}`] : [];
}
