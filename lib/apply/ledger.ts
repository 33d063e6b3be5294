import { BugError } from "../object/bug-error.ts";
import type { ApplyEvent, Outcome, Trouble } from "./event.ts";
import type { Flight } from "./flight.ts";
import type { GroupProgress } from "./group-progress.ts";
import { isGood, type OutcomeFacts, pick, sameTask } from "./outcome.ts";
import type { Skip } from "./schedule.ts";
import type { Acting, Task } from "./task.ts";
import type { RunWorld } from "./world.ts";

/** An event without its time. */
export type Bare<Event> = Event extends ApplyEvent ? Omit<Event, "at"> : never;

/** Holds how each task of a run has ended, and tells of it. */
export class Ledger {
  readonly #world: RunWorld;
  readonly #groups: GroupProgress;
  readonly #investigate: (task: Task) => Promise<Trouble | undefined>;
  readonly #outcomes = new Map<number, Outcome>();
  /** Settles when everything that was to be found out is told; undefined while there was nothing. */
  #explained: Promise<void> | undefined;

  constructor(
    world: RunWorld,
    parts: {
      readonly groups: GroupProgress;
      readonly investigate: (task: Task) => Promise<Trouble | undefined>;
    },
  ) {
    this.#world = world;
    this.#groups = parts.groups;
    this.#investigate = parts.investigate;
  }

  /** Tells of something, with its time. */
  tell(event: Bare<ApplyEvent>): void {
    this.#world.hear({ at: this.#world.clock.now(), ...event });
  }

  /** What an effect gets to tell of its attempts. */
  acting({ target }: Task, flight: Flight): Acting {
    return {
      signal: flight.signal,
      retry: (message, delay) => {
        flight.retries(message);
        this.tell({ type: "retry", target, message, delay });
      },
      notice: (level, message) => {
        this.tell({ type: "notice", level, target, message });
      },
    };
  }

  /** Whether the task has ended. */
  has(task: Task): boolean {
    return this.#outcomes.has(task.index);
  }

  /** A task that was tried has ended; why it is stuck is found out behind the scenes. Tells whether it ended well. */
  end(task: Task, facts: OutcomeFacts, startedAt: number | undefined): boolean {
    const outcome: Outcome = { ...sameTask(task), group: task.group, ...facts };
    this.#outcomes.set(task.index, outcome);
    if (isGood(outcome)) {
      this.#tellEnd(task, outcome, startedAt);
      return true;
    }
    this.#afterwards(this.#explain(task, outcome, startedAt));
    return false;
  }

  /** A task that the schedule has given up has ended. */
  skip({ task, because }: Skip): void {
    const why = because.rule === "unneeded" ? { message: "nobody waits for it any more" } : { because };
    this.passOver(task, { actuation: "Skipped", reconcile: "Skipped", ...why });
  }

  /** A task that is not tried at all has ended. */
  passOver(task: Task, facts: OutcomeFacts): void {
    this.#outcomes.set(task.index, { ...sameTask(task), group: task.group, ...facts });
    const tell = (): void => {
      this.tell({
        type: "actuation",
        ...sameTask(task),
        state: "Skipped",
        ...pick(facts, ["because", "message"]),
      });
      this.#groups.leave(task);
    };
    // The cause is told first, and that may still be being found out.
    if (this.#explained === undefined) {
      tell();
    } else {
      this.#explained = this.#explained.then(tell);
    }
  }

  #afterwards(explanation: Promise<void>): void {
    const before = this.#explained;
    this.#explained = before === undefined ? explanation : both(before, explanation);
  }

  /** How each task ended, once everything is found out. */
  async outcomesOf(tasks: readonly Task[]): Promise<readonly Outcome[]> {
    await this.#explained;
    return tasks.map((task) => {
      const outcome = this.#outcomes.get(task.index);
      if (outcome === undefined) {
        throw new BugError(`${task.target.key} has no outcome`);
      }
      return outcome;
    });
  }

  async #explain(task: Task, outcome: Outcome, startedAt: number | undefined): Promise<void> {
    const trouble = await this.#investigate(task);
    const told = trouble === undefined ? outcome : { ...outcome, trouble };
    this.#outcomes.set(task.index, told);
    this.#tellEnd(task, told, startedAt);
  }

  #tellEnd(task: Task, outcome: Outcome, startedAt: number | undefined): void {
    this.tell({
      type: "reconcile",
      ...sameTask(task),
      state: outcome.reconcile,
      ...pick(outcome, ["message", "trouble"]),
      ...(startedAt === undefined ? {} : { took: this.#world.clock.now() - startedAt }),
    });
    this.#groups.leave(task);
  }
}

async function both(first: Promise<void>, second: Promise<void>): Promise<void> {
  await first;
  await second;
}
