import type { Result } from "../apply/model/event.ts";
import type { OnWritten } from "../apply/model/effect-context.ts";
import type { RunContext } from "../apply/model/run-context.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { RenderContext } from "../object/render-context.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { PlanResult } from "../plan/make-plan.ts";
import type { Unit } from "./unit/unit.ts";

/** What brings a cluster to what a unit says, and takes it away. */
export interface Engine {
  readonly apply: (request: UnitApply, context: RunContext) => Promise<Result>;
  readonly destroy: (release: UnitRelease, context: RunContext) => Promise<Result>;
}

/** One run of a unit. */
export interface UnitApply {
  readonly unit: Unit;
  readonly concurrency: number;
  readonly lockTimeout: Duration;
  /** What the manifests are: `main@sha1:…`. */
  readonly source: string;
  readonly read: (rendering: RenderContext) => Promise<UnitTexts>;
  /** Hears of the plan as soon as there is one, with all that was found. */
  readonly onPlan: (planned: PlanResult) => void;
  readonly onWritten: OnWritten;
  /** Why an object is left as it stands for now; undefined where it is not. */
  readonly sparedFor: (key: string) => string | undefined;
  /** Whether another unit brings that object. */
  readonly comesElsewhere: (key: string) => boolean;
}

/** The texts of a unit, with what was found wrong on the way. */
export interface UnitTexts {
  readonly sources: readonly SourceText[];
  readonly found: readonly Diagnostic[];
  /** Those that a second rendering has made otherwise. */
  readonly again?: readonly SourceText[];
}

/** A release that is to be taken away. */
export interface UnitRelease {
  readonly release: string;
  readonly namespace: string;
}
