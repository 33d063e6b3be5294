import {
  Agent as PlainAgent,
  type AgentOptions,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestPlain,
} from "node:http";
import { request as requestSecure } from "node:https";
import { type Duplex, Readable } from "node:stream";
import { createSecureContext } from "node:tls";

import type { Clock } from "../../async/clock.ts";
import { trustedAuthorities } from "./ca-bundle.ts";
import { RegistryError, TransientError } from "../model/registry-error.ts";
import { type OpenedOption, TunnelAgent } from "./tunnel-agent.ts";

/** An HTTP request. */
export interface HttpCall {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** An HTTP response. Its body must be read or dropped by `discard`. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Throws TransientError if the connection breaks. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly discard: () => void;
}

/**
 * Sends a request. Throws TransientError if there was no response, RegistryError if a retry cannot succeed.
 */
export type HttpTransport = (call: HttpCall) => Promise<Answer>;

/** Returns the transport with a check of every address that is requested, those of redirects included. */
export function guarded(wire: HttpTransport, guard: (url: URL) => void = () => {}): HttpTransport {
  return async (call) => {
    guard(call.url);
    return wire(call);
  };
}

/** Timeout for a server that sends or accepts nothing, in milliseconds. */
const longestSilence = 30_000;

/** Environment variables that name proxies: `HTTPS_PROXY`, `NO_PROXY`. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/**
 * Opens an HTTP transport. Connections are kept alive; idle ones do not keep the process running. `proxies`:
 * the variables of the environment that name proxies; none are used if it is omitted.
 */
export function openTransport(ca: string, clock: Clock, proxies: ProxyVariables = {}): HttpTransport {
  const agents = openAgents(ca, proxies);
  return async (call) => {
    const message = await send(call, { agents, clock });
    return {
      status: message.statusCode ?? 0,
      headers: message.headers,
      body: readBody(message, clock),
      discard: () => {
        putAside(message, call);
      },
    };
  };
}

interface Agents {
  readonly plain: () => PlainAgent;
  readonly secure: () => TunnelAgent;
}

function openAgents(ca: string, proxies: ProxyVariables): Agents {
  const held: { plain?: PlainAgent; secure?: TunnelAgent } = {};
  const options = { keepAlive: true, maxSockets: 16, maxFreeSockets: 4, proxyEnv: { ...proxies } };
  return {
    plain: () => {
      held.plain ??= withProxy(() => new PlainAgent(options));
      return held.plain;
    },
    secure: () => {
      // Created once: loading all roots would cost milliseconds per connection.
      held.secure ??= openSecure({ ...options, ca });
      return held.secure;
    },
  };
}

function openSecure({ ca, ...options }: AgentOptions & { readonly ca: string }): TunnelAgent {
  const secureContext = createSecureContext({ ca: [...trustedAuthorities(ca)] });
  return withProxy(() => new TunnelAgent({ ...options, secureContext }));
}

/** Creates an agent. Throws a RegistryError, which does not show the password, for a faulty proxy. */
function withProxy<Created>(create: () => Created): Created {
  try {
    return create();
  } catch {
    throw new RegistryError(
      "refused",
      "the proxy of the environment is not valid: write HTTPS_PROXY as http://proxy.example:3128, with special characters of a password percent-encoded",
    );
  }
}

interface Means {
  readonly agents: Agents;
  readonly clock: Clock;
}

