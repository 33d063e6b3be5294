import type { DecideHandling } from "../../e2e/apply/faults/fault-proxy.ts";
import type { Handling } from "../../e2e/apply/faults/request-handling.ts";

/** A proxy between converge and the API server. */
export interface Disturbance {
  readonly name: string;
  /** Returns the handling of the requests of one run. */
  readonly start: () => DecideHandling;
}

const refusal: Handling = { type: "refuse", status: 429, retryAfter: 1 };
const mutating: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** A proxy that passes everything. */
export const undisturbed: Disturbance = { name: "none", start: () => () => ({ type: "pass" }) };

/** Refuses every request of that ordinal. */
function everyNth(ordinal: number): Disturbance {
  const decide: DecideHandling = ({ number, stream }) =>
    stream === undefined && number % ordinal === 0 ? refusal : { type: "pass" };
  return { name: `429 every ${ordinal}th`, start: () => decide };
}

/** Refuses so many requests in a row, after as many others. */
function bursts(size: number, others: number): Disturbance {
  const decide: DecideHandling = ({ number, stream }) =>
    stream === undefined && number % (size + others) >= others ? refusal : { type: "pass" };
  return { name: `429 in bursts of ${size} of ${size + others}`, start: () => decide };
}

/** Milliseconds by which writes are delayed. */
export const writeDelay = 50;

/** Delays every write, as an etcd with slow disks does. */
export const slowWrites: Disturbance = {
  name: `${writeDelay} ms per write`,
  start:
    () =>
    ({ method }) =>
      mutating.has(method) ? { type: "delay", milliseconds: writeDelay } : { type: "pass" },
};

/** The disturbances by refusals. */
export const refusals: readonly Disturbance[] = [everyNth(20), everyNth(10), bursts(50, 250)];
