/** The public API of converge. Nothing in the library imports this file. */
export {
  type FieldsRequest,
  loadSchemas,
  type LoadedSchemas,
  plan,
  type PlanRequest,
  type PlanResult,
  show,
  type ShownObject,
  type ShowRequest,
  validate,
  type Validated,
  type ValidationRequest,
} from "./offline.ts";
export type { Diagnostic, Related, Severity } from "./object/diagnostic/diagnostic.ts";
export type { DiagnosticCode } from "./object/diagnostic/diagnostic-code.ts";
export type { Origin, SourceText } from "./object/diagnostic/source-text.ts";
export type { Manifest } from "./manifest/manifest.ts";
export type { Action, Cause, Plan, PlanGroup, PlannedHook, PlannedObject, Wait } from "./plan/plan.ts";
export { originOf } from "./plan/plan.ts";
export { planJson } from "./report/plan/plan-json.ts";
