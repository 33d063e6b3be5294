import { apply, type ApplySetRequest } from "../../lib/engine.ts";
import type { IgnoredDifference } from "../../lib/inventory/ignored-differences.ts";
import type { PlanResult } from "../../lib/plan/make-plan.ts";
import type { ApplyFlags } from "../flags/apply-flags.ts";
import type { HistoryFlags } from "../flags/history-flags.ts";
import { type CommonRequest, openRun } from "../session/run-session.ts";
import type { ExitCode } from "../host/exit-code.ts";
import { readIgnored } from "../flags/ignored-differences.ts";
import { withLocalFaults } from "../session/local-faults.ts";
import { openSourcesOf } from "../flags/render-flags.ts";
import { tuneGcFor, limitYoungGeneration } from "../host/gc-tuning.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import { confirmPrune, writeOptions } from "../session/write-options.ts";

/** What one call of `apply` is asked to do. */
export interface ApplyWords {
  readonly release: string;
  readonly flags: ApplyFlags & HistoryFlags;
  readonly shell: Host;
}

/** Applies what the paths hold, and tells of it as it happens. */
export async function runApply(
  paths: readonly string[],
  { release, flags, shell }: ApplyWords,
): Promise<ExitCode> {
  limitYoungGeneration();
  const sources = await openSourcesOf(paths, flags, shell);
  const ignored = await readIgnored(flags.ignoreDifferences);
  const run = await openRun(flags, shell, (namespace, signal) => {
    sources.begin({ release, namespace, signal });
  });
  const { read, latest } = sources;
  let isPlanned = false;
  return withLocalFaults({ sources, isPlanned: () => isPlanned, flags, shell }, () =>
    run.toEnd((context, common) =>
      apply(
        {
          ...requestsOf(flags, common, ignored),
          release,
          read,
          consent: confirmPrune(shell),
          onPlan: async ({ plan }: PlanResult) => {
            isPlanned = true;
            tuneGcFor(plan.groups.reduce((sum, group) => sum + group.objects.length, 0));
            run.learnPlaces(plan);
            // A note is for who reads a plan; who applies is told what may go wrong.
            const reported = plan.diagnostics.filter(({ severity }) => severity !== "note");
            await run.onDiagnostics(reported, () =>
              printDiagnostics(reported, { sources: latest(), flags, shell }),
            );
          },
        },
        context,
      ),
    ),
  );
}

/** What the flags ask for, besides what every run has. */
function requestsOf(
  flags: ApplyFlags & HistoryFlags,
  common: CommonRequest,
  ignored: readonly IgnoredDifference[],
): Omit<ApplySetRequest, "release" | "read" | "consent" | "onPlan"> {
  return {
    ...writeOptions(flags, common, ignored),
    externalDeps: flags.externalDeps,
    invalid: flags.invalid,
    validate: flags.validate,
    // A part of the set cannot tell what the release no longer has.
    prune: flags.prune && flags.selector === undefined,
    isPartial: flags.selector !== undefined,
    ...(flags.selector === undefined ? {} : { selector: flags.selector }),
    source: flags.sourceRevision,
    rollback: undefined,
    keepRandom: flags.keepRandom,
    createNamespace: flags.createNamespace,
    ...(flags.adoptHelmRelease === undefined ? {} : { adoptHelmRelease: flags.adoptHelmRelease }),
    atomic: flags.atomic,
  };
}
