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
export interface RequestAttempt {
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
          new ConnectionLostError(`the answer is not compressed as it says: ${oneLine(error)}`, {
            cause: error,
          }),
        );
      }
    });
  });
}
