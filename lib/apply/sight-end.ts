import type { Reconcile } from "./event.ts";
import type { Observation, Task } from "./task.ts";

/** How a followed task has ended. */
export interface SightEnd {
  readonly reconcile: Extract<Reconcile, "Succeeded" | "Failed">;
  readonly message: string | undefined;
}

/** Whether a task takes its object away. */
export function isRemoval({ operation }: Pick<Task, "operation">): boolean {
  return operation === "prune" || operation === "delete";
}

/** The end of a task that something seen of its object means; undefined where it goes on. What is taken away ends only by being gone. */
export function completionOf(task: Task, sight: Observation): SightEnd | undefined {
  switch (sight.type) {
    case "done":
      return { reconcile: "Succeeded", message: sight.message };
    case "failed":
      return { reconcile: "Failed", message: sight.message };
    case "readiness":
      return isRemoval(task) ? undefined : byReadiness(sight.readiness);
    default:
      return sight satisfies never;
  }
}

function byReadiness({
  state,
  reason,
  message,
}: Extract<Observation, { readonly type: "readiness" }>["readiness"]): SightEnd | undefined {
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
