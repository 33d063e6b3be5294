import type { RunState, UnitDetails } from "./state/dashboard-state.ts";

/** The summary of a run. */
export interface RunSummary extends Omit<RunState, keyof RunDetails> {
  readonly findings: number;
}

type RunDetails = Pick<
  RunState,
  "groups" | "objects" | "mark" | "changedSince" | "criticalPath" | "notices" | "diagnostics"
>;

/** A unit as the page fetches it: only summaries of its runs, each of which has its own URL. */
export interface UnitView extends Omit<UnitDetails, "runs"> {
  readonly runs: readonly RunSummary[];
}

/** Returns the unit without the large parts of its runs. */
export function unitView({ runs, ...unit }: UnitDetails): UnitView {
  return { ...unit, runs: runs.map(runSummary) };
}

function runSummary(run: RunState): RunSummary {
  const { number, reason, revision, startedAt, endedAt, verdict, message } = run;
  const { hasOnlyPlanned, counts, detailed, changesLeftOut, notices, diagnostics } = run;
  return {
    number,
    reason,
    revision,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(message === undefined ? {} : { message }),
    ...(hasOnlyPlanned === undefined ? {} : { hasOnlyPlanned }),
    counts,
    detailed,
    changesLeftOut,
    findings: notices.length + diagnostics.length,
  };
}
