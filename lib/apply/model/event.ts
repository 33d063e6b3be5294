import type { Stage, Until } from "../../order/model/edge.ts";
import type { Action } from "../../plan/plan.ts";
import type { Readiness } from "../../readiness/readiness.ts";

/**
 * What is done to an object: written, deleted because the release no longer has it, deleted with the release,
 * or only waited for.
 */
export const operations = ["apply", "prune", "delete", "wait"] as const;
export type Operation = (typeof operations)[number];

/** How far the write of an object has come (the first axis of its outcome). */
export const actuations = ["Pending", "Succeeded", "Skipped", "Failed"] as const;
export type Actuation = (typeof actuations)[number];

/**
 * How far the cluster has come with it (the second axis). `Skipped`: nobody waits for it. `Interrupted`: it
 * was waited for when the run was told to end, and had not failed.
 */
export const reconciles = ["Pending", "Succeeded", "Skipped", "Failed", "Timeout", "Interrupted"] as const;
export type Reconcile = (typeof reconciles)[number];

/** What a write did. */
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
  /** Its written form. */
  readonly key: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What makes an object wait or be skipped: another object, and the edge or barrier between them. */
export interface BlockedBy {
  /** The written form of the other object. */
  readonly on: string;
  /** The rule of the edge, or what holds groups apart. */
  readonly rule: string;
  readonly until: Until;
  /** Where the edge is written: `web.yaml:12`; undefined for a barrier. */
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
 * Why an object is stuck, from what belongs to it in the cluster. Masked: nothing of a Secret stands in it.
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
  /** What blocks a deletion: finalizers, conditions of the namespace. */
  readonly blockers: readonly string[];
}

/** What may happen in a run, in the order in which it happened. `at` is milliseconds since 1970. */
export type ApplyEvent = { readonly at: number } & (
  | {
      readonly type: "start";
      readonly action: Action;
      readonly release: string;
      readonly namespace: string;
      readonly server: string;
      readonly dryRun: boolean;
      /** The revision that a rollback goes back to. */
      readonly rollbackTo?: number;
      readonly groups: readonly GroupFacts[];
      readonly objects: readonly {
        readonly target: Target;
        readonly group: number;
        readonly operation: Operation;
      }[];
    }
  | { readonly type: "group"; readonly group: GroupFacts; readonly state: "started" | "finished" }
  /** It is being sent. */
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
  /** What a container of an object that is waited for has written, line by line. */
  | {
      readonly type: "log";
      readonly target: Target;
      readonly pod: string;
      readonly container: string;
      readonly lines: readonly string[];
      /** So many lines that came too fast behind these were left out. */
      readonly leftOut?: number;
    }
  /** A failed attempt that is tried again. */
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

/** How one object ended. */
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

/** How a run ended. */
export interface Result {
  readonly outcomes: readonly Outcome[];
  /** A word for the whole: `refused`: something had to be decided by a person and nothing was sent. */
  readonly verdict: "converged" | "failed" | "refused" | "timedOut" | "unreachable" | "interrupted";
  /** What belongs to no object: the lock is held, the cluster is away, consent is missing. */
  readonly message?: string;
  /** The number of the revision that the run has written; undefined where it has written none. */
  readonly revision?: number;
  /** The keys of objects that were there, nobody's or Helm's, and that it has taken over. */
  readonly taken?: readonly string[];
  /** From start to end, in milliseconds. */
  readonly took: number;
  /** The chain of objects that the run had to wait for, the first one first. */
  readonly criticalPath: readonly string[];
}

/** Hears what happens. It must not throw. */
export type EventSink = (event: ApplyEvent) => void;
