/** Plans as a run needs them: with what the cluster answers first. */
import type { ApplyRequest, ReleaseRequest } from "./apply/model/release-request.ts";
import type { PlanRevision } from "./apply/release/rollback-release.ts";
import type { RunContext } from "./apply/model/run-context.ts";
import type { RenderContext, ServedApis } from "./object/render-context.ts";
import { plan, type SettledPlanRequest } from "./offline.ts";
import type { CheckLevel } from "./validate/model/validation-level.ts";
import type { PlanApart } from "./sync/planning/plan-apart.ts";

/** A set whose texts are read, and rendered, once the cluster has answered and the action is known. */
export interface SetRequest extends Pick<
  SettledPlanRequest,
  "release" | "externalDeps" | "comesElsewhere" | "invalid" | "timeout" | "selector"
> {
  /** Whether the hooks of the action run. */
  readonly hooks: boolean;
  /** Whether faults of fields are errors, warnings or ignored. */
  readonly validate: CheckLevel;
  /** Reads the texts. May be called again: another run may have changed the state of the release. */
  readonly read: (
    rendering: RenderContext,
  ) => Promise<Pick<SettledPlanRequest, "sources" | "found" | "again">>;
  /** Plans the set in another thread; it is planned in this one if absent. */
  readonly planApart?: PlanApart;
  /** Whether values that charts generate at random stay as they are in the cluster. Default: true. */
  readonly keepRandom?: boolean;
}

/** Plans a set once the cluster has answered: reads its texts, and renders them, for the action at hand. */
export function setPlanner(request: SetRequest, { cluster }: RunContext): ApplyRequest["plan"] {
  const { release, read, validate: level, keepRandom = true, selector, comesElsewhere } = request;
  return async ({ action, namespace, isNamespaced, signal, withoutHooks }) => {
    const { loadChecks, prepareChecks } = await import("./apply/plan/plan-with-validation.ts");
    const { clusterLookups } = await import("./apply/observe/set-lookups.ts");
    const served = async (): Promise<ServedApis> => {
      const { servedApis } = await import("./apply/observe/served-apis.ts");
      // The renderer starts next: load the schemas meanwhile.
      return servedApis({ cluster, signal }).finally(() => void loadChecks(level));
    };
    const lookups = clusterLookups({ isNamespaced, comesElsewhere }, { cluster, signal });
    const whileRendering = prepareChecks(level, lookups);
    const texts = await read({ release, namespace, action, served, whileRendering, signal });
    const set = {
      ...texts,
      action,
      release,
      namespace,
      ...(selector && { selector }),
      externalDeps: request.externalDeps,
      invalid: request.invalid,
      timeout: request.timeout,
      hooks: request.hooks && withoutHooks === undefined,
      validate: level,
      keepRandom,
    };
    if (request.planApart !== undefined) {
      return request.planApart(set, lookups, signal);
    }
    const { planSet } = await import("./apply/plan/plan-set.ts");
    return planSet(set, lookups);
  };
}

/** Plans a revision from its recorded texts. */
export function revisionPlanner(
  planning: Pick<SettledPlanRequest, "release" | "timeout" | "externalDeps" | "invalid"> & {
    readonly hooks: boolean;
  },
): PlanRevision {
  return (sources, { action, namespace, isNamespaced }) => {
    const { release, timeout, hooks, externalDeps, invalid } = planning;
    return plan({
      release,
      timeout,
      hooks,
      externalDeps,
      invalid,
      sources,
      found: [],
      action,
      namespace,
      served: isNamespaced,
    });
  };
}

/** Plans deletions from live objects, with the hooks of a revision around them if given. */
export async function removalPlanner({
  release,
  timeout,
}: Pick<SettledPlanRequest, "release" | "timeout">): Promise<ReleaseRequest["planRemoval"]> {
  const { planDeletion } = await import("./plan/plan-deletion.ts");
  return (objects, namespace, around) =>
    planDeletion(objects, {
      release,
      namespace,
      timeout,
      ...(around === undefined ? {} : { served: around.isNamespaced, hooks: around.hooks }),
    });
}
