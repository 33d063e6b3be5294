import type { Stage, Until } from "../../order/model/edge.ts";
import type { Action } from "../../plan/plan.ts";
import type { ExpectedTimes, Schedule } from "../../plan/schedule.ts";
import type { Readiness } from "../../readiness/readiness.ts";

/**
 * The operation on an object: written, deleted because the release no longer has it, deleted with the
 * release, or only waited for.
 */
export const operations = ["apply", "prune", "delete", "wait"] as const;
export type Operation = (typeof operations)[number];

/** The progress of an object's write (the first axis of its outcome). */
export const actuations = ["Pending", "Succeeded", "Skipped", "Failed"] as const;
export type Actuation = (typeof actuations)[number];

/**
 * The progress of the cluster with it (the second axis). `Suspended`: work on it is paused on request, so it
 * is neither ready nor failed, and nothing waits for it. `Skipped`: it is not waited for. `Interrupted`: the
 * run was asked to end while waiting for it, and it had not failed.
 */
export const reconciles = [
  "Pending",
  "Succeeded",
  "Suspended",
  "Skipped",
  "Failed",
  "Timeout",
  "Interrupted",
] as const;
export type Reconcile = (typeof reconciles)[number];

/** The change that a write made. */
export const changes = [
  "created",
  "configured",
  "unchanged",
  "recreated",
  "deleted",
  "adopted",
  "detached",
] as const;
export type Change = (typeof changes)[number];

/** An object of a run, by name. */
export interface Target {
  /** Its object reference, such as `apps/namespaces/shop/Deployment/web`. */
  readonly key: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The reason why an object waits or is skipped: another object, and the edge or barrier between them. */
export interface BlockedBy {
  /** The reference of the other object. */
  readonly on: string;
  /** The rule of the edge, or what separates the groups. */
  readonly rule: string;
  readonly until: Until;
  /** The place where the edge is declared: `web.yaml:12`; undefined for a barrier. */
  readonly origin?: string;
}

/** One group of the plan. */
export interface GroupFacts {
  readonly index: number;
  readonly stage: Stage;
  readonly weight: number | null;
  readonly operation: Operation;
  readonly count: number;
}

/**
 * The reason why an object is stuck, from what belongs to it in the cluster. Redacted: holds no value of a
 * Secret.
 */
export interface Diagnosis {
  /** `pod/web-5d8f-x2x: container app waiting: ImagePullBackOff (…)`. */
  readonly pods: readonly string[];
  /** The newest events of the object and its pods, oldest first. */
  readonly events: readonly string[];
  /** The last lines of the logs of a failing container. */
  readonly logs: readonly {
    readonly pod: string;
    readonly container: string;
    readonly lines: readonly string[];
  }[];
  /** Whatever blocks a deletion: finalizers, conditions of the namespace. */
  readonly blockers: readonly string[];
}

/** The expected course of a run, by the durations of earlier runs. */
export type ExpectedCourse = Pick<Schedule, "total" | "path" | "unknown">;

/** The events of a run, in the order in which they happened. `at` is milliseconds since 1970. */
export type ApplyEvent = { readonly at: number } & (
  | {
      readonly type: "start";
      readonly action: Action;
      readonly release: string;
      readonly namespace: string;
      readonly server: string;
      readonly dryRun: boolean;
      /** The revision that a rollback returns to. */
      readonly rollbackTo?: number;
      readonly groups: readonly GroupFacts[];
      readonly objects: readonly {
        readonly target: Target;
        readonly group: number;
        readonly operation: Operation;
        /** Present if the run has an expected course. */
        readonly expected?: ExpectedTimes;
      }[];
      /** The expected course, if earlier runs have recorded how long what is written takes. */
      readonly expected?: ExpectedCourse;
    }
  | { readonly type: "group"; readonly group: GroupFacts; readonly state: "started" | "finished" }
  /** The object is being sent. */
  | { readonly type: "sending"; readonly target: Target; readonly operation: Operation }
  | {
      readonly type: "actuation";
      readonly target: Target;
      readonly operation: Operation;
      readonly state: Exclude<Actuation, "Pending">;
      readonly change?: Change;
      readonly because?: BlockedBy;
      readonly message?: string;
      /** From the first attempt to its end, in milliseconds. */
      readonly took?: number;
    }
  | {
      readonly type: "reconcile";
      readonly target: Target;
      readonly operation: Operation;
      readonly state: Reconcile;
      readonly message?: string;
      readonly because?: BlockedBy;
      readonly trouble?: Diagnosis;
      /** Its failure does not count (`werf.io/fail-mode: IgnoreAndContinueDeployProcess`). */
      readonly tolerated?: true;
      readonly took?: number;
    }
  /** Its readiness changed while it is waited for. */
  | { readonly type: "status"; readonly target: Target; readonly readiness: Readiness }
  /** Log lines of a container of an object that is waited for. */
  | {
      readonly type: "log";
      readonly target: Target;
      readonly pod: string;
      readonly container: string;
      readonly lines: readonly string[];
      /** The number of lines after these that were dropped because they came too fast. */
      readonly leftOut?: number;
    }
  /** A failed attempt that will be retried. */
  | { readonly type: "retry"; readonly target?: Target; readonly message: string; readonly delay: number }
  /** Worth knowing: a conflict taken over, a warning of the server, reads that had to be slow. */
  | {
      readonly type: "notice";
      readonly level: "note" | "warning" | "error";
      readonly target?: Target;
      readonly message: string;
    }
  | { readonly type: "finish"; readonly result: Result }
);

/** The outcome of one object. */
export interface Outcome {
  readonly target: Target;
  readonly operation: Operation;
  readonly group: number;
  readonly actuation: Actuation;
  readonly reconcile: Reconcile;
  readonly change?: Change;
  readonly message?: string;
  readonly because?: BlockedBy;
  readonly trouble?: Diagnosis;
  /** It failed or timed out, and that does not count. */
  readonly tolerated?: true;
}

/** The result of a run. */
export interface Result {
  readonly outcomes: readonly Outcome[];
  /** The overall verdict. `refused`: a person has to decide something first, and nothing was sent. */
  readonly verdict: "converged" | "failed" | "refused" | "timedOut" | "unreachable" | "interrupted";
  /**
   * A message that belongs to no single object: the lock is held, the cluster is unreachable, consent is
   * missing.
   */
  readonly message?: string;
  /**
   * For an unreachable cluster that did answer: the server refused access (`denied`), or the credentials and
   * settings cannot be used (`unusable`).
   */
  readonly access?: "denied" | "unusable";
  /** The number of the revision that the run recorded; undefined if it recorded none. */
  readonly revision?: number;
  /** The keys of existing objects, unowned or of an adopted owner, that the run adopted. */
  readonly taken?: readonly string[];
  /** From start to end, in milliseconds. */
  readonly took: number;
  /** The chain of objects that determined how long the run took, first one first. */
  readonly criticalPath: readonly string[];
}

/** Receives every event of a run. It must not throw. */
export type EventSink = (event: ApplyEvent) => void;
