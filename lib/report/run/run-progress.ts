import {
  type Actuation,
  type ApplyEvent,
  type Change,
  type GroupFacts,
  type Operation,
  operations,
  type Reconcile,
  type Target,
} from "../../apply/model/event.ts";
import { nameObjects, nameSet, type ObjectNames } from "../../object/object-name.ts";
import { type ExpectedTimes, remainingTime, type StepState } from "../../plan/schedule.ts";
import type { Readiness } from "../../readiness/readiness.ts";

/** The progress of one object of a run. */
export interface ObjectProgress {
  readonly target: Target;
  readonly operation: Operation;
  /** The number of its group; 0 if unknown. */
  readonly group: number;
  /** Present if the run has an expected course. */
  readonly expected?: ExpectedTimes;
  readonly actuation: Actuation;
  readonly reconcile: Reconcile;
  /** The result of its write; undefined until it is known. */
  readonly change?: Change;
  /** The time when it was first sent, in milliseconds since 1970. */
  readonly since?: number;
  /** The time when it was written. */
  readonly written?: number;
  /** The time from `since` to its end, in milliseconds. */
  readonly took?: number;
  /** Its last status message, or the reason why it is sent again. */
  readonly message?: string;
}

/** The objects of a group counted by status. */
export interface GroupCounts {
  readonly total: number;
  /** Ready, suspended, gone, or written and not waited for. */
  readonly done: number;
  /** Sent and not finished. */
  readonly active: number;
  /** Failed or timed out. */
  readonly failed: number;
  readonly skipped: number;
}

type State = "pending" | Exclude<keyof GroupCounts, "total">;

type Start = Extract<ApplyEvent, { readonly type: "start" }>;

const noCounts: GroupCounts = { total: 0, done: 0, active: 0, failed: 0, skipped: 0 };

function hasFailed({ actuation, reconcile }: ObjectProgress): boolean {
  return actuation === "Failed" || reconcile === "Failed" || reconcile === "Timeout";
}

function isDone({ actuation, reconcile }: ObjectProgress, dryRun: boolean): boolean {
  const isWaitedFor = !dryRun && reconcile !== "Skipped";
  const hasArrived = reconcile === "Succeeded" || reconcile === "Suspended";
  return hasArrived || (actuation === "Succeeded" && !isWaitedFor);
}

function stateOf(object: ObjectProgress, dryRun: boolean): State {
  if (hasFailed(object)) {
    return "failed";
  }
  if (isDone(object, dryRun)) {
    return "done";
  }
  if ([object.actuation, object.reconcile].some((state) => state === "Skipped" || state === "Interrupted")) {
    return "skipped";
  }
  return object.since === undefined ? "pending" : "active";
}

/** The same object may be deleted and applied in one run, so its key alone is ambiguous. */
function keyOf({ key }: Pick<Target, "key">, operation: Operation): string {
  // Most are applied: their key is used as it is. Keys of objects contain no spaces.
  return operation === "apply" ? key : `${operation} ${key}`;
}

/** The progress of a run, updated by its events. Handling an event costs O(1), the start O(objects). */
export class RunProgress {
  /** The start event of the run; undefined if it ended before. */
  start: Start | undefined;
  /**
   * The names of the objects of the run. They leave out the namespace that the heading states, that of the
   * release or of all objects, unless each line is read by itself.
   */
  names: ObjectNames = nameObjects([]);
  /** The groups that have started and not finished, in the order in which they started. */
  readonly openGroups: Map<number, GroupFacts> = new Map();
  readonly finishedGroups: Set<number> = new Set();
  /** Retries, counted by message. */
  readonly retries: Map<string, number> = new Map();
  /** The keys of the objects that failed or timed out, in that order. */
  readonly failures: string[] = [];

  readonly #objects = new Map<string, ObjectProgress>();
  /** The objects sent and not finished, in the order in which they were sent. */
  readonly #active = new Set<string>();
  readonly #counts = new Map<number, GroupCounts>();
  /** The last group to start of which the start of the run named no object: of the stage `fail`. */
  #unannounced = 0;
  readonly #hasHeading: boolean;

  /** `hasHeading`: the lines about the run are read below its heading, which states the namespace. */
  constructor({ hasHeading }: { readonly hasHeading: boolean } = { hasHeading: true }) {
    this.#hasHeading = hasHeading;
  }

  /** Handles an event. */
  emit(event: ApplyEvent): void {
    if ("operation" in event) {
      this.#step(event);
      return;
    }
    switch (event.type) {
      case "start":
        this.#begin(event);
        break;
      case "group":
        this.#turn(event);
        break;
      case "retry":
        this.#retry(event);
        break;
      case "log":
      case "notice":
      case "finish":
        break;
      case "status":
        this.#say(event.target, statusWords(event.readiness));
        break;
    }
  }

