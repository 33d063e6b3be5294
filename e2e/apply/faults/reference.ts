import type { SetPlace } from "./fault-set.ts";
import { type LiveState, readLiveState } from "./live-state.ts";
import { type Stage, type Step, steps } from "./step.ts";
import { takeStep } from "./take-step.ts";

/** What a step came to that nothing disturbed. */
export interface Undisturbed {
  readonly state: LiveState;
  /** How many requests it took. */
  readonly requests: number;
}

/** What an undisturbed release comes to, by step. */
export type Reference = Readonly<Record<Step, Undisturbed>>;

/** The references for both kinds of homes. */
export type References = Readonly<Record<SetPlace["home"], Reference>>;

/** Takes all steps in peace and remembers what each has come to. Throws where one of them fails. */
export async function takeReference(stage: Stage): Promise<Reference> {
  const [install, upgrade, gone] = [
    await takeInPeace(steps[0], stage),
    await takeInPeace(steps[1], stage),
    await takeInPeace(steps[2], stage),
  ];
  return { install, upgrade, delete: gone };
}

async function takeInPeace(step: Step, stage: Stage): Promise<Undisturbed> {
  const { code, output, requests } = await takeStep(step, stage, () => () => ({ type: "pass" }));
  if (code !== 0) {
    throw new Error(`${step} does not even work in peace: exit code ${code}\n${output}`);
  }
  return { state: await readLiveState(stage.plane, stage.place), requests };
}
