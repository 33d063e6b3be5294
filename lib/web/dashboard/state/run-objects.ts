import type { ApplyEvent, Operation, Outcome, Target, Diagnosis } from "../../../apply/model/event.ts";
import type { ObjectState, WaitState } from "./dashboard-state.ts";
import { shownBecause, shownText, shownTrouble } from "./sanitize-state.ts";

/** One object, mutable while the run is under way. */
type Entry = { -readonly [Field in keyof ObjectState]: ObjectState[Field] };

/** An object as the plan lists it, before it is applied. */
export type ListedObject = Pick<ObjectState, "key" | "group" | "operation" | "after" | "waitsFor">;

const mostLogLines = 12;

/** The objects of a run, updated by its events. Handling an event costs O(1). */
export class RunObjects {
  /** The objects of the previous run, whose texts are shared so that they are kept once. */
  #kept: ReadonlyMap<string, ObjectState>;
  readonly #record: number;
  #list: Entry[] = [];
  #entries = new Map<string, Entry[]>();
  #numbers = new Map<Entry, number>();
  /** Counts the lists, and the changes of objects in all of them. */
  #lists = 0;
  #changes = 0;
  /** The count of changes at the last change of each object, by its number. */
  #changedAt: number[] = [];

  /** `record` differs between all runs, even those of a unit that was removed and added again. */
  constructor(record: number, before: readonly ObjectState[]) {
    this.#record = record;
    this.#kept = new Map(before.map((object) => [object.key, object]));
  }

  /** The same array until an object is added. */
  get list(): readonly ObjectState[] {
    return this.#list;
  }

  /** Identifies the present states of the objects. */
  get mark(): string {
    return `${this.#record}.${this.#lists}.${this.#changes}`;
  }

