import type { SetPlace } from "./fault-set.ts";
import { differences, type LiveState, readLiveState } from "./live-state.ts";
import { goodEnd, type Stage, type Step } from "./step.ts";
import { takeStep } from "./take-step.ts";

/** The result of an undisturbed step. */
export interface Undisturbed {
  readonly state: LiveState;
  /** The number of requests that it sent. */
  readonly requests: number;
}

/** The results of an undisturbed release, by step. */
export type Reference = Readonly<Record<Step, Undisturbed>>;

/** The references for both kinds of homes. */
export type References = Readonly<Record<SetPlace["home"], Reference>>;

/**
 * Runs all steps undisturbed in two environments, and records their results. Throws an Error if a step does
 * not end as it should.
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

/** Throws unless a release that returns to a version has the same state as before. */
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
