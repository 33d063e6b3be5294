/** The public API of converge: `docs/library.md` describes it. Nothing in the library imports this file. */
export type { AbortSignalLike } from "./api/options/abort-signal-like.ts";
export { applyRelease as apply } from "./api/apply-release.ts";
export { connectCluster as connect, type ConnectOptions } from "./api/connect.ts";
export type { ConnectedCluster as Cluster } from "./api/connected-cluster.ts";
export { ConvergeError, type ConvergeErrorCode } from "./api/converge-error.ts";
export { compareRelease as diff, type DiffResult } from "./api/compare-release.ts";
export type { PlanOptions, ShowOptions, ValidateOptions } from "./api/options/offline-options.ts";
export { planManifests as plan, type PlanOutput as PlanResult } from "./api/plan-manifests.ts";
export { removeRelease as remove } from "./api/remove-release.ts";
export type {
  ApplyOptions,
  DiffOptions,
  PruneRefusalReport as PruneRefusal,
  RemoveOptions,
  StatusOptions,
} from "./api/options/run-options.ts";
export type { ObjectResult, RunResult } from "./api/run-result.ts";
export type { RenderOptions } from "./api/options/set-options.ts";
export { showManifest as show, type ShowResult } from "./api/show-manifest.ts";
export { releaseStatus as status, type StatusResult } from "./api/release-status.ts";
export { validateManifests as validate, type ValidateResult } from "./api/validate-manifests.ts";
export type { SourceText } from "./object/diagnostic/source-text.ts";
export type { DiagnosticDocument as Diagnostic } from "./report/diagnostics/diagnostic-document.ts";
export type {
  FieldChangeDocument as FieldChange,
  ObjectDiffDocument as ObjectDiff,
} from "./report/diff/diff-json.ts";
export type {
  GroupDocument as PlanGroup,
  ObjectDocument as PlannedObject,
  PlanDocument as Plan,
  WaitDocument as Wait,
} from "./report/plan/plan-json.ts";
export type { ObjectStatusDocument as ObjectStatus } from "./report/release/status-document.ts";
export type {
  ErrorEvent,
  GroupEvent,
  LogEvent,
  NoticeEvent,
  RetryEvent,
  RunEvent,
  RunFinishedEvent,
  RunStartedEvent,
  StatusEvent,
  StepEvent,
  SummaryEvent,
  ValidationEvent,
} from "./report/run/run-event.ts";
