import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock } from "../../async/clock.ts";
import type { Dashboard } from "./state/dashboard-state.ts";
import { sendText, securityHeaders } from "../server/http-message.ts";

/** Limits of event streams. Times in milliseconds. */
export interface StreamLimits {
  /** The minimum interval between change events to a reader. */
  readonly pause: number;
  /** The maximum interval between events, so that both sides notice when the other is gone. */
  readonly heartbeat: number;
  readonly readers: number;
  /** A reader with more than this many unread bytes buffered here is disconnected. */
  readonly backlog: number;
}

/** Default limits, which suit a page open in a browser. */
export const usualStreamLimits: StreamLimits = {
  pause: 50,
  heartbeat: 15_000,
  readers: 64,
  backlog: 64 * 2 ** 10,
};

/** Options of the event streams. */
export interface EventStreamOptions {
  readonly board: Dashboard;
  readonly clock: Pick<Clock, "now" | "after">;
  readonly limits: StreamLimits;
  /**
   * Identifies this process start, so that event ids of an earlier one or of another replica are not
   * accepted.
   */
  readonly life: string;
}

/**
 * Sends readers the units that have changed, as server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html): the data of `changed` is `{"units": […],
 * "now": …}` with the names of the units, `""` for the overview; `beat` means that nothing has changed. A
 * reader that comes back with `Last-Event-ID` receives what it missed; a new reader receives `"*"` for all.
 */
export class EventStreams {
  readonly #options: EventStreamOptions;
  readonly #readers = new Set<Reader>();
  readonly #life: string;
  /** Counts changes; each unit remembers the count of its last one. */
  #count = 0;
  readonly #changedAt = new Map<string, number>();

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#life = options.life;
    options.board.subscribe((unit) => {
      this.#count += 1;
      // Keeps the map in order of the last change.
      this.#changedAt.delete(unit);
      this.#changedAt.set(unit, this.#count);
      for (const reader of this.#readers) {
        reader.note(unit);
      }
    });
  }

  /** Streams events to a new reader until it disconnects. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    if (this.#readers.size >= this.#options.limits.readers) {
      const text = "too many open connections; close some of these pages\n";
      sendText(response, { status: 503, headers: { "Retry-After": "30" }, text });
      return;
    }
    response.writeHead(200, {
      ...securityHeaders(),
      "Content-Type": "text/event-stream; charset=utf-8",
      // Asks proxies not to buffer the response.
      "X-Accel-Buffering": "no",
    });
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    const reader = new Reader(response, this.#options, () => this.id);
    this.#readers.add(reader);
    response.once("close", () => {
      reader.stop();
      this.#readers.delete(reader);
    });
    reader.start(this.#missed(request.headers["last-event-id"]));
  }

  /** The event id of the current state. */
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

/** One connected reader. */
class Reader {
  readonly #response: ServerResponse;
  readonly #options: EventStreamOptions;
  readonly #id: () => string;
  readonly #due = new Set<string>();
  #callOffPause: (() => void) | undefined;
  #callOffBeat: (() => void) | undefined;

  constructor(response: ServerResponse, options: EventStreamOptions, id: () => string) {
    this.#response = response;
    this.#options = options;
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

  /** Sends what is due, and then nothing until the pause is over. */
  #report(): void {
    const { clock, limits } = this.#options;
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
    if (this.#response.writableLength > this.#options.limits.backlog) {
      this.#response.destroy();
      return;
    }
    this.#response.write(`event: ${event}\nid: ${this.#id()}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
