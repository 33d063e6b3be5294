import type { SetPlace } from "./fault-set.ts";
import { differences, type LiveState, readLiveState } from "./live-state.ts";
import { goodEnd, type Stage, type Step } from "./step.ts";
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

/**
 * Takes all steps in peace, on two stages alike, and remembers what each has come to. Throws where one of
 * them does not end as it should.
 */
export async function takeReference(stage: Stage, other: Stage): Promise<Reference> {
  const [straight, failing] = await Promise.all([takeStraight(stage), takeFailing(other)]);
  wantSame(straight.install, failing);
  return { ...straight, atomic: failing };
}

async function takeStraight(stage: Stage): Promise<Omit<Reference, "atomic">> {
  const install = await takeInPeace("install", stage);
  const upgrade = await takeInPeace("upgrade", stage);
  const rollback = await takeInPeace("rollback", stage);
  wantSame(install, rollback);
  return { install, upgrade, rollback, delete: await takeInPeace("delete", stage) };
}

async function takeFailing(stage: Stage): Promise<Undisturbed> {
  await takeInPeace("install", stage);
  return takeInPeace("atomic", stage);
}

/** Whichever way a release went, where it comes back to is where it was. */
function wantSame(before: Undisturbed, after: Undisturbed): void {
  const lines = differences(before.state, after.state);
  if (lines.length > 0) {
    throw new Error(`in peace a release does not come back to where it was:\n${lines.join("\n")}`);
  }
}

async function takeInPeace(step: Step, stage: Stage): Promise<Undisturbed> {
  const { code, output, requests } = await takeStep(step, stage, () => () => ({ type: "pass" }));
  if (code !== goodEnd[step]) {
    throw new Error(`${step} does not even work in peace: exit code ${code}\n${output}`);
  }
  return { state: await readLiveState(stage.plane, stage.place), requests };
}
