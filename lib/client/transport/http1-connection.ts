import { Agent, request as sendRequest, type ClientRequest, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import {
  ConnectionLostError,
  oneLine,
  type Connection,
  type Receiver,
  type WireRequest,
} from "./connection.ts";

/** Options of an HTTP/1.1 connection. */
export interface Http1Options {
  /** `http://127.0.0.1:8001`, without a path. */
  readonly origin: string;
  /** The name of the server in messages. */
  readonly name: string;
  /** Opens another socket. */
  readonly dial: () => Promise<Duplex>;
  /** The maximum number of open sockets; further requests wait for one. */
  readonly sockets: number;
}

/**
 * Speaks HTTP/1.1 with keep-alive on one socket per request in flight, up to a limit. `first` is a socket
 * that is already open.
 */
export function openHttp1(first: Duplex, options: Http1Options): Connection {
  return new Http1Connection(new DialAgent(first, options), options);
}

type Created = (error: Error | null, socket?: Duplex) => void;

/** An agent whose sockets are dialled by the caller, TLS and proxy included. */
class DialAgent extends Agent {
  readonly #dial: Http1Options["dial"];
  #first: Duplex | undefined;
  #isDestroyed = false;

  constructor(first: Duplex, options: Http1Options) {
    super({ keepAlive: true, maxSockets: options.sockets, maxFreeSockets: options.sockets });
    this.#first = first;
    this.#dial = options.dial;
    first.on("error", () => {});
  }

  override createConnection(_options: object, created: Created): Duplex | null | undefined {
    const first = this.#first;
    this.#first = undefined;
    if (first !== undefined && !first.destroyed) {
      return first;
    }
    void this.#add(created);
    return undefined;
  }

  async #add(created: Created): Promise<void> {
    try {
      const socket = await this.#dial();
      if (this.#isDestroyed) {
        socket.destroy();
      }
      created(null, socket);
    } catch (error) {
      created(asError(error));
    }
  }

  override destroy(): void {
    this.#isDestroyed = true;
    this.#first?.destroy();
    super.destroy();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

class Http1Connection implements Connection {
  readonly #agent: Agent;
  readonly #options: Http1Options;
  readonly #host: string;
  /** Node's agent does not count sockets that are still being opened, so its own limit is not reliable. */
  readonly #waiting = new Set<() => void>();
  #closed = false;
  #requests = 0;
  #retired = false;

  constructor(agent: Agent, options: Http1Options) {
    this.#agent = agent;
    this.#options = options;
    this.#host = new URL(options.origin).host;
  }

  state(): "open" | "leaving" | "closed" {
    if (this.#closed) {
      return "closed";
    }
    return this.#retired ? "leaving" : "open";
  }

  room(): number {
    return Infinity;
  }

  open(request: WireRequest, receiver: Receiver): () => void {
    let stop: (() => void) | undefined;
    const begin = (): void => {
      stop = this.#send(request, receiver);
    };
    if (this.#requests < this.#options.sockets) {
      begin();
    } else {
      this.#waiting.add(begin);
    }
    return () => {
      this.#waiting.delete(begin);
      stop?.();
    };
  }

  retire(): void {
    this.#retired = true;
    if (this.#requests === 0) {
      this.destroy();
    }
  }

  destroy(): void {
    this.#closed = true;
    this.#agent.destroy();
  }

  #send(request: WireRequest, receiver: Receiver): () => void {
    if (this.#closed) {
      receiver.end(new ConnectionLostError("the connection was closed", { unprocessed: true }));
      return () => {};
    }
    const sent = sendRequest({
      agent: this.#agent,
      method: request.method,
      path: request.path,
      headers: { ...request.headers, ...length(request.body), host: this.#host },
    });
    this.#requests += 1;
    sent.once("close", () => this.#end());
    const stop = receive(sent, receiver, this.#options.name);
    sent.end(request.body);
    return stop;
  }

  #end(): void {
    this.#requests -= 1;
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next();
    } else if (this.#retired && this.#requests === 0) {
      this.destroy();
    }
  }
}

function length(body: string | undefined): WireRequest["headers"] {
  return body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
}

function receive(sent: ClientRequest, receiver: Receiver, name: string): () => void {
  let done = false;
  let fault: Error | undefined;
  const finish = (lost: ConnectionLostError | undefined): void => {
    if (!done) {
      done = true;
      receiver.end(lost);
    }
  };
  const lose = (): void => {
    const reason = fault === undefined ? "the server ended it" : oneLine(fault);
    // Without a socket nothing was sent.
    const unprocessed = sent.socket === null;
    finish(
      new ConnectionLostError(`the connection to ${name} broke: ${reason}`, { cause: fault, unprocessed }),
    );
  };
  sent.on("response", (answer: IncomingMessage) => {
    receiver.head(answer.statusCode ?? 0, answer.headers);
    answer.on("data", (chunk: Buffer) => {
      if (!done) {
        receiver.data(chunk);
      }
    });
    answer.on("end", () => (answer.complete ? finish(undefined) : lose()));
    answer.on("error", (error: Error) => {
      fault = error;
      lose();
    });
  });
  sent.on("error", (error: Error) => {
    fault = error;
    lose();
  });
  sent.on("close", lose);
  return () => {
    done = true;
    sent.destroy();
  };
}
