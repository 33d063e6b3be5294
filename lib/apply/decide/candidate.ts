import type { Stage } from "../../order/model/edge.ts";
import { hpaTargets } from "../../inventory/conflict.ts";
import type { IgnoredDifference } from "../../inventory/ignored-differences.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";
import { leaveOut, type LeftField, leftFields } from "./left-fields.ts";

/** The parts of a planned object that a decision needs. */
export interface Judged extends Pick<PlannedObject, "hook" | "owned" | "deletePolicy"> {
  readonly manifest: Pick<PlannedObject["manifest"], "key" | "ref" | "name" | "value">;
  readonly treatment: Pick<PlannedObject["treatment"], "replicasOnCreation" | "resourcePolicy">;
}

/**
 * An object of the plan together with what the rest of the plan means for it, so that it can be decided on by
 * itself, as often as needed.
 */
export interface Candidate<Of extends Judged = Judged> {
  readonly object: Of;
  /** The manifest without the fields that are left to others. */
  readonly value: JsonObject;
  /** The fields that are left to others. */
  readonly left: readonly LeftField[];
  readonly stage: Stage;
}

/**
 * The objects of a plan, in its order, ready to be decided on. `ignored`: differences that the user leaves to
 * the cluster.
 */
export function candidatesOf(
  plan: Plan,
  ignored: readonly IgnoredDifference[] = [],
): readonly Candidate<PlannedObject>[] {
  const objects = plan.groups.flatMap((group) =>
    group.objects.map((object) => ({ object, stage: group.stage })),
  );
  const scaled = hpaTargets(
    objects.map(({ object }) => object.manifest.value),
    plan.namespace,
  );
  return objects.map(({ object, stage }) => {
    const left = leftFields(object, { scaled, ignored });
    return { object, value: leaveOut(object.manifest.value, left), left, stage };
  });
}
