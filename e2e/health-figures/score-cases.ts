import { type JsonObject, objectField } from "../../lib/object/json.ts";
import { computeReadiness } from "../../lib/readiness/compute-readiness.ts";
import type { HealthRuleSources, Readiness, ReadinessState } from "../../lib/readiness/readiness.ts";

/** An object with the health that its author expects, in the words of Argo CD. */
export interface HealthCase {
  readonly file: string;
  readonly label: string;
  readonly object: JsonObject;
}

/** A case, and the verdict on it. */
export interface JudgedCase extends HealthCase {
  readonly verdict: Readiness;
}

const stateOfLabel: ReadonlyMap<string, ReadinessState> = new Map<string, ReadinessState>([
  ["Healthy", "Current"],
  ["Progressing", "InProgress"],
  ["Degraded", "Failed"],
  ["Suspended", "Suspended"],
  ["Unknown", "Unknown"],
  ["Missing", "NotFound"],
]);

type Decision = "go on" | "wait" | "fail";

const decisions: Readonly<Record<ReadinessState, Decision>> = {
  Current: "go on",
  Suspended: "go on",
  InProgress: "wait",
  Terminating: "wait",
  NotFound: "wait",
  Unknown: "wait",
  Failed: "fail",
};

/** Judges objects as of `now`. `changedAt`: when this run changed them; undefined if it did not. */
export function judgeCases(
  cases: readonly HealthCase[],
  healthRules: HealthRuleSources,
  { now, changedAt }: { readonly now: number; readonly changedAt?: number },
): readonly JudgedCase[] {
  const surroundings = {
    mode: "converge",
    now,
    healthRules,
    definition: { hasStatus: true },
    ...(changedAt === undefined ? {} : { changedAt }),
  } as const;
  return cases.map((one) => ({
    ...one,
    verdict: computeReadiness(withoutDeletion(one.object), surroundings),
  }));
}

/** The labels are about rules, and rules are not asked about an object that is being deleted. */
function withoutDeletion(object: JsonObject): JsonObject {
  const { deletionTimestamp: _, ...metadata } = objectField(object, "metadata");
  return { ...object, metadata };
}

/** Reports whether the verdict is the expected one. */
export function agreesOnLabel({ label, verdict }: JudgedCase): boolean {
  return stateOfLabel.get(label) === verdict.state;
}

/** Reports whether a run decides on the verdict as on the expected one: to go on, to wait, or to fail. */
export function agreesOnDecision({ label, verdict }: JudgedCase): boolean {
  const expected = stateOfLabel.get(label);
  return expected !== undefined && decisions[expected] === decisions[verdict.state];
}
