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
 * The version of the lines, which the first and the last one name. Fields may be added to it, none changes
 * its meaning.
 */
export const eventsVersion = "converge.dev/v1";

/** A line before it is written: its fields in their order, without those that say nothing. */
export type JsonLine = Readonly<Record<string, unknown>>;

/** The words of `kpt live` for how an object stands. */
export type Status = "Pending" | "Successful" | "Skipped" | "Failed" | "Timeout" | "Interrupted";

const statuses: Readonly<Record<Reconcile, Status>> = {
  Pending: "Pending",
  Succeeded: "Successful",
  Skipped: "Skipped",
  Failed: "Failed",
  Timeout: "Timeout",
  Interrupted: "Interrupted",
};

/** A step of an object in the word that `kpt live` has for it. */
export function jsonStatus(state: Reconcile): Status {
  return statuses[state];
}

/** What the lines call the work on an object: `type` of its lines, `action` of its group. */
export const actionOf: Readonly<Record<Operation, "Apply" | "Prune" | "Delete" | "Wait">> = {
  apply: "Apply",
  prune: "Prune",
  delete: "Delete",
  wait: "Wait",
};

/** What a line may tell of one step of an object. */
export interface JsonStep {
  readonly target: Target;
  readonly state: Reconcile;
  readonly groupIndex: number;
  readonly change?: Change | undefined;
  readonly message?: string | undefined;
  readonly because?: BlockedBy | undefined;
  readonly trouble?: Diagnosis | undefined;
  /** It failed, and the run goes on as if it had not. */
  readonly tolerated?: true | undefined;
  readonly took?: number | undefined;
}

/** The fields by which a line names its object. */
export function targetFields({ group, kind, namespace, name }: Target): JsonLine {
  return { group, kind, namespace, name };
}

/**
 * The fields of a line about one step of an object. A skip without words of its own is told by what it waits
 * for.
 */
export function stepFields(step: JsonStep): JsonLine {
  const failed = step.state !== "Pending" && step.state !== "Succeeded";
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

/** How many objects ended how. */
export interface Tally {
  readonly count: number;
  readonly successful: number;
  readonly skipped: number;
  readonly failed: number;
  /** Of waits alone. */
  readonly timeout?: number;
  /** Those that a run left before their end; only where there are any. */
  readonly pending?: number;
  /** Those that were waited for when the run was told to end; only where there are any. */
  readonly interrupted?: number;
}

/** Counts ends: `timeout` has its own number where the states are of waits. */
export function tally(states: readonly Reconcile[], isWait: boolean): Tally {
  const amount = (state: Reconcile): number => states.filter((other) => other === state).length;
  const pending = amount("Pending");
  const interrupted = amount("Interrupted");
  return {
    count: states.length,
    successful: amount("Succeeded"),
    skipped: amount("Skipped"),
    failed: amount("Failed"),
    ...(isWait ? { timeout: amount("Timeout") } : {}),
    ...(pending === 0 ? {} : { pending }),
    ...(interrupted === 0 ? {} : { interrupted }),
  };
}

/** The closing counts: one line for each kind of work that the run had, waiting last. */
export function summaryLines(outcomes: readonly Outcome[], dryRun: boolean): readonly JsonLine[] {
  const lines = (["apply", "prune", "delete"] as const).flatMap((operation) => {
    const states = outcomes.filter((outcome) => outcome.operation === operation).map((one) => one.actuation);
    return states.length === 0 ? [] : [{ action: actionOf[operation], ...tally(states, false) }];
  });
  return dryRun || outcomes.length === 0
    ? lines
    : [...lines, { action: "Wait", ...tally(outcomes.map(waitState), true) }];
}

/** What was not written was not waited for, whatever its second axis says. */
function waitState({ operation, actuation, reconcile }: Outcome): Reconcile {
  const isUnwritten = operation !== "wait" && (actuation === "Skipped" || actuation === "Failed");
  return isUnwritten && reconcile === "Pending" ? "Skipped" : reconcile;
}
