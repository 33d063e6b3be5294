import { harmlessJson } from "../document/json-document.ts";
import type { FieldMeaning, ObjectFieldRule } from "../../object/field-rule.ts";
import { pointerOf } from "../../object/json.ts";
import { formatDuration } from "../../object/duration.ts";
import type { Forecast } from "../../plan/forecast.ts";
import type { ScheduledStep } from "../../plan/schedule.ts";
import type { RuleName, Stage, Until } from "../../order/model/edge.ts";
import {
  type Action,
  type Plan,
  type PlanGroup,
  type PlannedHook,
  type PlannedObject,
  type InactiveObject,
  type Wait,
  originOf,
} from "../../plan/plan.ts";

import {
  documentOf,
  originDocument,
  type DiagnosticDocument,
  type OriginDocument,
} from "../diagnostics/diagnostic-document.ts";

/** A plan in the public format `converge.dev/v1`; `docs/reference/plan-format.md` describes each field. */
export interface PlanDocument {
  readonly apiVersion: "converge.dev/v1";
  readonly kind: "Plan";
  readonly action: Action;
  readonly release: string;
  readonly namespace: string;
  readonly expected?: ForecastDocument;
  readonly groups: readonly GroupDocument[];
  readonly resting?: readonly RestingDocument[];
  readonly diagnostics: readonly DiagnosticDocument[];
}

/** The expected time of a plan in the public format, if every object changes. Times are Go durations. */
export interface ForecastDocument {
  readonly time: string;
  /** The objects that determine it, the first one first; their times add up to it. */
  readonly criticalPath: readonly { readonly ref: string; readonly time: string }[];
  /** The number of workloads and custom resources without history: they count as 0. */
  readonly withoutHistory: number;
  readonly whatIf?: readonly { readonly ref: string; readonly time: string }[];
  /** The expected time without the changes in `whatIf`. */
  readonly timeWithoutWhatIf?: string;
}

/** An inactive object in the public format: the action leaves it alone. */
export interface RestingDocument {
  readonly ref: string;
  readonly origin: OriginDocument;
}

/** A group in the public format. */
export interface GroupDocument {
  readonly index: number;
  readonly stage: Stage;
  readonly weight: number | null;
  readonly after: readonly number[];
  readonly objects: readonly ObjectDocument[];
}

/** An object in the public format. */
export interface ObjectDocument {
  readonly ref: string;
  readonly apiVersion: string;
  readonly hook: PlannedHook | null;
  readonly origin: OriginDocument;
  readonly timeout: string;
  readonly movedFor?: string;
  readonly freed?: true;
  readonly after?: readonly number[];
  readonly onlyWaitedFor?: true;
  readonly fieldRules?: readonly FieldRuleDocument[];
  readonly waitsFor: readonly WaitDocument[];
}

/** A rule about fields of an object in the public format. */
export interface FieldRuleDocument {
  readonly meaning: FieldMeaning;
  /** JSON pointers. */
  readonly pointers: readonly string[];
  readonly managers: readonly string[];
  /** The place where the rule is written. */
  readonly place: string;
}

/** An edge in the public format, listed with the object that waits. */
export interface WaitDocument {
  readonly on: string;
  readonly until: Until;
  readonly rule: RuleName;
  readonly external?: true;
  readonly reason?: string;
  readonly origin: OriginDocument;
}

/** Formats the plan in its public format: JSON indented by two spaces, the same bytes on every run. */
export function planJson(plan: Plan, forecast?: Forecast): string {
  return `${harmlessJson(planDocument(plan, forecast), 2)}\n`;
}

/** Converts the plan to plain data in its public format, every reason with its origin. */
export function planDocument(plan: Plan, forecast?: Forecast): PlanDocument {
  return {
    apiVersion: "converge.dev/v1",
    kind: "Plan",
    action: plan.action,
    release: plan.release,
    namespace: plan.namespace,
    ...(forecast === undefined ? {} : { expected: forecastDocument(forecast) }),
    groups: plan.groups.map(groupDocument),
    ...(plan.resting.length === 0 ? {} : { resting: plan.resting.map(restingDocument) }),
    diagnostics: plan.diagnostics.map(documentOf),
  };
}

/** Converts a critical path to plain data in the public format. */
export function pathDocument(path: readonly ScheduledStep[]): ForecastDocument["criticalPath"] {
  return path.map(({ key, took }) => ({ ref: key, time: formatDuration(took) }));
}

function forecastDocument({ schedule, supposed, unsupposed }: Forecast): ForecastDocument {
  const { total, path, unknown } = schedule;
  const changes = [...supposed].map(([ref, took]) => ({ ref, time: formatDuration(took) }));
  const usual = changes.length === 0 ? undefined : unsupposed;
  return {
    time: formatDuration(total),
    criticalPath: pathDocument(path),
    withoutHistory: unknown,
    ...(changes.length === 0 ? {} : { whatIf: changes }),
    ...(usual === undefined ? {} : { timeWithoutWhatIf: formatDuration(usual) }),
  };
}

function restingDocument({ manifest }: InactiveObject): RestingDocument {
  return { ref: manifest.key, origin: originDocument(manifest.origin) };
}

function groupDocument(group: PlanGroup): GroupDocument {
  return {
    index: group.index,
    stage: group.stage,
    weight: group.weight,
    after: group.after,
    objects: group.objects.map(objectDocument),
  };
}

function objectDocument(object: PlannedObject): ObjectDocument {
  return {
    ref: object.manifest.key,
    apiVersion: object.manifest.apiVersion,
    hook: object.hook === null ? null : hookDocument(object.hook),
    origin: originDocument(object.manifest.origin),
    timeout: formatDuration(object.timeout),
    ...(object.movedFor === null ? {} : { movedFor: object.movedFor }),
    ...(object.after === null ? {} : { freed: true, after: object.after }),
    ...(object.treatment.isExternal ? { onlyWaitedFor: true } : {}),
    ...(object.fieldRules === undefined ? {} : { fieldRules: object.fieldRules.map(fieldRuleDocument) }),
    waitsFor: object.waitsFor.map(waitDocument),
  };
}

function fieldRuleDocument({ meaning, paths, managers, place }: ObjectFieldRule): FieldRuleDocument {
  return { meaning, pointers: paths.map(pointerOf), managers, place };
}

function hookDocument(hook: PlannedHook): PlannedHook {
  return { event: hook.event, deletePolicy: hook.deletePolicy };
}

function waitDocument(wait: Wait): WaitDocument {
  return {
    on: wait.on,
    until: wait.until,
    rule: wait.rule,
    ...(wait.external ? { external: true } : {}),
    ...(wait.cause.reason === undefined ? {} : { reason: wait.cause.reason }),
    origin: originDocument(originOf(wait.cause)),
  };
}
