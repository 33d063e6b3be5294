import type { ReadObject } from "../../manifest/manifest.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Plan } from "../../plan/plan.ts";
import { planDeletion } from "../../plan/plan-deletion.ts";
import type { PlanTarget, ReleaseRequest } from "../model/release-request.ts";

/** Inputs of the plan of a deletion, besides the live objects. */
export interface RemovalPlanning {
  readonly request: Pick<ReleaseRequest, "release" | "timeout">;
  readonly namespace: string;
  /** The objects of a revision, whose hooks run before and after the deletion. */
  readonly around?: {
    readonly hooks: readonly ReadObject[];
    readonly isNamespaced: PlanTarget["isNamespaced"];
  };
}

/** Plans the deletion of live objects of a release, with the hooks of a revision around it if given. */
export function planRemoval(
  objects: readonly JsonObject[],
  { request: { release, timeout }, namespace, around }: RemovalPlanning,
): Plan {
  return planDeletion(objects, {
    release,
    namespace,
    timeout,
    ...(around === undefined ? {} : { served: around.isNamespaced, hooks: around.hooks }),
  });
}
