import type { Plan } from "../../plan/plan.ts";
import { makePageData } from "./page-data.ts";
import { pageDocument } from "./page-document.ts";

/** Returns the plan as one self-contained page: groups as lanes, objects as boxes, edges as lines. */
export function planHtml(plan: Plan): string {
  const data = makePageData(plan);
  return pageDocument(`${data.title} · converge`, data);
}
