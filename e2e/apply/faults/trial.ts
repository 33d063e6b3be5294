import { differences, readLiveState } from "./live-state.ts";
import type { Undisturbed } from "./reference.ts";
import { goodEnd, type Stage, type Step } from "./step.ts";
import { takeStepInPeace } from "./take-step.ts";

/** Something that is not as it should be. */
export interface Finding {
  readonly step: Step;
  /** What had happened before. */
  readonly after: string;
  readonly what: string;
}

/** The end that a step is to come to. */
export interface Expected {
  readonly wanted: Undisturbed;
  /** Whether it may differ in that. */
  readonly isExcused?: (what: string) => boolean;
}

/**
 * Takes a step in peace, after whatever has disturbed it. Gives what is wrong then, and is not excused, with
 * the output of the step; nothing where all is as it should be.
 */
export async function endInPeace(
  step: Step,
  stage: Stage,
  { wanted, isExcused = () => false }: Expected,
): Promise<readonly string[]> {
  const { code, output } = await takeStepInPeace(step, stage);
  const isGood = code === goodEnd[step] || (step === "delete" && isGoneAlready(code, output));
  const wrong = [
    ...(isGood ? [] : [`exit code ${code} in peace`]),
    ...stackIn(output),
    ...(await judgeState(stage, wanted)),
  ].filter((what) => !isExcused(what));
  return wrong.length === 0 ? [] : [...wrong, output];
}

/** What the cluster has, other than it should. */
export async function judgeState(
  { plane, place }: Stage,
  { state }: Undisturbed,
): Promise<readonly string[]> {
  return differences(state, await readLiveState(plane, place));
}

/**
 * A run that was killed with its last word done has left nothing to delete; that nothing is left is judged
 * apart.
 */
function isGoneAlready(code: number | undefined, output: string): boolean {
  return code === 1 && output.includes("there is no release");
}

/** A stack trace tells of a bug, whatever the exit code is. */
export function stackIn(output: string): readonly string[] {
  return /\n\s+at .*:\d+:\d+|converge has a bug/.test(output) ? [`a bug shows:\n${output}`] : [];
}
