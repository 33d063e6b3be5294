import { isObject, objectField, stringField, type JsonObject, type JsonValue } from "../../object/json.ts";
import type { Clock } from "../../object/clock.ts";
import { UnreachableError, type ApiError } from "../api-error.ts";
import { onAbort } from "../on-abort.ts";
import { readStatus, statusError } from "../request/read-status.ts";
import { LostError, type Receiver, type WireHeaders } from "../transport/wire.ts";
import { LineSplitter } from "./line-splitter.ts";

/** One word of the server in a watch. */
export interface Told {
  readonly type: string;
  readonly object: JsonObject;
}

/** How a watch request ended: undefined in good order, as the server does after some minutes. */
export type StreamEnd = ApiError | UnreachableError | undefined;

/** What it takes to follow one watch request. */
export interface StreamFacts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** `GET /api/v1/pods`, for messages. */
  readonly request: string;
  readonly tell: (told: Told) => void;
  /** Sends the request; resolves to what calls it off. */
  readonly open: (receiver: Receiver) => Promise<() => void>;
}

/** Milliseconds: bookmarks come about every minute, so that a watch without a word for two is dead. */
const silence = 120_000;

/** Follows one watch request to its end. What `tell` throws comes out as an uncaught error: it is a bug. */
export async function followStream(facts: StreamFacts): Promise<StreamEnd> {
  if (facts.signal.aborted) {
    return undefined;
  }
  const { promise, resolve, reject } = Promise.withResolvers<StreamEnd>();
  const stream = new WatchStream(facts, resolve);
  facts.open(stream).then(
    (stop) => stream.begun(stop),
    (error: unknown) => {
      if (!(error instanceof UnreachableError)) {
        reject(error);
      }
      stream.finish(error instanceof UnreachableError ? error : undefined);
    },
  );
  return promise;
}

class WatchStream implements Receiver {
  readonly #facts: StreamFacts;
  readonly #settle: (end: StreamEnd) => void;
  readonly #lines = new LineSplitter();
  readonly #refusal: Buffer[] = [];
  readonly #callOffAbort: () => void;
  #callOffTimer: () => void = () => {};
  #status = 0;
  #headers: WireHeaders = {};
  #heard = 0;
  #done = false;
  #stop: (() => void) | undefined;

  constructor(facts: StreamFacts, settle: (end: StreamEnd) => void) {
    this.#facts = facts;
    this.#settle = settle;
    this.#callOffAbort = onAbort(facts.signal, () => this.finish(undefined));
    this.#awaitWord();
  }

  begun(stop: () => void): void {
    this.#stop = stop;
    if (this.#done) {
      stop();
    }
  }

  head = (status: number, headers: WireHeaders): void => {
    this.#heard += 1;
    this.#status = status;
    this.#headers = headers;
  };

  data = (chunk: Buffer): void => {
    this.#heard += 1;
    if (this.#status !== 200) {
      this.#refusal.push(chunk);
      return;
    }
    for (const line of this.#lines.add(chunk)) {
      if (this.#done) {
        return;
      }
      this.#tell(line);
    }
  };

  end = (lost: LostError | undefined): void => {
    const isRefused = this.#status !== 200 && lost === undefined;
    this.finish(isRefused ? this.#readRefusal() : lost);
  };

  finish(end: StreamEnd): void {
    if (!this.#done) {
      this.#done = true;
      this.#callOffAbort();
      this.#callOffTimer();
      this.#stop?.();
      this.#settle(end);
    }
  }

  #tell(line: string): void {
    const told = parsed(line);
    if (told === undefined) {
      this.finish(new LostError(`${this.#facts.request}: a line of the watch is no JSON`));
    } else if (told.type === "ERROR") {
      this.finish(statusError(told.object, { status: 500 }));
    } else {
      this.#facts.tell(told);
    }
  }

  #readRefusal(): ApiError {
    return readStatus({
      status: this.#status,
      headers: this.#headers,
      text: Buffer.concat(this.#refusal).toString(),
      request: this.#facts.request,
    });
  }

  #awaitWord(): void {
    const before = this.#heard;
    this.#callOffTimer = this.#facts.clock.after(silence, () => {
      if (this.#heard > before) {
        this.#awaitWord();
      } else {
        this.finish(new LostError(`${this.#facts.request}: the watch said nothing for ${silence / 1000} s`));
      }
    });
  }
}

function parsed(line: string): Told | undefined {
  try {
    const value: JsonValue = JSON.parse(line);
    return isObject(value)
      ? { type: stringField(value, "type") ?? "", object: objectField(value, "object") }
      : undefined;
  } catch {
    return undefined;
  }
}
