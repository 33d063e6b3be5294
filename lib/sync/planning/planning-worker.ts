import type { SetLookups } from "../../apply/observe/set-lookups.ts";
import type { SetToPlan } from "../../apply/plan/plan-set.ts";
import type { PlanPiece } from "./plan-pieces.ts";
import type { PlanningPlace } from "./planning-place.ts";

/**
 * What a worker is sent: a set to plan, or the answer to what it has asked. It gets the next set when it has
 * planned the one before.
 */
export type PlanningOrder =
  | { readonly type: "plan"; readonly set: SetToPlan; readonly place: PlanningPlace }
  | { readonly type: "answer"; readonly answer: unknown };

/**
 * What a worker sends: what it asks of the cluster, or a piece of the finished plan; it goes on when that is
 * answered. The last one is `planned`.
 */
export type PlanningReport =
  | { readonly type: "ask"; readonly lookup: keyof SetLookups; readonly words: readonly unknown[] }
  | { readonly type: "piece"; readonly piece: PlanPiece }
  | { readonly type: "planned"; readonly refused: boolean };

/** A thread that plans sets, with a heap of its own. */
export interface PlanningWorker {
  readonly send: (order: PlanningOrder) => void;
  /** Names who is called with each report, and with the reason where the thread ends. */
  readonly listen: (reported: (report: PlanningReport) => void, ended: (error: Error) => void) => void;
  /** Ends it, whatever it does. */
  readonly terminate: () => void;
}

/** A worker needed more memory than it may have. */
export class PlanningMemoryError extends Error {
  override readonly name = "PlanningMemoryError";
}
