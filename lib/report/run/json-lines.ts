import type {
  BlockedBy,
  Change,
  Operation,
  Outcome,
  Reconcile,
  Target,
  Diagnosis,
} from "../../apply/model/event.ts";

/**
 * The version of the lines, in the first and the last one. Fields may be added to it; none changes its
 * meaning.
 */
export const eventsVersion = "converge.dev/v1";

/** A line before it is formatted: its fields in their order; undefined fields are left out. */
export type JsonLine = Readonly<Record<string, unknown>>;

/** The states of an object in the vocabulary of `kpt live`. */
export type Status =
  | "Pending"
  | "Successful"
  | "Suspended"
  | "Skipped"
  | "Failed"
  | "Timeout"
  | "Interrupted";

const statuses: Readonly<Record<Reconcile, Status>> = {
  Pending: "Pending",
  Succeeded: "Successful",
  Suspended: "Suspended",
  Skipped: "Skipped",
  Failed: "Failed",
  Timeout: "Timeout",
  Interrupted: "Interrupted",
};

/** Converts the state of a step to the vocabulary of `kpt live`. */
export function jsonStatus(state: Reconcile): Status {
  return statuses[state];
}

/** The names of operations in the lines: `type` of an object's lines, `action` of its group. */
export const actionOf: Readonly<Record<Operation, "Apply" | "Prune" | "Delete" | "Wait">> = {
  apply: "Apply",
  prune: "Prune",
  delete: "Delete",
  wait: "Wait",
};

/** The data of a line about one step of an object. */
export interface JsonStep {
  readonly target: Target;
  readonly state: Reconcile;
  readonly groupIndex: number;
  readonly change?: Change | undefined;
  readonly message?: string | undefined;
  readonly because?: BlockedBy | undefined;
  readonly trouble?: Diagnosis | undefined;
  /** It failed, and the run continues as if it had not. */
  readonly tolerated?: true | undefined;
  readonly took?: number | undefined;
}

/** Returns the fields that identify the object of a line. */
export function targetFields({ group, kind, namespace, name }: Target): JsonLine {
  return { group, kind, namespace, name };
}

/**
 * Returns the fields of a line about one step of an object. A skip without a message is described by its
 * wait.
 */
export function stepFields(step: JsonStep): JsonLine {
  const failed = !["Pending", "Succeeded", "Suspended"].includes(step.state);
  const reason = step.because && `waits for ${step.because.on} until ${step.because.until}`;
  const message = step.message ?? (failed ? reason : undefined);
  return {
    ...targetFields(step.target),
    status: jsonStatus(step.state),
    ...(failed ? { error: message } : { message }),
    ...(step.groupIndex === 0 ? {} : { groupIndex: step.groupIndex }),
    change: step.change,
    because: step.because && { ...step.because },
    trouble: step.trouble,
    tolerated: step.tolerated,
    durationMs: step.took,
  };
}

/** The number of objects by how they ended. */
export interface Tally {
  readonly count: number;
  readonly successful: number;
  readonly skipped: number;
  readonly failed: number;
  /** For waits only. */
  readonly timeout?: number;
  /** Objects on which work is paused; only if there are any. */
  readonly suspended?: number;
  /** Objects that the run did not finish; only if there are any. */
  readonly pending?: number;
  /** Objects that were waited for when the run was interrupted; only if there are any. */
  readonly interrupted?: number;
}

/** Counts states; `timeout` is counted separately if they are states of waits. */
export function tally(states: readonly Reconcile[], isWait: boolean): Tally {
  const amount = (state: Reconcile): number => states.filter((other) => other === state).length;
  const suspended = amount("Suspended");
  const pending = amount("Pending");
  const interrupted = amount("Interrupted");
  return {
    count: states.length,
    successful: amount("Succeeded"),
    skipped: amount("Skipped"),
    failed: amount("Failed"),
    ...(isWait ? { timeout: amount("Timeout") } : {}),
    ...(suspended === 0 ? {} : { suspended }),
    ...(pending === 0 ? {} : { pending }),
    ...(interrupted === 0 ? {} : { interrupted }),
  };
}

/** Returns the closing counts: one line per operation of the run, the wait last. */
export function summaryLines(outcomes: readonly Outcome[], dryRun: boolean): readonly JsonLine[] {
  const lines = (["apply", "prune", "delete"] as const).flatMap((operation) => {
    const states = outcomes.filter((outcome) => outcome.operation === operation).map((one) => one.actuation);
    return states.length === 0 ? [] : [{ action: actionOf[operation], ...tally(states, false) }];
  });
  return dryRun || outcomes.length === 0
    ? lines
    : [...lines, { action: "Wait", ...tally(outcomes.map(waitState), true) }];
}

/** An object that was not written was not waited for, whatever its second axis says. */
function waitState({ operation, actuation, reconcile }: Outcome): Reconcile {
  const isUnwritten = operation !== "wait" && (actuation === "Skipped" || actuation === "Failed");
  return isUnwritten && reconcile === "Pending" ? "Skipped" : reconcile;
}
