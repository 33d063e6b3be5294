/**
 * The one file that knows every room: it hands values from one to the next and decides nothing.
 *
 *     SourceText → ReadObject → Manifest + Directives → edges → groups → Plan
 */
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
