import {
  Agent as PlainAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestPlain,
} from "node:http";
import { Agent as SecureAgent, request as requestSecure } from "node:https";
import { Readable } from "node:stream";
import { createSecureContext } from "node:tls";

import type { Clock } from "../../../async/clock.ts";
import { trustedAuthorities } from "./ca-bundle.ts";
import { RegistryError } from "../model/registry-error.ts";
import { TransientError } from "./transient-error.ts";

/** One request, as it goes out. */
export interface HttpCall {
  readonly method: "GET" | "HEAD" | "POST" | "PUT";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** What came back. Its body has to be read, or put aside by `discard`. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Throws PassingTrouble where the connection breaks. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly discard: () => void;
}

/**
 * Sends one request. Throws PassingTrouble where nothing came back, RegistryError where nothing ever will.
 */
export type HttpTransport = (call: HttpCall) => Promise<Answer>;

/** How long a server may say nothing, in milliseconds. */
const longestSilence = 30_000;

/** The wire to registries, over connections that are kept; idle ones keep no process alive. */
export function openWire(ca: string, clock: Clock): HttpTransport {
  const agents = openAgents(ca);
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
  readonly plain: PlainAgent;
  readonly secure: () => SecureAgent;
}

function openAgents(ca: string): Agents {
  const held: { secure?: SecureAgent } = {};
  const options = { keepAlive: true, maxSockets: 16, maxFreeSockets: 4 };
  return {
    plain: new PlainAgent(options),
    secure: () => {
      // Made once: a context of all roots costs milliseconds for every connection otherwise.
      held.secure ??= new SecureAgent({
        ...options,
        secureContext: createSecureContext({ ca: [...trustedAuthorities(ca)] }),
      });
      return held.secure;
    },
  };
}

interface Means {
  readonly agents: Agents;
  readonly clock: Clock;
}

function send(call: HttpCall, { agents, clock }: Means): Promise<IncomingMessage> {
  const { method, url, signal, body } = call;
  const headers = {
    ...call.headers,
    ...(body === undefined ? {} : { "content-length": String(body.length) }),
  };
  const options = { method, headers, signal };
  const request =
    url.protocol === "https:"
      ? requestSecure(url, { ...options, agent: agents.secure() })
      : requestPlain(url, { ...options, agent: agents.plain });
  return new Promise((resolve, reject) => {
    const callOff = watchSilence(request, clock, body !== undefined);
    request.on("response", (message) => {
      callOff();
      resolve(message);
    });
    // Stays for the whole life of the request: a late error without a listener ends the process.
    request.on("error", (error) => {
      callOff();
      reject(troubleOf(error, url));
    });
    if (body === undefined) {
      request.end();
    } else {
      Readable.from(slicesOf(body)).pipe(request);
    }
  });
}

/** Ends a request whose server neither answers nor takes anything for too long. */
function watchSilence(request: ClientRequest, clock: Clock, uploads: boolean): () => void {
  const state = { taken: 0, callOff: (): void => {} };
  const wait = (): void => {
    state.callOff = clock.after(longestSilence, () => {
      const taken = uploads ? (request.socket?.bytesWritten ?? 0) : 0;
      if (taken > state.taken) {
        state.taken = taken;
        wait();
      } else {
        request.destroy(silence());
      }
    });
  };
  wait();
  return () => {
    state.callOff();
  };
}

function silence(): Error {
  return new Error(`it said nothing for ${longestSilence / 1000}s`);
}

/** Bytes in pieces, so that one can see how many of them have gone. */
function* slicesOf(body: Uint8Array): Generator<Uint8Array> {
  const step = 65_536;
  for (let from = 0; from < body.length; from += step) {
    yield body.subarray(from, from + step);
  }
}

/** What is short is read to its end, so that the connection can be used again. */
function putAside(message: IncomingMessage, { method }: HttpCall): void {
  message.on("error", () => {});
  if (method === "HEAD" || Number(message.headers["content-length"]) <= 65_536) {
    message.resume();
  } else {
    message.destroy();
  }
}

/** The bytes of an answer. The time that its reader takes is not the server's. */
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
    const remedy = "name the authority that signed its certificate";
    const message = `${url.host} is not trusted: ${wordsOf(error)}; ${remedy}`;
    return new RegistryError("unreachable", message, "authority");
  }
  if (/^EPROTO$|SSL|TLS/.test(code)) {
    const remedy = "where it speaks plain http, that has to be asked for";
    const message = `${url.host} does not speak TLS as it should (${code}); ${remedy}`;
    return new RegistryError("unreachable", message, "plain http");
  }
  return new TransientError(`${url.host} is not reachable: ${wordsOf(error)}`, { cause: error });
}

/** One line. A failure of several addresses has its words inside. */
function wordsOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? (first.message.split("\n")[0] ?? "") : String(first);
}
