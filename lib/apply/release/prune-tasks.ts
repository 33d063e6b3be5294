import type { Plan } from "../../plan/plan.ts";
import type { ReleaseDecision } from "../decide/decide-release.ts";
import { finalizerHints } from "../effect/finalizer-hints.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { TaskList } from "../model/task.ts";
import { neededBySet } from "../observe/prune-candidates.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import { planRemoval } from "../plan/plan-removal.ts";
import { removalTasks } from "./build-tasks.ts";

/** Dependencies of a prune besides the plan of the set and the decisions. */
interface Pruning {
  readonly deps: EffectDeps;
  readonly request: Pick<ReleaseRequest, "release" | "timeout" | "timeouts" | "deleteContents">;
}

/** Returns the tasks that delete what the release has and the set of the plan lacks, in deletion order. */
export function pruneTasks(
  plan: Plan,
  { candidates, owns, record }: Pick<ReleaseDecision, "candidates" | "owns" | "record">,
  { deps, request }: Pruning,
): TaskList {
  const { timeouts, deleteContents } = request;
  const { namespace } = plan;
  const hints = finalizerHints({
    live: candidates,
    sent: [],
    liveObjects: deps.liveObjects,
    plan: (objects) => planRemoval(objects, { request, namespace }),
  });
  const neededBecause = neededBySet(plan);
  return removalTasks(planRemoval([...candidates.values()], { request, namespace }), {
    operation: "prune",
    timeout: timeouts.prune,
    removing: { deps, id: record.id, owns, deleteContents, neededBecause, hints },
  });
}
