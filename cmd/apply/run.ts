import { apply, type ApplySetRequest } from "../../lib/engine.ts";
import type { PlannedRequest } from "../../lib/saved/saved-request.ts";
import type { FieldRule } from "../../lib/object/field-rule.ts";
import type { PlanResult } from "../../lib/plan/make-plan.ts";
import { adoptOf } from "../flags/adopt-flags.ts";
import type { ApplyFlags } from "../flags/apply-flags.ts";
import type { HistoryFlags } from "../flags/run-flags.ts";
import type { Plan } from "../../lib/plan/plan.ts";
import { chartNotes } from "./chart-notes.ts";
import { type CommonRequest, openRun } from "../session/run-session.ts";
import type { ExitCode } from "../host/exit-code.ts";
import { unlessQuiet } from "../flags/quiet-flag.ts";
import { readFieldFlags } from "../flags/field-flags.ts";
import { withLocalFaults } from "../session/local-faults.ts";
import { openSourcesOf } from "../flags/render-flags.ts";
import { tuneGcFor, limitYoungGeneration } from "../host/gc-tuning.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics, withoutNotes } from "../output/print-diagnostics.ts";
import { confirmPrune, writeOptions } from "../session/write-options.ts";

/** Inputs of one call of `apply`. */
export interface ApplyArgs {
  readonly release: string;
  readonly flags: ApplyFlags & HistoryFlags;
  readonly host: Host;
  /** Returns the part of the request that a saved plan determines; undefined without one. */
  readonly planned?: (common: CommonRequest) => PlannedApply;
}

/** The part of a request that a saved plan determines. */
export type PlannedApply = PlannedRequest &
  Pick<ApplySetRequest, "guard"> &
  Partial<Pick<ApplySetRequest, "sources">>;

/** Applies the objects in the paths, and reports progress. */
export async function runApply(
  paths: readonly string[],
  { release, flags, host, planned: decided }: ApplyArgs,
): Promise<ExitCode> {
  limitYoungGeneration();
  const sources = await openSourcesOf(paths, flags, host);
  const fieldRules = await readFieldFlags(flags);
  const run = await openRun(flags, host, (namespace, signal) => {
    sources.begin({ release, namespace, signal });
  });
  let planned: Plan | undefined;
  let notes = "";
  let code: ExitCode;
  const onPlan = async ({ plan }: PlanResult): Promise<void> => {
    planned = plan;
    tuneGcFor(plan.groups.reduce((sum, group) => sum + group.objects.length, 0));
    run.learnPlaces(plan);
    const relevant = withoutNotes(plan.diagnostics);
    const reported = await sources.inTemplates(unlessQuiet(relevant, flags));
    await run.onDiagnostics(reported, () =>
      printDiagnostics(reported, { sources: sources.latest(), flags, host }),
    );
  };
  const own = requestsOf(flags, run.common, fieldRules);
  const request = { ...own, release, sources, onPlan, ...decided?.(run.common) };
  try {
    const context = await run.connect();
    const result = context && (await apply({ ...request, consent: confirmPrune(host) }, context));
    code = run.exitCodeOf(result);
    notes = await chartNotes({ result, plan: planned, sources }, flags);
  } finally {
    await run.close();
  }
  // After the summary, which the reporter may hold back until it is closed.
  host.stdout.write(notes);
  return withLocalFaults(code, { sources, isPlanned: planned !== undefined, flags, host });
}

/** Returns the requests of the flags, beyond those common to all runs. */
function requestsOf(
  flags: ApplyFlags & HistoryFlags,
  common: CommonRequest,
  fieldRules: readonly FieldRule[],
): Omit<ApplySetRequest, "release" | "sources" | "consent" | "onPlan"> {
  return {
    ...writeOptions(flags, common, fieldRules),
    externalDeps: flags.externalDeps,
    ...(flags.compat === undefined ? {} : { compat: flags.compat }),
    invalid: flags.invalid,
    validate: flags.validate,
    // A part of the set does not show what the release no longer has.
    prune: flags.prune && flags.selector === undefined,
    isPartial: flags.selector !== undefined,
    ...(flags.selector === undefined ? {} : { selector: flags.selector }),
    source: flags.sourceRevision,
    keepRandom: flags.keepRandom,
    createNamespace: flags.createNamespace,
    ...adoptOf(flags),
    atomic: flags.atomic,
  };
}
