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
import type { Readiness } from "../../readiness/readiness.ts";

/** How far one object of a run has come. */
export interface ObjectProgress {
  readonly target: Target;
  readonly operation: Operation;
  /** The number of its group; 0 where the run never said. */
  readonly group: number;
  readonly actuation: Actuation;
  readonly reconcile: Reconcile;
  /** What its write did; undefined while that is not known. */
  readonly change?: Change;
  /** When it was first sent, in milliseconds since 1970. */
  readonly since?: number;
  /** When it was written. */
  readonly written?: number;
  /** From `since` until it had its end, in milliseconds. */
  readonly took?: number;
  /** What its state in the cluster said last, or why it has to be sent again. */
  readonly message?: string;
}

/** How many objects of a group stand where. */
export interface GroupCounts {
  readonly total: number;
  /** Has its good end: ready, gone, or written and not waited for. */
  readonly done: number;
  /** Sent, and not yet at its end. */
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
  return reconcile === "Succeeded" || (actuation === "Succeeded" && !isWaitedFor);
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

/** One object may be deleted and applied in the same run, so its key alone does not tell. */
function keyOf({ key }: Pick<Target, "key">, operation: Operation): string {
  // Most are applied: their key is there already. No key of an object has a space in it.
  return operation === "apply" ? key : `${operation} ${key}`;
}

/** A run as far as its events have told. Hearing an event costs O(1), the start O(objects). */
export class RunProgress {
  /** What the run began with; undefined where it ended before. */
  start: Start | undefined;
  /** The groups that have started and not finished, in the order in which they started. */
  readonly openGroups: Map<number, GroupFacts> = new Map();
  readonly finishedGroups: Set<number> = new Set();
  /** Attempts that failed and were repeated, by message. */
  readonly retries: Map<string, number> = new Map();
  /** The keys of what failed or timed out, in the order in which it did. */
  readonly failures: string[] = [];

  readonly #objects = new Map<string, ObjectProgress>();
  /** Those sent and not at their end, by when they were sent. */
  readonly #active = new Set<string>();
  readonly #counts = new Map<number, GroupCounts>();

  /** Takes in what happened. */
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

  /** The object as it stands; pending where nothing was said of it. */
  objectOf(target: Target, operation: Operation): ObjectProgress {
    return (
      this.#objects.get(keyOf(target, operation)) ?? {
        target,
        operation,
        group: 0,
        actuation: "Pending",
        reconcile: "Pending",
      }
    );
  }

  /** What is being sent or waited for, by when it was sent. */
  active(): readonly ObjectProgress[] {
    return Array.from(this.#active, (key) => this.#objects.get(key)).filter((object) => object !== undefined);
  }

  /** How far the group is. */
  countsOf(group: number): GroupCounts {
    return this.#counts.get(group) ?? noCounts;
  }

  /**
   * How long the object of that key took, in milliseconds; of one that is applied and deleted, both.
   * Undefined where it has not ended.
   */
  tookOf(key: string): number | undefined {
    const times = operations.flatMap((operation) => this.#objects.get(keyOf({ key }, operation))?.took ?? []);
    return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0);
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
    for (const { target, group, operation } of start.objects) {
      const object = { ...this.objectOf(target, operation), group };
      this.#objects.set(keyOf(target, operation), object);
      const counts = this.countsOf(group);
      this.#counts.set(group, { ...counts, total: counts.total + 1 });
    }
  }

  #turn({ group, state }: Extract<ApplyEvent, { readonly type: "group" }>): void {
    if (state === "started") {
      this.openGroups.set(group.index, group);
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

  /** What is said of an object goes to whichever of its operations is under way. */
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

  /** An object that goes from one state to another is counted there. */
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

/** `0 of 3 replicas available (ImagePullBackOff)`: the reason only where the message does not hold it. */
function statusWords({ reason, message }: Readiness): string {
  if (message === "" || reason === "" || message.includes(reason)) {
    return message === "" ? reason : message;
  }
  return `${message} (${reason})`;
}
