import type { SetLookups } from "../../apply/observe/set-lookups.ts";
import type { SetToPlan } from "../../apply/plan/plan-set.ts";
import type { PlanPiece } from "./plan-pieces.ts";
import type { PlanningPlace } from "./planning-place.ts";

/**
 * A message to a worker: a set to plan, or the answer to its question. It gets the next set when it has
 * planned the previous one.
 */
export type PlanningOrder =
  | { readonly type: "plan"; readonly set: SetToPlan; readonly place: PlanningPlace }
  | { readonly type: "answer"; readonly answer: unknown };

/**
 * A message from a worker: a question to the cluster, or a piece of the finished plan; it continues when that
 * is answered. The last one is `planned`.
 */
export type PlanningReport =
  | { readonly type: "ask"; readonly lookup: keyof SetLookups; readonly words: readonly unknown[] }
  | { readonly type: "piece"; readonly piece: PlanPiece }
  | { readonly type: "planned"; readonly refused: boolean };

/** A thread that plans sets, with a heap of its own. */
export interface PlanningWorker {
  readonly send: (order: PlanningOrder) => void;
  /** Registers the callbacks: one for each report, one for the reason when the thread ends. */
  readonly listen: (reported: (report: PlanningReport) => void, ended: (error: Error) => void) => void;
  /** Terminates it, whatever it is doing. */
  readonly terminate: () => void;
}

/** A worker needed more memory than it may use. */
export class PlanningMemoryError extends Error {
  override readonly name = "PlanningMemoryError";
}
