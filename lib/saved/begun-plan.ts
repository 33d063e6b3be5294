/** The approved plan that a run has begun to apply: if the run is killed, the next one completes it. */
import type { ParentRecord } from "../inventory/applyset-parent.ts";
import { readFieldJson } from "../inventory/field-set.ts";
import { field, isArray, isObject, stringField } from "../object/json.ts";
import { type ApprovablePlan, approvalDigest } from "./saved-digest.ts";
import { type DecidedSet, type SavedSet, setChanges } from "./set-changes.ts";

/** A begun plan. Plain data; no hidden value in it. */
export interface BegunPlan extends SavedSet {
  /** The digest that was approved. */
  readonly digest: string;
  /** The digest of the desired objects and the options. */
  readonly target: string;
  /** The end of the last run before it, in milliseconds since 1970; null for none. */
  readonly lastRun: number | null;
}

/** Returns a plan as it is stored before its first write. */
export function begunPlan({ saved, facts }: ApprovablePlan, digest: string): BegunPlan {
  const { action, converge, groups, prunes } = saved;
  const target = targetDigest({ saved, facts });
  return { digest, target, lastRun: facts.lastRun?.at ?? null, action, converge, groups, prunes };
}

/** The digest of what a plan is to achieve, however far the cluster is from that. */
function targetDigest({ saved, facts }: ApprovablePlan): string {
  const { lastRun: _, usedPlan: __, ...rest } = facts;
  const none = { newest: 0, recordedAt: 0, next: null };
  const whole = { ...saved, action: "install", revision: none, groups: [], prunes: [] } as const;
  return approvalDigest(whole, rest);
}

/** Returns the text of a begun plan. */
export function formatBegun(begun: BegunPlan): string {
  return JSON.stringify(begun);
}

/** Parses a begun plan, which a run of the release has stored; undefined if it is not one. */
export function parseBegun(text: string): BegunPlan | undefined {
  const read = readFieldJson(text);
  const isWhole =
    isObject(read) &&
    ["digest", "target", "action", "converge"].every((name) => stringField(read, name) !== undefined) &&
    ["groups", "prunes"].every((name) => isArray(field(read, name)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other form was ever stored
  return isWhole ? (read as unknown as BegunPlan) : undefined;
}

/** Reports whether the run that has begun a plan was killed or interrupted. */
export function isUnfinished(begun: BegunPlan, { usedPlan, lastRun }: ParentRecord): boolean {
  const hasEnded = (lastRun?.at ?? null) !== begun.lastRun && lastRun?.verdict !== "interrupted";
  return usedPlan === begun.digest && !hasEnded;
}

/**
 * Reports whether what is left to do is the rest of a begun plan: the same objects and options, and nothing
 * has changed in the cluster since but by that plan.
 */
export async function isRestOf(
  begun: BegunPlan,
  plan: ApprovablePlan,
  decision: DecidedSet,
): Promise<boolean> {
  if (!isUnfinished(begun, decision.decided.record) || begun.target !== targetDigest(plan)) {
    return false;
  }
  const changes = await setChanges(begun, decision, "resumed");
  return changes.every(({ change }) => change === undefined);
}
