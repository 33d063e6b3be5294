import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { Clock } from "../../async/clock.ts";
import { UnreachableError } from "../model/api-error.ts";
import {
  startHeartbeat,
  ConnectionLostError,
  oneLine,
  type Connection,
  type Receiver,
  type WireRequest,
} from "./connection.ts";

/** Options of an HTTP/2 connection. */
export interface Http2Options {
  /** `https://127.0.0.1:6443`, without a path. */
  readonly origin: string;
  /** The name of the server in messages. */
  readonly name: string;
  readonly clock: Clock;
}

/** The window of one stream: a page of a list arrives without waiting for window updates. */
const streamWindow = 8 * 1024 * 1024;
const connectionWindow = 16 * 1024 * 1024;
/** Milliseconds within which the server must send its settings. */
const greetingTime = 15_000;
/** Streams that node assumes before the server has sent a limit, and its maximum whatever limit that is. */
const mostStreams = 1000;

/**
 * Speaks HTTP/2 on a connected socket. Resolves once the server has sent its settings, so that the stream
 * limit is known. While requests are in flight the server is pinged every 30 s; only then does the connection
 * keep the process alive.
 */
export async function openHttp2(socket: Socket, options: Http2Options): Promise<Connection> {
  const session = connect(options.origin, {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: streamWindow },
  });
  await greeting(session, options);
  session.setLocalWindowSize(connectionWindow);
  return new Http2Connection(session, socket, options);
}

function greeting(session: ClientHttp2Session, { clock, name }: Http2Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error): void => {
      callOff();
      const reason = error === undefined ? "the connection was closed" : oneLine(error);
      reject(new UnreachableError(`${name}: the HTTP/2 handshake failed: ${reason}`, { cause: error }));
      session.destroy();
    };
    const callOff = clock.after(greetingTime, () => fail(new Error("timeout")));
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
  readonly #options: Http2Options;
  #streams = 0;
  #retired = false;
  #lastStream = Infinity;
  #fault: Error | undefined;
  #stopHeartbeat: (() => void) | undefined;

  constructor(session: ClientHttp2Session, socket: Socket, options: Http2Options) {
    this.#session = session;
    this.#socket = socket;
    this.#options = options;
    session.on("goaway", (_code: number, lastStream: number) => {
      this.#retired = true;
      this.#lastStream = lastStream;
    });
    // Each stream gets its own error; this keeps the reason for them.
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
    // Not while a frame is being read, from where callers may call this: node aborts (nodejs/node#64850).
    await nextTurn();
    this.#session.destroy();
    // A session waits for its final frames to be sent, which an unreachable peer never accepts.
    this.#socket.destroy();
  }

  #request(request: WireRequest): ClientHttp2Stream | ConnectionLostError {
    // The names are literal: this runs once per request, and node copies the object anyway.
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
      this.#stopHeartbeat = startHeartbeat(this.#session, this.#options.clock, (fault) => this.#break(fault));
    }
  }

  #end(): void {
    this.#streams -= 1;
    if (this.#streams === 0) {
      this.#stopHeartbeat?.();
      this.#session.unref();
    }
  }

  /** The reason a stream ended before its response was complete. */
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
    return `the connection to ${this.#options.name} broke: ${reason}`;
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
  // A stream that was reset ends too: only one that was closed in order is complete.
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
