import type { TaskWait } from "../model/task.ts";
import type { TaskProgress } from "./transitions.ts";

/** Reports whether a wait for a task, which has not yet been satisfied, is so now that the task is lost. */
export function isReleasedByLoss(until: TaskWait["until"], before: TaskProgress["state"]): boolean {
  return until === "ended" || (until === "tried" && before !== "written");
}
