import type { SavedPlan } from "../../lib/saved/saved-plan.ts";
import type { QuietFlags } from "../flags/quiet-flag.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import type { Host } from "../host/host.ts";

/** The flags for printing a saved plan. */
export interface SavedPlanStyle extends QuietFlags {
  readonly output: string;
  readonly color: ColorMode;
}

/** Prints a saved plan: as tables, in one line, or as JSON. Values of Secrets are hidden. */
export async function showSavedPlan(saved: SavedPlan, flags: SavedPlanStyle, host: Host): Promise<void> {
  const { savedPlanJson, savedPlanSummary, savedPlanText } =
    await import("../../lib/report/saved/saved-plan-text.ts");
  const style = { color: wantsColor(flags.color, host.stdout, host), width: host.stdout.width };
  if (flags.output === "json") {
    host.stdout.write(savedPlanJson(saved));
  } else {
    host.stdout.write(flags.quiet === true ? savedPlanSummary(saved, style) : savedPlanText(saved, style));
  }
}
