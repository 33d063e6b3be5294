import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer, Server as TlsServer } from "node:https";

import type { Clock } from "../../async/clock.ts";
import { type Handler, sendText } from "./http-message.ts";
import {
  hostNameOf,
  isLoopback,
  type ListenAddress,
  ListenError,
  parseListenAddress,
} from "./listen-address.ts";
import { errorMessage } from "../../object/bug-error.ts";

/** Options of a server besides its address and its handler. */
export interface WebServerOptions {
  readonly clock: Pick<Clock, "after">;
  /** Receives what a handler threw. */
  readonly fault: (error: unknown) => void;
  /**
   * Names accepted in the `Host` header besides those of the loopback; if any is given, all other names are
   * refused at every address. `any`: requests are signed, so their `Host` proves nothing.
   */
  readonly hosts?: readonly string[] | "any";
  /** If set, connections are encrypted. */
  readonly identity?: ServerIdentity;
  readonly limits?: Partial<ListenLimits>;
}

/** The certificate chain and the key of a server, both PEM. */
export interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
}

/** Limits on the resources that untrusted clients may use. Times in milliseconds. */
export interface ListenLimits {
  /** Time limit for receiving the headers of a request. */
  readonly headersTime: number;
  /** Time limit for receiving the whole request. */
  readonly requestTime: number;
  /** A connection without traffic for this long is closed; streams have to send something more often. */
  readonly silence: number;
  readonly connections: number;
  /** Bytes of all headers of a request. */
  readonly headers: number;
  /** Time that responses in progress may take after the server is closed. */
  readonly grace: number;
}

const usualLimits: ListenLimits = {
  headersTime: 10_000,
  requestTime: 30_000,
  silence: 120_000,
  connections: 256,
  headers: 16 * 2 ** 10,
  grace: 2000,
};

/** A server that is listening. */
export interface Listening {
  /** The address without its port: `127.0.0.1`, `::`. */
  readonly address: string;
  readonly port: number;
  /**
   * Stops accepting requests, ends event streams, and lets other responses finish within a time limit.
   * Resolves when all connections are closed.
   */
  readonly close: () => Promise<void>;
  /**
   * Serves that identity on new connections; only for servers that have one. Throws if certificate and key do
   * not match.
   */
  readonly renew: (identity: ServerIdentity) => void;
}

/**
 * Listens for HTTP requests at an address in the form of `parseListenAddress`. At a loopback address,
 * requests whose `Host` is not a loopback name are refused: a site in the browser of this machine could reach
 * us under a name of its own that resolves to the loopback (DNS rebinding). Throws a ListenError if it cannot
 * listen.
 */
export async function startServer(
  address: string,
  answer: Handler,
  facts: WebServerOptions,
): Promise<Listening> {
  const limits = { ...usualLimits, ...facts.limits };
  const wanted = parseListenAddress(address);
  const server = serverFor(facts.identity, {
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTime,
    requestTimeout: limits.requestTime,
    connectionsCheckingInterval: Math.min(1000, limits.headersTime),
  });
  server.maxConnections = limits.connections;
  server.maxHeadersCount = 100;
  server.timeout = limits.silence;
  const open = new OpenAnswers(server);
  const bound = await bind(server, wanted, address);
  server.on("error", facts.fault);
  const isKnown = hostCheck(bound.address, facts.hosts ?? []);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    void answerSafely(isKnown(request) ? answer : refuseHost, { request, response }, facts.fault);
  });
  return {
    ...bound,
    close: () => open.close(facts.clock, limits.grace),
    renew: (identity) => {
      if (server instanceof TlsServer) {
        server.setSecureContext(secureContext(identity));
      }
    },
  };
}

function serverFor(identity: ServerIdentity | undefined, options: ServerOptions): Server {
  if (identity === undefined) {
    return createServer(options);
  }
  try {
    return createTlsServer({ ...options, ...secureContext(identity) });
  } catch (error) {
    const reason = errorMessage(error);
    throw new ListenError(`the certificate and its key cannot be used: ${reason}`, { cause: error });
  }
}

