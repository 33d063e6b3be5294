import type { Result } from "../apply/model/event.ts";
import type { OnWritten } from "../apply/model/effect-context.ts";
import type { RunContext } from "../apply/model/run-context.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { RenderContext } from "../object/render-context.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { PlanResult } from "../plan/make-plan.ts";
import type { HealthRuleSources } from "../readiness/readiness.ts";
import type { Approval } from "../saved/approval-guard.ts";
import type { Unit } from "./unit/unit.ts";

/** Applies and destroys the release of a unit in a cluster. */
export interface Engine {
  readonly apply: (request: UnitApply, context: RunContext) => Promise<Result>;
  readonly destroy: (release: UnitRelease, context: RunContext) => Promise<Result>;
}

/** One run of a unit. */
export interface UnitApply {
  readonly unit: Unit;
  /** Health rules of the unit; the built-in table by default. */
  readonly healthRules?: HealthRuleSources;
  readonly concurrency: number;
  readonly lockTimeout: Duration;
  /** The source of the manifests: `main@sha1:…`. */
  readonly source: string;
  readonly sources: UnitSources;
  /** Called with the plan as soon as there is one, with all its diagnostics. */
  readonly onPlan: (planned: PlanResult) => void;
  readonly onWritten: OnWritten;
  /** Returns why an object is left as it is for now; undefined if it is not. */
  readonly pauseReason: (key: string) => string | undefined;
  /** Reports whether another unit brings that object. */
  readonly comesElsewhere: (key: string) => boolean;
  /** The approval that the plan needs; undefined if it needs none. */
  readonly approval?: Approval;
}

/** The sources of a unit. */
export interface UnitSources {
  /** Reads and renders them for an action. */
  readonly read: (rendering: RenderContext) => Promise<UnitTexts>;
}

/** The texts of a unit, with the diagnostics found on the way. */
export interface UnitTexts {
  readonly sources: readonly SourceText[];
  readonly found: readonly Diagnostic[];
  /** Those that a second rendering has rendered differently. */
  readonly again?: readonly SourceText[];
  /** Whether the number of the revision may be in them. */
  readonly usesRevision?: boolean;
}

/** A release to destroy. */
export interface UnitRelease {
  readonly release: string;
  readonly namespace: string;
}
