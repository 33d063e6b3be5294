import type { Plan } from "../plan/plan.ts";
import { count } from "./count.ts";

/** The size of a plan in a few words: `12 objects in 4 groups`. */
export function planSummary(plan: Plan): string {
  const objects = plan.groups.reduce((total, group) => total + group.objects.length, 0);
  if (objects === 0) {
    return `nothing to ${plan.action === "delete" ? "delete" : "plan"}`;
  }
  const end = plan.action === "delete" ? ", deleted in this order" : "";
  return `${count(objects, "object")} in ${count(plan.groups.length, "group")}${end}`;
}
