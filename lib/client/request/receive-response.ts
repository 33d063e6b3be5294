import type { Clock } from "../../async/clock.ts";
import { onAbort } from "../../async/abort.ts";
import { ConnectionLostError, type Receiver, type WireHeaders } from "../transport/connection.ts";

/** Receives a response as it arrives. An error that it throws ends the reception. */
export interface BodySink {
  readonly head: (status: number, headers: WireHeaders) => void;
  readonly data: (chunk: Buffer) => void;
}

/** Options for receiving one response. */
export interface ReceiveOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /**
   * Milliseconds without a byte after which the response counts as lost; undefined if silence is acceptable.
   */
  readonly silence: number | undefined;
  /** The subject of a timeout message: `the server has`. */
  readonly who: string;
  /** Sends the request; resolves to a function that cancels it. */
  readonly open: (receiver: Receiver) => Promise<() => void>;
}

/**
 * Sends a request and receives its response to the end. Rejects with a ConnectionLostError, with the error of
 * sending or of the sink, or with the signal's reason; the request is then cancelled.
 */
export async function receiveResponse(listener: BodySink, facts: ReceiveOptions): Promise<void> {
  facts.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const options = new Sink(listener, facts, { resolve, reject });
    facts.open(options).then(
      (stop) => options.begun(stop),
      (error: unknown) => options.fail(error),
    );
  });
}

interface Settling {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class Sink implements Receiver {
  readonly #listener: BodySink;
  readonly #facts: ReceiveOptions;
  readonly #settling: Settling;
  readonly #callOffAbort: () => void;
  #callOffTimer: (() => void) | undefined;
  #lastByteAt: number;
  #done = false;
  #stop: (() => void) | undefined;

  constructor(listener: BodySink, facts: ReceiveOptions, settling: Settling) {
    this.#listener = listener;
    this.#facts = facts;
    this.#settling = settling;
    this.#lastByteAt = facts.clock.now();
    this.#callOffAbort = onAbort(facts.signal, () => this.fail(facts.signal.reason));
    if (facts.silence !== undefined) {
      this.#awaitWord(facts.silence, facts.silence);
    }
  }

  begun(stop: () => void): void {
    this.#stop = stop;
    if (this.#done) {
      stop();
    }
  }

  head = (status: number, headers: WireHeaders): void => {
    this.#lastByteAt = this.#facts.clock.now();
    this.#listener.head(status, headers);
  };

  data = (chunk: Buffer): void => {
    this.#lastByteAt = this.#facts.clock.now();
    if (this.#done) {
      return;
    }
    try {
      this.#listener.data(chunk);
    } catch (error) {
      this.fail(error);
    }
  };

  end = (lost: ConnectionLostError | undefined): void => {
    if (lost !== undefined) {
      this.fail(lost);
    } else if (!this.#done) {
      this.#finish();
      this.#settling.resolve();
    }
  };

  fail(error: unknown): void {
    if (!this.#done) {
      this.#finish();
      this.#stop?.();
      this.#settling.reject(error);
    }
  }

  #finish(): void {
    this.#done = true;
    this.#callOffAbort();
    this.#callOffTimer?.();
  }

  /** The silence counts from the last byte, not from the last check. */
  #awaitWord(silence: number, wait: number): void {
    const { clock } = this.#facts;
    this.#callOffTimer = clock.after(wait, () => {
      const left = this.#lastByteAt + silence - clock.now();
      if (left > 0) {
        this.#awaitWord(silence, left);
      } else {
        this.fail(new ConnectionLostError(`${this.#facts.who} sent nothing for ${silence / 1000} s`));
      }
    });
  }
}
