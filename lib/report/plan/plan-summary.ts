import type { Until } from "../../order/model/edge.ts";
import type { Plan } from "../../plan/plan.ts";
import { count } from "../../object/message-text.ts";

/**
 * Summarizes the size of a plan: `12 objects in 4 groups`. A single group may look as if nothing in it
 * waited, so the number of waiting objects is added: `59 objects in 1 group (12 wait until others are
 * present)`.
 */
export function planSummary(plan: Plan): string {
  const objects = plan.groups.reduce((total, group) => total + group.objects.length, 0);
  if (objects === 0) {
    return `nothing to ${plan.action === "delete" ? "delete" : "plan"}`;
  }
  const end = plan.action === "delete" ? ", deleted in this order" : "";
  return `${count(objects, "object")} in ${count(plan.groups.length, "group")}${waitClause(plan)}${end}`;
}

function waitClause({ groups }: Plan): string {
  const [only, ...others] = groups;
  if (only === undefined || others.length > 0) {
    return "";
  }
  const keys = new Set(only.objects.map(({ manifest }) => manifest.key));
  const waits = only.objects.map(({ waitsFor }) => waitsFor.filter(({ on }) => keys.has(on)));
  const waiting = waits.filter((own) => own.length > 0).length;
  const until = [...new Set(waits.flat().map((wait) => wait.until))];
  if (waiting === 0) {
    return "";
  }
  const state = until.map((each) => states[each]).join(" or ");
  return ` (${waiting} ${waiting === 1 ? "waits" : "wait"} until others ${state})`;
}

const states: Readonly<Record<Until, string>> = {
  present: "are present",
  ready: "are ready",
  deleting: "are being deleted",
  absent: "are gone",
};
