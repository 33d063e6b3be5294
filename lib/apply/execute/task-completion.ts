import type { Reconcile } from "../model/event.ts";
import type { Observation, Task } from "../model/task.ts";

/** The end of a followed task. */
export interface TaskCompletion {
  readonly reconcile: Extract<Reconcile, "Succeeded" | "Failed">;
  readonly message: string | undefined;
}

/** Reports whether a task removes its object. */
export function isRemoval({ operation }: Pick<Task, "operation">): boolean {
  return operation === "prune" || operation === "delete";
}

/**
 * Returns the end of a task that an observation of its object implies; undefined if the task goes on. A
 * removal ends only when the object is gone.
 */
export function completionOf(task: Task, observation: Observation): TaskCompletion | undefined {
  switch (observation.type) {
    case "done":
      return { reconcile: "Succeeded", message: observation.message };
    case "failed":
      return { reconcile: "Failed", message: observation.message };
    case "readiness":
      return isRemoval(task) ? undefined : byReadiness(observation.readiness);
    default:
      return observation satisfies never;
  }
}

function byReadiness({
  state,
  reason,
  message,
}: Extract<Observation, { readonly type: "readiness" }>["readiness"]): TaskCompletion | undefined {
  switch (state) {
    case "Current":
      return { reconcile: "Succeeded", message };
    case "Failed":
      return { reconcile: "Failed", message: `${reason}: ${message}` };
    case "InProgress":
    case "Terminating":
    case "NotFound":
    case "Unknown":
      return undefined;
    default:
      return state satisfies never;
  }
}
