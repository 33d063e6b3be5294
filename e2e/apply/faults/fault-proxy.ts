/** A proxy that speaks TLS and HTTP/2 on both sides, and injects a fault into each request as configured. */
import { once } from "node:events";
import {
  connect,
  constants,
  createSecureServer,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";

import { makeServerCertificate } from "../../control-plane/certificates.ts";
import { exchange, follow, type Way } from "./exchange.ts";
import type { ProxiedRequest, Handling } from "./request-handling.ts";
import { injectFault } from "./injected-fault.ts";

/** Decides how a request is handled. */
export type DecideHandling = (asked: ProxiedRequest) => Handling | Promise<Handling>;

/** A running proxy. */
export interface FaultProxy {
  /** `https://localhost:40123`. */
  readonly server: string;
  /** The CA of its certificate, as PEM. */
  readonly ca: string;
  /** The number of requests received. */
  readonly count: () => number;
  readonly close: () => void;
}

/** The API server behind it. */
export interface Upstream {
  readonly server: string;
  readonly ca: string | undefined;
}

let certificate: ReturnType<typeof makeServerCertificate> | undefined;

/** Starts a proxy in front of an API server. */
export async function startFaultProxy(upstream: Upstream, decide: DecideHandling): Promise<FaultProxy> {
  certificate ??= makeServerCertificate("localhost");
  const counter = new RequestCounter(upstream.server);
  const sessions = new Set<ServerHttp2Session | ClientHttp2Session>();
  const server = createSecureServer(certificate);
  server.on("session", (session) => {
    const behind = connect(upstream.server, upstream.ca === undefined ? {} : { ca: upstream.ca });
    couple(session, behind);
    sessions.add(session).add(behind);
    session.on("stream", (stream, headers) => {
      stream.on("error", () => {});
      const way: Way = { session, behind, stream, headers };
      void handle(counter.enter(headers), way, decide).catch(() => give(stream));
    });
  });
  server.on("sessionError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    server: `https://localhost:${port}`,
    ca: certificate.cert,
    count: () => counter.count,
    close: () => {
      server.close();
      for (const session of sessions) {
        session.destroy();
      }
    },
  };
}

/** Counts requests as they arrive. */
class RequestCounter {
  readonly #server: string;
  readonly #times = new Map<string, number>();
  count = 0;

  constructor(server: string) {
    this.#server = server;
  }

  enter(headers: IncomingHttpHeaders): ProxiedRequest {
    const url = new URL(headers[":path"] ?? "/", this.#server);
    const method = headers[":method"] ?? "GET";
    const stream = streamOf(url);
    const key = `${method} ${url.pathname} ${stream ?? ""}`;
    const time = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, time);
    this.count += 1;
    return {
      number: this.count,
      time,
      method,
      path: url.pathname,
      ...(stream === undefined ? {} : { stream }),
    };
  }
}

/** The kind of stream, if any: a followed log arrives bit by bit like a watch. */
function streamOf({ pathname, searchParams }: URL): ProxiedRequest["stream"] {
  if (searchParams.get("watch") === "true") {
    return "watch";
  }
  return pathname.endsWith("/log") && searchParams.get("follow") === "true" ? "log" : undefined;
}

/** Closes each side when the other one closes. */
function couple(session: ServerHttp2Session, behind: ClientHttp2Session): void {
  session.on("error", () => {});
  behind.on("error", () => {});
  session.on("close", () => behind.destroy());
  behind.on("close", () => session.destroy());
}

async function handle(asked: ProxiedRequest, way: Way, decide: DecideHandling): Promise<void> {
  const handling = await decide(asked);
  if (
    handling.type === "cut" ||
    handling.type === "lag" ||
    (handling.type === "pass" && asked.stream !== undefined)
  ) {
    follow(way, handling);
  } else if (handling.type === "pass") {
    const answer = await exchange(way);
    await handling.answered?.();
    answer.forward();
  } else {
    await injectFault(handling, way);
  }
}

function give(stream: ServerHttp2Stream): void {
  if (!stream.destroyed) {
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}
