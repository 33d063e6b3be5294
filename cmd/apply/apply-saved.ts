import type { ApplyFlags } from "../flags/apply-flags.ts";
import { type ApplyPlanFlags, pathsForPlan } from "../flags/apply-plan-flags.ts";
import type { HistoryFlags } from "../flags/run-flags.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { readPlanFile } from "../session/plan-file.ts";
import { type ApplyArgs, runApply } from "./run.ts";

/** The flags of `apply --plan`. */
export type ApplySavedFlags = ApplyFlags & HistoryFlags & ApplyPlanFlags & { readonly plan: string };

/** Applies a saved plan: its objects are neither rendered nor read again, unless it lacks parts of them. */
export async function applySaved(
  paths: readonly string[],
  flags: ApplySavedFlags,
  host: Host,
): Promise<ExitCode> {
  const saved = await readPlanFile(flags.plan, { flags, host });
  if (saved === undefined) {
    return exitCodes.invalid;
  }
  const read = pathsForPlan(saved, flags, paths);
  const { savedPlanGuard } = await import("../../lib/saved/saved-guard.ts");
  const { requestOfPlan, textsOfPlan } = await import("../../lib/saved/saved-request.ts");
  const { release, namespace } = saved;
  const planned: ApplyArgs["planned"] = (common) => ({
    ...requestOfPlan(saved, common),
    guard: savedPlanGuard(saved, flags.ifChanged),
    ...(saved.leftOut.length > 0 ? {} : { sources: { read: () => Promise.resolve(textsOfPlan(saved)) } }),
  });
  return runApply(read, { release, flags: { ...withoutPlanned(flags), release, namespace }, host, planned });
}

/** The flags without those that the environment or a settings file may set, and a plan decides otherwise. */
function withoutPlanned(flags: ApplySavedFlags): ApplyFlags & HistoryFlags {
  const {
    selector: _,
    fields: __,
    adoptHelmRelease: ___,
    adoptArgoApp: ____,
    adoptKappApp: _____,
    adoptApplyset: ______,
    ...own
  } = flags;
  return own;
}