  /**
   * Returns the numbers of the objects that have changed since a mark; undefined if the list is not the one
   * of the mark.
   */
  changedSince(mark: string): readonly number[] | undefined {
    const [, record, lists, changes] = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/.exec(mark) ?? [];
    const since = Number(changes);
    return Number(record) === this.#record && Number(lists) === this.#lists
      ? [...this.#changedAt.keys()].filter((number) => (this.#changedAt[number] ?? 0) > since)
      : undefined;
  }

  /** Replaces the objects. */
  set(objects: readonly ListedObject[]): void {
    this.#list = [];
    this.#entries = new Map();
    this.#numbers = new Map();
    this.#changedAt = [];
    this.#lists += 1;
    for (const object of objects) {
      this.#add(object);
    }
  }

  /** Releases what only a run under way needs. */
  close(): void {
    this.#kept = new Map();
    this.#entries = new Map();
    this.#numbers = new Map();
  }

  /** Records that the object is being sent. */
  send({ target, operation, at }: Extract<ApplyEvent, { readonly type: "sending" }>): void {
    this.#entryOf(target, operation).sentAt ??= at;
  }

  /** Records the result of the write. */
  actuate(event: Extract<ApplyEvent, { readonly type: "actuation" }>): void {
    const { target, operation, state, change, because, message, at, took } = event;
    const entry = this.#entryOf(target, operation);
    entry.actuation = state;
    entry.sentAt ??= at - (took ?? 0);
    if (state === "Succeeded") {
      entry.writtenAt = at;
      delete entry.message;
    } else {
      entry.endedAt = at;
    }
    Object.assign(entry, { ...(change === undefined ? {} : { change }), ...wordsOf({ because, message }) });
  }

  /** Records the result of waiting for the object. */
  reconcile(event: Extract<ApplyEvent, { readonly type: "reconcile" }>): void {
    const { target, operation, state, because, message, at, trouble } = event;
    const entry = this.#entryOf(target, operation);
    entry.reconcile = state;
    if (state === "Pending") {
      delete entry.endedAt;
    } else {
      entry.endedAt ??= at;
      delete entry.logs;
    }
    if (state === "Succeeded") {
      delete entry.message;
    }
    Object.assign(entry, wordsOf({ because, message }), troubleOf(trouble));
  }

  /** Records status messages, log lines and retries while the object is waited for. */
  remark(target: Target, event: Extract<ApplyEvent, { readonly type: "status" | "log" | "retry" }>): void {
    const found = this.#waiting(target);
    if (found === undefined) {
      return;
    }
    const entry = this.#touched(found);
    if (event.type === "log") {
      const lines = event.lines.map((line) => shownText(`${event.pod}/${event.container}: ${line}`, 300));
      entry.logs = [...(entry.logs ?? []), ...lines].slice(-mostLogLines);
    } else {
      const said = event.type === "retry" ? `retried: ${event.message}` : event.readiness.message;
      entry.message = shownText(said);
    }
  }

  /** Records the final outcome, for anything that no event reported. */
  settle({ target, operation, actuation, reconcile, trouble }: Outcome): void {
    const entry = this.#entries.get(entryKey(target.key, operation))?.at(-1);
    if (entry === undefined) {
      return;
    }
    const isKnown = entry.actuation === actuation && entry.reconcile === reconcile;
    if (!isKnown || trouble !== undefined || entry.logs !== undefined) {
      Object.assign(this.#touched(entry), { actuation, reconcile }, troubleOf(trouble));
      delete entry.logs;
    }
  }

  #add({ key, waitsFor, ...listed }: ListedObject): Entry {
    const shown = shownText(key);
    const kept = this.#kept.get(shown);
    const entry: Entry = {
      key: kept?.key ?? shown,
      ...listed,
      actuation: "Pending",
      reconcile: "Pending",
      waitsFor: kept !== undefined && sameWaits(kept.waitsFor, waitsFor) ? kept.waitsFor : waitsFor,
    };
    this.#numbers.set(entry, this.#list.length);
    this.#changedAt.push(this.#changes);
    this.#list.push(entry);
    const place = entryKey(key, listed.operation);
    const namesakes = this.#entries.get(place);
    if (namesakes === undefined) {
      this.#entries.set(place, [entry]);
    } else {
      namesakes.push(entry);
    }
    return entry;
  }

  /** Of several objects with the same key (a hook of two events), returns the first that has not ended. */
  #entryOf({ key }: Target, operation: Operation): Entry {
    const namesakes = this.#entries.get(entryKey(key, operation)) ?? [];
    const found = namesakes.find((entry) => entry.endedAt === undefined) ?? namesakes.at(-1);
    if (found !== undefined) {
      return this.#touched(found);
    }
    this.#lists += 1;
    // A new array, so that a drawing of the old one is recognized as outdated.
    this.#list = [...this.#list];
    return this.#add({ key, group: 0, operation, waitsFor: [] });
  }

  /** Notes that an object changes, and returns it. */
  #touched(entry: Entry): Entry {
    const number = this.#numbers.get(entry);
    if (number !== undefined) {
      this.#changes += 1;
      this.#changedAt[number] = this.#changes;
    }
    return entry;
  }

  #waiting({ key }: Target): Entry | undefined {
    const operations: readonly Operation[] = ["apply", "wait", "prune", "delete"];
    return operations
      .flatMap((operation) => this.#entries.get(entryKey(key, operation)) ?? [])
      .find((entry) => entry.endedAt === undefined);
  }
}

/** Keys of objects contain no spaces. */
function entryKey(key: string, operation: Operation): string {
  return `${operation} ${key}`;
}

function sameWaits(left: readonly WaitState[], right: readonly WaitState[]): boolean {
  return (
    left.length === right.length &&
    left.every((wait, index) => {
      const other = right[index];
      return wait.on === other?.on && wait.until === other.until && wait.rule === other.rule;
    })
  );
}

function wordsOf({
  because,
  message,
}: {
  readonly because: ObjectState["because"] | undefined;
  readonly message: string | undefined;
}): Partial<ObjectState> {
  return {
    ...(because === undefined ? {} : { because: shownBecause(because) }),
    ...(message === undefined ? {} : { message: shownText(message) }),
  };
}

function troubleOf(trouble: Diagnosis | undefined): { readonly trouble?: Diagnosis } {
  return trouble === undefined ? {} : { trouble: shownTrouble(trouble) };
}