  /** Returns the progress of an object; pending if no event mentioned it. */
  objectOf(target: Target, operation: Operation): ObjectProgress {
    return (
      this.#objects.get(keyOf(target, operation)) ?? {
        target,
        operation,
        group: operation === "apply" ? this.#unannounced : 0,
        actuation: "Pending",
        reconcile: "Pending",
      }
    );
  }

  /** Returns the objects being sent or waited for, in the order in which they were sent. */
  active(): readonly ObjectProgress[] {
    return Array.from(this.#active, (key) => this.#objects.get(key)).filter((object) => object !== undefined);
  }

  /** Returns the counts of a group. */
  countsOf(group: number): GroupCounts {
    return this.#counts.get(group) ?? noCounts;
  }

  /**
   * Returns how long the object with that key took, in milliseconds; for one that is applied and deleted,
   * both together. Undefined if it has not ended.
   */
  tookOf(key: string): number | undefined {
    const times = operations.flatMap((operation) => this.#objects.get(keyOf({ key }, operation))?.took ?? []);
    return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0);
  }

  /**
   * Returns the expected time until the end of the run, in milliseconds; undefined if the run has no expected
   * course. Complexity: O(objects).
   */
  remainingAt(at: number): number | undefined {
    return this.start?.expected === undefined ? undefined : remainingTime(this.#unfinished(at));
  }

  *#unfinished(at: number): Generator<StepState> {
    for (const object of this.#objects.values()) {
      const state = this.#stateOf(object);
      if (object.expected !== undefined && (state === "pending" || state === "active")) {
        const elapsed = object.written === undefined ? undefined : at - object.written;
        yield { ...object.expected, elapsed };
      }
    }
  }

  #step(event: Extract<ApplyEvent, { readonly type: "sending" | "actuation" | "reconcile" }>): void {
    switch (event.type) {
      case "sending":
        this.#change(event.target, event.operation, { since: event.at });
        break;
      case "actuation":
        this.#actuate(event);
        break;
      case "reconcile":
        this.#reconcile(event);
        break;
    }
  }

  #begin(start: Start): void {
    this.start = start;
    this.names = this.#namesOf(start);
    for (const { target, group, operation, expected } of start.objects) {
      const known = expected === undefined ? {} : { expected };
      const object = { ...this.objectOf(target, operation), group, ...known };
      this.#objects.set(keyOf(target, operation), object);
      const counts = this.countsOf(group);
      this.#counts.set(group, { ...counts, total: counts.total + 1 });
    }
  }

  #namesOf({ namespace, objects }: Start): ObjectNames {
    const keys = objects.map(({ target }) => target.key);
    return nameObjects(keys, this.#hasHeading ? (nameSet(keys).namespace ?? namespace) : undefined);
  }

  #turn({ group, state }: Extract<ApplyEvent, { readonly type: "group" }>): void {
    if (state === "started") {
      this.openGroups.set(group.index, group);
      if (this.countsOf(group.index).total === 0) {
        this.#unannounced = group.index;
        this.#counts.set(group.index, { ...noCounts, total: group.count });
      }
    } else {
      this.openGroups.delete(group.index);
      this.finishedGroups.add(group.index);
    }
  }

  #actuate(event: Extract<ApplyEvent, { readonly type: "actuation" }>): void {
    const { since = event.at } = this.objectOf(event.target, event.operation);
    const isWritten = event.state === "Succeeded";
    this.#change(event.target, event.operation, {
      actuation: event.state,
      took: event.took ?? event.at - since,
      ...(event.change === undefined ? {} : { change: event.change }),
      ...(isWritten ? { since, written: event.at, message: "" } : {}),
    });
  }

  #reconcile(event: Extract<ApplyEvent, { readonly type: "reconcile" }>): void {
    const { since = event.at } = this.objectOf(event.target, event.operation);
    const isOpen = event.state === "Pending";
    this.#change(event.target, event.operation, {
      reconcile: event.state,
      ...(isOpen ? { since } : { took: event.took ?? event.at - since }),
      ...(isOpen && event.message !== undefined ? { message: event.message } : {}),
    });
  }

  #retry({ target, message }: Extract<ApplyEvent, { readonly type: "retry" }>): void {
    this.retries.set(message, (this.retries.get(message) ?? 0) + 1);
    if (target !== undefined) {
      this.#say(target, message);
    }
  }

  /** Assigns a message about an object to whichever of its operations is under way. */
  #say(target: Target, message: string): void {
    for (const operation of operations) {
      if (this.#active.has(keyOf(target, operation))) {
        this.#change(target, operation, { message });
      }
    }
  }

  #change(target: Target, operation: Operation, change: Partial<ObjectProgress>): void {
    const key = keyOf(target, operation);
    const before = this.objectOf(target, operation);
    const after = { ...before, ...change };
    this.#objects.set(key, after);
    this.#move(key, this.#stateOf(before), after);
  }

  /** Updates the counts for an object that changes from one state to another. */
  #move(key: string, from: State, object: ObjectProgress): void {
    const to = this.#stateOf(object);
    if (from === to) {
      return;
    }
    const counts = this.countsOf(object.group);
    this.#counts.set(object.group, {
      ...counts,
      ...(from === "pending" ? {} : { [from]: counts[from] - 1 }),
      ...(to === "pending" ? {} : { [to]: counts[to] + 1 }),
    });
    if (to === "active") {
      this.#active.add(key);
    } else {
      this.#active.delete(key);
    }
    if (to === "failed") {
      this.failures.push(object.target.key);
    }
  }

  #stateOf(object: ObjectProgress): State {
    return stateOf(object, this.start?.dryRun ?? false);
  }
}

/**
 * Formats a readiness: `0 of 3 replicas available (ImagePullBackOff)`; the reason only if the message does
 * not contain it.
 */
function statusWords({ reason, message }: Readiness): string {
  if (message === "" || reason === "" || message.includes(reason)) {
    return message === "" ? reason : message;
  }
  return `${message} (${reason})`;
}
