import type { RunState, UnitDetails } from "./state/dashboard-state.ts";

/** A run in short. */
export type RunSummary = Omit<RunState, "groups" | "objects" | "criticalPath" | "notices" | "diagnostics"> & {
  readonly findings: number;
};

/** A unit as the page asks for it: of its runs the summaries, each of which has its own address. */
export interface UnitView extends Omit<UnitDetails, "runs"> {
  readonly runs: readonly RunSummary[];
}

/** The unit without what is large in it. */
export function unitView({ runs, ...unit }: UnitDetails): UnitView {
  return { ...unit, runs: runs.map(runSummary) };
}

function runSummary(run: RunState): RunSummary {
  const { groups: _groups, objects: _objects, criticalPath: _path, notices, diagnostics, ...summary } = run;
  return { ...summary, findings: notices.length + diagnostics.length };
}
