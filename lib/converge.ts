/**
 * The one file that knows every room: it hands values from one to the next and decides nothing.
 *
 *     SourceText → ReadObject → Manifest + Directives → edges → groups → Plan → tasks → Result
 */
import type { Result } from "./apply/event.ts";
import type { ApplyRequest as ReleaseApplyRequest, ReleaseRequest } from "./apply/release-request.ts";
import type { World } from "./apply/world.ts";
import { readManifests } from "./manifest/read-manifests.ts";
import type { Diagnostic } from "./object/diagnostic.ts";
import type { SourceText } from "./object/source-text.ts";
import { makePlan, type PlanResult } from "./plan/make-plan.ts";
import type { PlanningRequest } from "./plan/planning.ts";

export type { PlanResult } from "./plan/make-plan.ts";

/** What a plan is made of: texts, what reading them found wrong, and how to plan. */
export interface PlanRequest extends Omit<PlanningRequest, "objects" | "found"> {
  readonly sources: readonly SourceText[];
  readonly found: readonly Diagnostic[];
}

/** Plans manifests without any cluster. Never throws for what the user wrote: faults are in `plan.diagnostics`. */
export function plan(request: PlanRequest): PlanResult {
  const readings = request.sources.map((source) => readManifests(source));
  return makePlan({
    ...request,
    objects: readings.flatMap((reading) => reading.objects),
    found: [...request.found, ...readings.flatMap((reading) => reading.diagnostics)],
  });
}

/** What is applied, and how: texts, planning and the treatment of the cluster. */
export interface ApplyRequest
  extends
    Omit<ReleaseApplyRequest, "plan" | "planRemoval">,
    Pick<PlanRequest, "sources" | "found" | "externalDeps" | "invalid" | "timeout"> {}

/** Brings a cluster to what the manifests say, and tells how that ended. */
export async function apply(request: ApplyRequest, world: World): Promise<Result> {
  const { release, timeout } = request;
  // What only a cluster needs is not loaded for a plan.
  const { applyRelease } = await import("./apply/apply-release.ts");
  const { planRemoval } = await import("./plan/plan-removal.ts");
  return applyRelease(
    {
      ...request,
      plan: ({ action, namespace, isNamespaced }) =>
        plan({ ...request, action, namespace, served: isNamespaced }),
      planRemoval: (objects, namespace) => planRemoval(objects, { release, namespace, timeout }),
    },
    world,
  );
}

/** Which release is taken away, and how. */
export interface DestroyRequest extends Omit<ReleaseRequest, "planRemoval"> {}

/** Deletes a release from a cluster, in the reverse of its order, and tells how that ended. */
export async function destroy(request: DestroyRequest, world: World): Promise<Result> {
  const { deleteRelease } = await import("./apply/delete-release.ts");
  const { planRemoval } = await import("./plan/plan-removal.ts");
  const { release, timeouts } = request;
  return deleteRelease(
    {
      ...request,
      planRemoval: (objects, namespace) =>
        planRemoval(objects, { release, namespace, timeout: timeouts.prune }),
    },
    world,
  );
}
