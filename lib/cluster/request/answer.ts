import { gunzip } from "node:zlib";

import type { Clock } from "../../object/clock.ts";
import type { Credentials } from "../access.ts";
import { onAbort } from "../on-abort.ts";
import type { Lane } from "../transport/lane.ts";
import { LostError, oneLine, type Receiver, type WireHeaders, type WireRequest } from "../transport/wire.ts";

/** An answer, whole and decompressed. */
export interface Answer {
  readonly status: number;
  readonly headers: WireHeaders;
  readonly body: Buffer;
}

/** What one attempt needs. */
export interface Attempt {
  readonly lane: Lane;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Milliseconds without a byte after which an answer counts as lost. Longer than the minute after which the API server gives up a
 * request by itself, so that its own word comes first.
 */
const silence = 75_000;

/** Sends a request once and collects its answer. Rejects with a LostError, with what dialling throws, or with the signal's reason. */
export async function ask(request: WireRequest, attempt: Attempt): Promise<Answer> {
  attempt.signal.throwIfAborted();
  const answer = await new Promise<Answer>((resolve, reject) => {
    const collector = new Collector(resolve, reject);
    collector.watchOver(attempt);
    attempt.lane.open(request, collector, attempt.credentials).then(
      (stop) => collector.begun(stop),
      (error: unknown) => collector.fail(error),
    );
  });
  return answer.headers["content-encoding"] === "gzip" ? decompress(answer) : answer;
}

async function decompress(answer: Answer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    gunzip(answer.body, (error, body) => {
      if (error === null) {
        resolve({ ...answer, body });
      } else {
        reject(new LostError(`the answer is not compressed as it says: ${oneLine(error)}`, { cause: error }));
      }
    });
  });
}

class Collector implements Receiver {
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: WireHeaders = {};
  #done = false;
  #heard = 0;
  #stop: (() => void) | undefined;
  #callOffAbort: (() => void) | undefined;
  #callOffTimer: (() => void) | undefined;

  constructor(resolve: (answer: Answer) => void, reject: (error: unknown) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  watchOver({ clock, signal }: Attempt): void {
    this.#callOffAbort = onAbort(signal, () => this.fail(signal.reason));
    this.#awaitWord(clock);
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
    this.#chunks.push(chunk);
  };

  end = (lost: LostError | undefined): void => {
    if (lost !== undefined) {
      this.fail(lost);
      return;
    }
    this.#finish();
    const [only] = this.#chunks;
    const body = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  };

  fail(error: unknown): void {
    if (!this.#done) {
      this.#finish();
      this.#stop?.();
      this.#reject(error);
    }
  }

  #finish(): void {
    this.#done = true;
    this.#callOffAbort?.();
    this.#callOffTimer?.();
  }

  #awaitWord(clock: Clock): void {
    const before = this.#heard;
    this.#callOffTimer = clock.after(silence, () => {
      if (this.#heard > before) {
        this.#awaitWord(clock);
      } else {
        this.fail(new LostError(`the server has said nothing for ${silence / 1000} s`));
      }
    });
  }
}
