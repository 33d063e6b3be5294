import { gunzip } from "node:zlib";

import type { Clock } from "../../async/clock.ts";
import type { Credentials } from "../model/access.ts";
import type { ConnectionPool } from "../transport/connection-pool.ts";
import { ConnectionLostError, oneLine, type WireHeaders, type WireRequest } from "../transport/connection.ts";
import { receiveResponse } from "./receive-response.ts";

/** A response, whole and decompressed. */
export interface Response {
  readonly status: number;
  readonly headers: WireHeaders;
  readonly body: Buffer;
}

/** Dependencies of one attempt. */
interface RequestAttempt {
  readonly lane: ConnectionPool;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Milliseconds without a byte after which a response counts as lost. Longer than the minute after which the
 * API server itself times out a request, so that its response comes first.
 */
const silence = 75_000;

/**
 * Sends a request once and collects its response. Rejects with a ConnectionLostError, with the error of
 * dialling, or with the signal's reason.
 */
export async function sendRequest(request: WireRequest, attempt: RequestAttempt): Promise<Response> {
  const { lane, credentials, clock, signal } = attempt;
  const chunks: Buffer[] = [];
  let status = 0;
  let headers: WireHeaders = {};
  await receiveResponse(
    {
      head: (code, fields) => {
        status = code;
        headers = fields;
      },
      data: (chunk) => {
        chunks.push(chunk);
      },
    },
    {
      clock,
      signal,
      silence,
      who: "the server has",
      open: (receiver) => lane.open(request, receiver, credentials),
    },
  );
  const [only] = chunks;
  const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  const answer = { status, headers, body };
  return headers["content-encoding"] === "gzip" ? decompress(answer) : answer;
}

async function decompress(answer: Response): Promise<Response> {
  return new Promise((resolve, reject) => {
    gunzip(answer.body, (error, body) => {
      if (error === null) {
        resolve({ ...answer, body });
      } else {
        reject(
          new ConnectionLostError(`the response cannot be decompressed: ${oneLine(error)}`, {
            cause: error,
          }),
        );
      }
    });
  });
}

/**
 * A warning as the API server sends it: code, agent, quoted text (RFC 7234, 5.5); a line holds one or
 * several.
 */
const warning = /\d{3} \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g;

/** The texts of `Warning` headers, in order, without duplicates. */
export function readWarnings(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) {
    return [];
  }
  const lines = typeof header === "string" ? [header] : header;
  const texts = lines.flatMap((line) =>
    [...line.matchAll(warning)].map(([, quoted = ""]) => utf8(quoted.replaceAll(/\\(.)/g, "$1"))),
  );
  return [...new Set(texts)];
}

/** Node reads headers as Latin-1, the API server writes UTF-8. */
function utf8(text: string): string {
  return /[\u0080-\u00ff]/.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text;
}