function send(call: HttpCall, { agents, clock }: Means): Promise<IncomingMessage> {
  const { url, signal, body } = call;
  const held: { connection?: Duplex } = {};
  const request = openRequest(call, agents, (connection) => {
    held.connection = connection;
  });
  return new Promise((resolve, reject) => {
    const giveUp = (error: Error): void => {
      end();
      request.destroy(error);
      if (request.socket === null) {
        held.connection?.destroy(error);
      }
      reject(troubleOf(error, url));
    };
    const onAbort = (): void => {
      giveUp(new Error("it was called off"));
    };
    const callOff = watchSilence(request, { clock, uploads: body !== undefined, giveUp });
    const end = (): void => {
      callOff();
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort);
    request.on("response", (message) => {
      end();
      resolve(message);
    });
    // Kept for the lifetime of the request: a late error without a listener ends the process.
    request.on("error", (error) => {
      end();
      reject(troubleOf(error, url));
    });
    if (body === undefined) {
      request.end();
    } else {
      Readable.from(slicesOf(body)).pipe(request);
    }
  });
}

function openRequest(call: HttpCall, agents: Agents, opened: OpenedOption["opened"]): ClientRequest {
  const { method, url, signal, body } = call;
  const headers = {
    ...call.headers,
    ...(body === undefined ? {} : { "content-length": String(body.length) }),
  };
  const options = { method, headers, signal, opened };
  return url.protocol === "https:"
    ? requestSecure(url, { ...options, agent: agents.secure() })
    : requestPlain(url, { ...options, agent: agents.plain() });
}

interface Watch {
  readonly clock: Clock;
  readonly uploads: boolean;
  readonly giveUp: (error: Error) => void;
}

/** Gives up a request whose server has neither answered nor accepted data within the timeout. */
function watchSilence(request: ClientRequest, { clock, uploads, giveUp }: Watch): () => void {
  const state = { taken: 0, callOff: (): void => {} };
  const wait = (): void => {
    state.callOff = clock.after(longestSilence, () => {
      const taken = uploads ? (request.socket?.bytesWritten ?? 0) : 0;
      if (taken > state.taken) {
        state.taken = taken;
        wait();
      } else {
        giveUp(silence());
      }
    });
  };
  wait();
  return () => {
    state.callOff();
  };
}

function silence(): Error {
  return new Error(`it sent nothing for ${longestSilence / 1000}s`);
}

/** Splits the bytes into slices, so that the progress of an upload can be measured. */
function* slicesOf(body: Uint8Array): Generator<Uint8Array> {
  const step = 65_536;
  for (let from = 0; from < body.length; from += step) {
    yield body.subarray(from, from + step);
  }
}

/** Short bodies are read to the end, so that the connection can be reused. */
function putAside(message: IncomingMessage, { method }: HttpCall): void {
  message.on("error", () => {});
  if (method === "HEAD" || Number(message.headers["content-length"]) <= 65_536) {
    message.resume();
  } else {
    message.destroy();
  }
}

/** The body of a response. Time spent by its reader does not count towards the timeout. */
async function* readBody(message: IncomingMessage, clock: Clock): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]();
  try {
    for (;;) {
      const callOff = clock.after(longestSilence, () => {
        message.destroy(silence());
      });
      const next = await chunks.next().finally(callOff);
      if (next.done === true) {
        return;
      }
      yield next.value;
    }
  } catch (error) {
    throw new TransientError(`the connection broke: ${wordsOf(error)}`, { cause: error });
  } finally {
    message.destroy();
  }
}

function troubleOf(error: Error, url: URL): Error {
  const code = "code" in error ? String(error.code) : "";
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) {
    const remedy = "set the CA that signed its certificate";
    const message = `${url.host} is not trusted: ${wordsOf(error)}; ${remedy}`;
    return new RegistryError("unreachable", message, "authority");
  }
  if (/^EPROTO$|SSL|TLS/.test(code)) {
    const remedy = "if it uses plain http, that has to be set";
    const message = `${url.host} does not speak TLS correctly (${code}); ${remedy}`;
    return new RegistryError("unreachable", message, "plain http");
  }
  return new TransientError(`${url.host} is not reachable: ${wordsOf(error)}`, { cause: error });
}

/**
 * Returns the first line of the message. An AggregateError of several addresses contains its messages in
 * `errors`.
 */
function wordsOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? (first.message.split("\n")[0] ?? "") : String(first);
}
