/**
 * The steps of a run that applies a set, in their order. The engine loads them together, and late: a plan
 * needs none of them.
 */
export { ReportedRun } from "../execute/reported-run.ts";
export { redactingSink } from "../model/redact-events.ts";
export { openObserved, openRelease } from "./open-release.ts";
export { planRelease, readTexts } from "./plan-release.ts";
export { decideChanges } from "./decide-changes.ts";
export { executeChanges } from "./execute-changes.ts";