function secureContext({ cert, key }: ServerIdentity): ServerIdentity & { readonly minVersion: "TLSv1.2" } {
  return { cert, key, minVersion: "TLSv1.2" };
}

/**
 * Requests that arrive before the handlers are set up wait in the socket: nothing is read before the next
 * turn of the event loop.
 */
function bind(
  server: Server,
  { host, port }: ListenAddress,
  written: string,
): Promise<{ readonly address: string; readonly port: number }> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new ListenError(`cannot listen on ${written}: ${whyNot(error)}`, { cause: error }));
    });
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      const bound = server.address();
      const isPlace = typeof bound === "object" && bound !== null;
      resolve(isPlace ? { address: bound.address, port: bound.port } : { address: "", port });
    });
  });
}

const reasons: ReadonlyMap<string | undefined, string> = new Map([
  ["EADDRINUSE", "the address is in use; stop the other process, or choose another port"],
  ["EACCES", "permission denied; choose a port from 1024 on"],
  ["EADDRNOTAVAIL", "this machine has no such address; choose one that it has, or :PORT for all"],
  ["ENOTFOUND", "there is no such host; use an address of this machine, or :PORT for all"],
  ["EAI_AGAIN", "the host cannot be resolved; use an address of this machine, or :PORT for all"],
]);

function whyNot(error: NodeJS.ErrnoException): string {
  return reasons.get(error.code) ?? error.message;
}

/** Returns a check whether the `Host` of a request is one of ours. */
function hostCheck(address: string, hosts: readonly string[] | "any"): (request: IncomingMessage) => boolean {
  if (hosts === "any") {
    return () => true;
  }
  const known = new Set(hosts.map((host) => host.toLowerCase()));
  if (known.size === 0 && !isLoopback(address)) {
    return () => true;
  }
  return (request) => {
    const name = hostNameOf(request.headers.host);
    return name !== undefined && (isLoopback(name) || known.has(name));
  };
}

const refuseHost: Handler = (_request, response) => {
  sendText(response, { status: 403, text: "unknown host name; use localhost\n" });
};

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answerSafely(
  answer: Handler,
  { request, response }: Exchange,
  fault: (error: unknown) => void,
): Promise<void> {
  // A client that disconnects half-way is not an error.
  response.on("error", () => {});
  request.on("error", () => {});
  try {
    await answer(request, response);
  } catch (error) {
    if (request.destroyed && !request.complete) {
      return;
    }
    fault(error);
    if (response.headersSent) {
      response.destroy();
    } else {
      sendText(response, { status: 500, text: "internal error; see the log\n" });
    }
  }
}

/** The responses of a server that are in progress. */
class OpenAnswers {
  readonly #server: Server;
  readonly #responses = new Set<ServerResponse>();
  #closed: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  add(response: ServerResponse): void {
    this.#responses.add(response);
    if (this.#closed !== undefined) {
      response.shouldKeepAlive = false;
    }
    // By the time the response is closed, it no longer has its socket.
    const { socket } = response;
    response.once("close", () => {
      this.#responses.delete(response);
      if (this.#closed !== undefined) {
        socket?.destroySoon();
      }
    });
  }

  close(clock: Pick<Clock, "after">, grace: number): Promise<void> {
    this.#closed ??= this.#close(clock, grace);
    return this.#closed;
  }

  async #close(clock: Pick<Clock, "after">, grace: number): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
    const callOff = clock.after(grace, () => {
      this.#server.closeAllConnections();
    });
    for (const response of this.#responses) {
      // A response that has begun and not ended is a stream: all others are written at once.
      if (!response.headersSent) {
        response.shouldKeepAlive = false;
      } else if (!response.writableEnded) {
        response.end();
      }
    }
    this.#server.closeIdleConnections();
    await closed;
    callOff();
  }
}
