import type { Access, Credentials } from "../model/access.ts";
import type { Clock } from "../../async/clock.ts";
import { UnreachableError } from "../model/api-error.ts";
import { ConnectionLostError, type Connection, type Receiver, type WireRequest } from "./connection.ts";
import { openHttp2 } from "./http2-connection.ts";

/** Options of a connection pool. */
export interface ConnectionPoolOptions {
  readonly access: Access;
  readonly clock: Clock;
  /** The maximum number of HTTP/2 connections; beyond it requests wait for a stream of the last one. */
  readonly connections: number;
  /** The maximum number of HTTP/1.1 sockets. */
  readonly sockets: number;
}

interface Held {
  readonly connection: Connection;
  readonly certificate: Credentials["certificate"];
}

/** Milliseconds between the attempts to reach a server that has never responded. */
const firstTries = [300, 1000];
/** Milliseconds for which such a failure is cached, so that a thousand waiting requests fail together. */
const failureCacheTime = 1000;

/**
 * Connections to one server for one class of requests. Another one is opened if all are full, closed, or were
 * opened with another client certificate. A server that has never been reached is tried three times within
 * some seconds.
 */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  #held: readonly Held[] = [];
  #leaving: readonly Connection[] = [];
  #dialling: Promise<void> | undefined;
  #reached = false;
  #closed = false;
  #failure: { readonly at: number; readonly error: unknown } | undefined;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  /** Whether a connection has ever been opened. */
  get reached(): boolean {
    return this.#reached;
  }

  /**
   * Sends a request, over a new connection if needed. Returns a function that cancels it. Throws a
   * ConnectionLostError or AccessError.
   */
  async open(request: WireRequest, receiver: Receiver, credentials: Credentials): Promise<() => void> {
    for (;;) {
      if (this.#closed) {
        throw new UnreachableError("the connection to the cluster has been closed");
      }
      const connection = this.#free(credentials);
      if (connection !== undefined) {
        return connection.open(request, receiver);
      }
      this.#dialling ??= this.#dial(credentials).finally(() => {
        this.#dialling = undefined;
      });
      await this.#dialling;
    }
  }

  /** Closes everything; requests in flight are lost. */
  close(): void {
    this.#closed = true;
    for (const connection of [...this.#leaving, ...this.#held.map((held) => held.connection)]) {
      connection.destroy();
    }
    this.#held = [];
    this.#leaving = [];
  }

  #free(credentials: Credentials): Connection | undefined {
    this.#sortOut(credentials);
    const found = this.#held.find(({ connection }) => connection.room() > 0);
    const isFull = this.#held.length >= this.#options.connections;
    return (found ?? (isFull ? this.#held.at(-1) : undefined))?.connection;
  }

  /**
   * Releases connections that may no longer be used. This runs once per request: usually there is nothing to
   * do.
   */
  #sortOut(credentials: Credentials): void {
    const isGood = (held: Held): boolean => held.connection.state() === "open" && fits(held, credentials);
    if (this.#held.every(isGood)) {
      return;
    }
    const bad = this.#held.filter((held) => !isGood(held)).map(({ connection }) => connection);
    this.#held = this.#held.filter(isGood);
    for (const connection of bad.filter((one) => one.state() === "open")) {
      connection.retire();
    }
    this.#leaving = [...this.#leaving, ...bad].filter((connection) => connection.state() !== "closed");
  }

  async #dial(credentials: Credentials): Promise<void> {
    const { clock } = this.#options;
    if (this.#failure !== undefined && clock.now() - this.#failure.at < failureCacheTime) {
      throw this.#failure.error;
    }
    try {
      const connection = await this.#connect(credentials);
      this.#reached = true;
      this.#failure = undefined;
      this.#keep({ connection, certificate: credentials.certificate });
    } catch (error) {
      const lost = asLost(error);
      if (!this.#reached) {
        this.#failure = { at: clock.now(), error: lost };
      }
      throw lost;
    }
  }

  #keep(held: Held): void {
    if (this.#closed) {
      held.connection.destroy();
    } else {
      this.#held = [...this.#held, held];
    }
  }

  async #connect(credentials: Credentials): Promise<Connection> {
    const waits = this.#reached ? [] : firstTries;
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#connectOnce(credentials);
      } catch (error) {
        const wait = waits[tries];
        if (wait === undefined || this.#closed || !(error instanceof UnreachableError)) {
          throw error;
        }
        await new Promise<void>((resolve) => {
          this.#options.clock.after(wait, resolve);
        });
      }
    }
  }

  async #connectOnce(credentials: Credentials): Promise<Connection> {
    const { access, clock, sockets } = this.#options;
    const { origin } = new URL(access.server);
    const name = access.name ?? origin;
    const socket = await access.dial(credentials, ["h2", "http/1.1"]);
    if ("alpnProtocol" in socket && socket.alpnProtocol === "h2") {
      return openHttp2(socket, { origin, name, clock });
    }
    // Rarely needed: loaded only then.
    const { openHttp1 } = await import("./http1-connection.ts");
    return openHttp1(socket, { origin, name, sockets, dial: () => access.dial(credentials, ["http/1.1"]) });
  }
}

function fits({ certificate }: Held, credentials: Credentials): boolean {
  const now = credentials.certificate;
  return certificate === now || (certificate?.cert === now?.cert && certificate?.key === now?.key);
}

/** A connection that could not be opened: the request was not sent. An AccessError is passed on as it is. */
function asLost(error: unknown): unknown {
  return error instanceof UnreachableError
    ? new ConnectionLostError(error.message, { cause: error, unprocessed: true })
    : error;
}
