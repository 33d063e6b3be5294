import type { SyncEvent } from "../sync-event.ts";

/** Writes at a time: while no unit is run, and otherwise. */
interface Limits {
  readonly idle: number;
  readonly busy: number;
}

/** Writes of what users wait for, such as the end of a run. */
const news: Limits = { idle: 32, busy: 8 };
/** All others: a commit that changes one unit of a thousand is the new revision of all the others. */
const rest: Limits = { idle: 32, busy: 2 };

/** A write of a status that waits for admission, or is admitted. */
export interface StatusSlot {
  /** Resolves once it may be written. */
  readonly admitted: Promise<void>;
  /** Admits it among the news, if it waits among the rest. */
  readonly hurry: () => void;
  /** Ends it. */
  readonly leave: () => void;
}

/** Admits writes of statuses: few at a time while units are run, so that these are not delayed by them. */
export class StatusSlots {
  readonly #news = new Lane(news);
  readonly #rest = new Lane(rest);
  #runs = 0;

  /** Counts the runs of units under way. */
  count({ type }: Pick<SyncEvent, "type">): void {
    if (type === "runBegun" || type === "runEnded") {
      this.#runs += type === "runBegun" ? 1 : -1;
      this.#news.setBusy(this.#runs > 0);
      this.#rest.setBusy(this.#runs > 0);
    }
  }

  /** Queues a write. */
  enter(isNews: boolean): StatusSlot {
    const { promise: admitted, resolve } = Promise.withResolvers<void>();
    let lane = isNews ? this.#news : this.#rest;
    lane.enter(resolve);
    return {
      admitted,
      hurry: () => {
        if (lane === this.#rest && lane.withdraw(resolve)) {
          lane = this.#news;
          lane.enter(resolve);
        }
      },
      leave: () => {
        lane.leave();
      },
    };
  }
}

/** Admits in order of arrival, up to a limit that may change. */
class Lane {
  readonly #limits: Limits;
  readonly #waiting = new Set<() => void>();
  #limit: number;
  #active = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#limit = limits.idle;
  }

  setBusy(isBusy: boolean): void {
    this.#limit = isBusy ? this.#limits.busy : this.#limits.idle;
    this.#admit();
  }

  enter(admit: () => void): void {
    this.#waiting.add(admit);
    this.#admit();
  }

  /** Reports whether it was still waiting. */
  withdraw(admit: () => void): boolean {
    return this.#waiting.delete(admit);
  }

  leave(): void {
    this.#active -= 1;
    this.#admit();
  }

  #admit(): void {
    for (const admit of this.#waiting) {
      if (this.#active >= this.#limit) {
        return;
      }
      this.#waiting.delete(admit);
      this.#active += 1;
      admit();
    }
  }
}
