import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { Clock } from "../../async/clock.ts";
import { UnreachableError } from "../model/api-error.ts";
import { startHeartbeat } from "./heartbeat.ts";
import {
  ConnectionLostError,
  oneLine,
  type Connection,
  type Receiver,
  type WireRequest,
} from "./connection.ts";

/** What an HTTP/2 connection needs to know. */
export interface Http2Facts {
  /** `https://127.0.0.1:6443`, without a path. */
  readonly origin: string;
  readonly clock: Clock;
}

/** One stream's window: a page of a list arrives without waiting for leave. */
const streamWindow = 8 * 1024 * 1024;
const connectionWindow = 16 * 1024 * 1024;
/** Milliseconds within which the server has to say its settings. */
const greetingTime = 15_000;
/** Streams that node counts on before the server has said a number, and beyond any that it says. */
const mostStreams = 1000;

/**
 * Speaks HTTP/2 on a connected socket. Resolves once the server has said its settings, so that the number of
 * streams is known. While requests are under way the server is asked every 30 s whether it is still there;
 * the connection holds the process only that long.
 */
export async function openHttp2(socket: Socket, facts: Http2Facts): Promise<Connection> {
  const session = connect(facts.origin, {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: streamWindow },
  });
  await greeting(session, facts);
  session.setLocalWindowSize(connectionWindow);
  return new Http2Connection(session, socket, facts);
}

function greeting(session: ClientHttp2Session, { clock, origin }: Http2Facts): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error): void => {
      callOff();
      const reason = error === undefined ? "the connection was closed" : oneLine(error);
      reject(
        new UnreachableError(`${origin}: no HTTP/2 greeting from the server: ${reason}`, { cause: error }),
      );
      session.destroy();
    };
    const callOff = clock.after(greetingTime, () => fail(new Error("time ran out")));
    session.once("error", fail);
    session.once("close", fail);
    session.once("remoteSettings", () => {
      callOff();
      session.off("error", fail);
      session.off("close", fail);
      resolve();
    });
  });
}

class Http2Connection implements Connection {
  readonly #session: ClientHttp2Session;
  readonly #socket: Socket;
  readonly #facts: Http2Facts;
  #streams = 0;
  #retired = false;
  #lastStream = Infinity;
  #fault: Error | undefined;
  #stopHeartbeat: (() => void) | undefined;

  constructor(session: ClientHttp2Session, socket: Socket, facts: Http2Facts) {
    this.#session = session;
    this.#socket = socket;
    this.#facts = facts;
    session.on("goaway", (_code: number, lastStream: number) => {
      this.#retired = true;
      this.#lastStream = lastStream;
    });
    // Each stream hears of its own loss; this keeps the reason for them.
    session.on("error", (error: Error) => {
      this.#fault ??= error;
    });
    session.on("close", () => this.#stopHeartbeat?.());
    session.unref();
  }

  state(): "open" | "leaving" | "closed" {
    if (this.#session.destroyed) {
      return "closed";
    }
    return this.#retired || this.#session.closed ? "leaving" : "open";
  }

  room(): number {
    const most = this.#session.remoteSettings.maxConcurrentStreams ?? mostStreams;
    return Math.min(most, mostStreams) - this.#streams;
  }

  open(request: WireRequest, receiver: Receiver): () => void {
    const stream = this.#request(request);
    if (stream instanceof ConnectionLostError) {
      receiver.end(stream);
      return () => {};
    }
    this.#begin();
    stream.once("close", () => this.#end());
    const stop = receive(stream, receiver, () => this.#loss(stream));
    if (request.body !== undefined) {
      stream.end(request.body);
    }
    return stop;
  }

  retire(): void {
    this.#retired = true;
    this.#session.close();
  }

  destroy(): void {
    this.#break(new Error("the connection was closed"));
  }

  #break(fault: Error): void {
    this.#fault ??= fault;
    this.#retired = true;
    void this.#tearDown();
  }

  async #tearDown(): Promise<void> {
    // Not from within the reading of a frame, where callers may be: node aborts (nodejs/node#64850).
    await nextTurn();
    this.#session.destroy();
    // A session waits for its last words to be sent, which a peer that is away never takes.
    this.#socket.destroy();
  }

  #request(request: WireRequest): ClientHttp2Stream | ConnectionLostError {
    // The names stand literally: this runs once a request, and node copies the object anyway.
    const headers = { ":method": request.method, ":path": request.path, ...request.headers };
    try {
      return this.#session.request(headers, { endStream: request.body === undefined });
    } catch (error) {
      return new ConnectionLostError(this.#words(oneLine(error)), { cause: error, unprocessed: true });
    }
  }

  #begin(): void {
    this.#streams += 1;
    if (this.#streams === 1) {
      this.#session.ref();
      this.#stopHeartbeat = startHeartbeat(this.#session, this.#facts.clock, (fault) => this.#break(fault));
    }
  }

  #end(): void {
    this.#streams -= 1;
    if (this.#streams === 0) {
      this.#stopHeartbeat?.();
      this.#session.unref();
    }
  }

  /** Why a stream ended before its answer was whole. */
  #loss(stream: ClientHttp2Stream): ConnectionLostError {
    const refused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
    const cause: unknown = stream.errored ?? this.#fault;
    const reason = this.#fault ?? stream.errored;
    return new ConnectionLostError(
      this.#words(reason === null ? "the server ended the stream" : oneLine(reason)),
      {
        cause,
        unprocessed: refused || stream.id === undefined || stream.id > this.#lastStream,
      },
    );
  }

  #words(reason: string): string {
    return `the connection to ${this.#facts.origin} broke: ${reason}`;
  }
}

function receive(stream: ClientHttp2Stream, receiver: Receiver, loss: () => ConnectionLostError): () => void {
  let answered = false;
  let done = false;
  // Every stream closes, and few are lost: an error costs its stack trace.
  const lose = (): void => {
    if (!done) {
      done = true;
      receiver.end(loss());
    }
  };
  stream.on("response", (headers) => {
    answered = true;
    receiver.head(headers[":status"] ?? 0, headers);
  });
  stream.on("data", (chunk: Buffer) => {
    if (!done) {
      receiver.data(chunk);
    }
  });
  // A stream that was reset also comes to its end: only one that was closed in order has brought all.
  stream.on("end", () => {
    if (!done && answered && !stream.aborted && stream.rstCode === constants.NGHTTP2_NO_ERROR) {
      done = true;
      receiver.end(undefined);
    }
  });
  stream.on("error", lose);
  stream.on("close", lose);
  return () => {
    done = true;
    stream.close(constants.NGHTTP2_CANCEL);
  };
}
