import type { JsonObject } from "../object/json.ts";
import { escapedJson } from "./escaped-json.ts";
import type { SavedPlan } from "./saved-plan.ts";

/** Formats a saved plan as the text of its file. The same plan gives the same bytes. */
export function formatSavedPlan(plan: SavedPlan): string {
  return `${escapedJson(jsonOf(plan), 2)}\n`;
}

function jsonOf(plan: SavedPlan): JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is plain data, without undefined
  return plan as unknown as JsonObject;
}
