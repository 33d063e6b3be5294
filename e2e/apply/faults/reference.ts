import type { SetPlace } from "./fault-set.ts";
import { differences, type LiveState, readLiveState } from "./live-state.ts";
import { expectedCode, type StepEnvironment, type Step } from "./step.ts";
import { runStep } from "./run-step.ts";

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
export async function recordReference(stage: StepEnvironment, other: StepEnvironment): Promise<Reference> {
  const [straight, failing] = await Promise.all([recordStraight(stage), recordFailing(other)]);
  assertSame(straight.install, failing);
  return { ...straight, atomic: failing };
}

async function recordStraight(stage: StepEnvironment): Promise<Omit<Reference, "atomic">> {
  const install = await recordUndisturbed("install", stage);
  const upgrade = await recordUndisturbed("upgrade", stage);
  const rollback = await recordUndisturbed("rollback", stage);
  assertSame(install, rollback);
  return { install, upgrade, rollback, delete: await recordUndisturbed("delete", stage) };
}

async function recordFailing(stage: StepEnvironment): Promise<Undisturbed> {
  await recordUndisturbed("install", stage);
  return recordUndisturbed("atomic", stage);
}

/** Throws unless a release that returns to a version has the same state as before. */
function assertSame(before: Undisturbed, after: Undisturbed): void {
  const lines = differences(before.state, after.state);
  if (lines.length > 0) {
    throw new Error(`an undisturbed release does not return to its earlier state:\n${lines.join("\n")}`);
  }
}

async function recordUndisturbed(step: Step, stage: StepEnvironment): Promise<Undisturbed> {
  const { code, output, requests } = await runStep(step, stage, () => () => ({ type: "pass" }));
  if (code !== expectedCode[step]) {
    throw new Error(`${step} fails even undisturbed: exit code ${code}\n${output}`);
  }
  return { state: await readLiveState(stage.plane, stage.place), requests };
}
