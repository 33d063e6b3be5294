import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock } from "../../async/clock.ts";
import type { Dashboard } from "./state/dashboard-state.ts";
import { sendText, securityHeaders } from "../server/response.ts";

/** What the streams of events may cost. Times in milliseconds. */
export interface StreamLimits {
  /** A reader is told of changes this often at most. */
  readonly pause: number;
  /** Something is sent this often at least, so that both sides see whether the other is still there. */
  readonly heartbeat: number;
  readonly readers: number;
  /** A reader for whom so many bytes lie here unread is let go. */
  readonly backlog: number;
}

/** Limits that a page open in a browser gets along with. */
export const usualStreamLimits: StreamLimits = {
  pause: 250,
  heartbeat: 15_000,
  readers: 64,
  backlog: 64 * 2 ** 10,
};

/** What streams of events are made of. */
export interface EventStreamOptions {
  readonly board: Dashboard;
  readonly clock: Pick<Clock, "now" | "after">;
  readonly limits: StreamLimits;
  /**
   * Tells this life of this process from those before and from other replicas, whose ids are worth nothing.
   */
  readonly life: string;
}

/**
 * Tells readers which units have changed, as server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html): after `changed` the data are `{"units":
 * […], "now": …}` with the names of the units, `""` for the overview; `beat` says that nothing has. What
 * changed while a reader was away it is told when it comes back with `Last-Event-ID`; a new reader is told
 * `"*"` for all.
 */
export class EventStreams {
  readonly #facts: EventStreamOptions;
  readonly #readers = new Set<Reader>();
  readonly #life: string;
  /** Counts changes; each unit remembers its last one. */
  #count = 0;
  readonly #changedAt = new Map<string, number>();

  constructor(facts: EventStreamOptions) {
    this.#facts = facts;
    this.#life = facts.life;
    facts.board.subscribe((unit) => {
      this.#count += 1;
      // What has changed last stands last.
      this.#changedAt.delete(unit);
      this.#changedAt.set(unit, this.#count);
      for (const reader of this.#readers) {
        reader.note(unit);
      }
    });
  }

  /** Follows with a new reader until it goes. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    if (this.#readers.size >= this.#facts.limits.readers) {
      const text = "too many readers follow already; close some of these pages\n";
      sendText(response, { status: 503, headers: { "Retry-After": "30" }, text });
      return;
    }
    response.writeHead(200, {
      ...securityHeaders(),
      "Content-Type": "text/event-stream; charset=utf-8",
      // Proxies that collect answers before they pass them on are asked not to.
      "X-Accel-Buffering": "no",
    });
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    const reader = new Reader(response, this.#facts, () => this.id);
    this.#readers.add(reader);
    response.once("close", () => {
      reader.stop();
      this.#readers.delete(reader);
    });
    reader.start(this.#missed(request.headers["last-event-id"]));
  }

  /** Names this moment. */
  get id(): string {
    return `${this.#life}-${this.#count}`;
  }

  #missed(lastId: string | readonly string[] | undefined): readonly string[] {
    const [, life, count] = /^(.*)-(\d{1,15})$/.exec(String(lastId)) ?? [];
    const since = Number(count);
    if (life !== this.#life) {
      return ["*"];
    }
    return [...this.#changedAt].filter(([, changed]) => changed > since).map(([unit]) => unit);
  }
}

/** One who follows. */
class Reader {
  readonly #response: ServerResponse;
  readonly #facts: EventStreamOptions;
  readonly #id: () => string;
  readonly #due = new Set<string>();
  #callOffPause: (() => void) | undefined;
  #callOffBeat: (() => void) | undefined;

  constructor(response: ServerResponse, facts: EventStreamOptions, id: () => string) {
    this.#response = response;
    this.#facts = facts;
    this.#id = id;
  }

  start(missed: readonly string[]): void {
    this.#response.write("retry: 2000\n\n");
    for (const unit of missed) {
      this.#due.add(unit);
    }
    this.#report();
  }

  note(unit: string): void {
    this.#due.add(unit);
    if (this.#callOffPause === undefined) {
      this.#report();
    }
  }

  stop(): void {
    this.#callOffPause?.();
    this.#callOffBeat?.();
    this.#callOffPause = () => {};
  }

  /** Tells what is due, and nothing more until the pause is over. */
  #report(): void {
    const { clock, limits } = this.#facts;
    const units = [...this.#due];
    this.#due.clear();
    this.#send(units.length === 0 ? "beat" : "changed", { units, now: clock.now() });
    this.#callOffPause = clock.after(limits.pause, () => {
      this.#callOffPause = undefined;
      if (this.#due.size > 0) {
        this.#report();
      }
    });
    this.#callOffBeat?.();
    this.#callOffBeat = clock.after(limits.heartbeat, () => {
      this.#report();
    });
  }

  #send(event: string, data: object): void {
    if (this.#response.writableLength > this.#facts.limits.backlog) {
      this.#response.destroy();
      return;
    }
    this.#response.write(`event: ${event}\nid: ${this.#id()}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
