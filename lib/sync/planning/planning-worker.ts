import type { SetLookups } from "../../apply/observe/set-lookups.ts";
import type { SetToPlan, PlanProgress, PlanStep } from "../../apply/plan/plan-set.ts";
import type { PlanPiece } from "./plan-pieces.ts";
import type { Origin, SourceText } from "../../object/diagnostic/source-text.ts";

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

/**
 * The position of a worker in a set: step, file and line, in memory that is shared with its supervisor. A
 * message would be read too late.
 */
export type PlanningPlace = Int32Array<SharedArrayBuffer>;

const steps: readonly PlanStep[] = ["reading", "checking", "ordering"];

/** Creates an empty place. */
export function createPlace(): PlanningPlace {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
}

/** Returns a callback that writes the progress of planning into a place. */
export function placeWriter(place: PlanningPlace, sources: readonly SourceText[]): PlanProgress {
  const numbers = new Map(sources.map(({ name }, index) => [name, index + 1]));
  return (step, at) => {
    Atomics.store(place, 0, steps.indexOf(step));
    Atomics.store(place, 1, at === undefined ? 0 : (numbers.get(at.file) ?? 0));
    Atomics.store(place, 2, at?.line ?? 0);
  };
}

/** Returns the step that a worker is at, with the object or file that it is working on. */
export function placeIn(
  place: PlanningPlace,
  sources: readonly SourceText[],
): { readonly step: PlanStep; readonly origin: Origin | undefined } {
  const source = sources[Atomics.load(place, 1) - 1];
  return {
    step: steps[Atomics.load(place, 0)] ?? "reading",
    origin: source && { file: source.name, line: Atomics.load(place, 2) },
  };
}
