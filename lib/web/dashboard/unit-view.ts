import type { RunState, UnitDetails } from "./state/dashboard-state.ts";

/** The summary of a run. */
export type RunSummary = Omit<RunState, "groups" | "objects" | "criticalPath" | "notices" | "diagnostics"> & {
  readonly findings: number;
};

/** A unit as the page fetches it: only summaries of its runs, each of which has its own URL. */
export interface UnitView extends Omit<UnitDetails, "runs"> {
  readonly runs: readonly RunSummary[];
}

/** Returns the unit without the large parts of its runs. */
export function unitView({ runs, ...unit }: UnitDetails): UnitView {
  return { ...unit, runs: runs.map(runSummary) };
}

function runSummary(run: RunState): RunSummary {
  const { groups: _groups, objects: _objects, criticalPath: _path, notices, diagnostics, ...summary } = run;
  return { ...summary, findings: notices.length + diagnostics.length };
}
