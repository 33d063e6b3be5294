import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";

import type { Handling } from "./request-handling.ts";

/** A request with the two connections that it passes. */
export interface Way {
  /** The connection to converge. */
  readonly session: ServerHttp2Session;
  /** The connection to the API server. */
  readonly behind: ClientHttp2Session;
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
}

/** A complete response of the API server. */
export interface Answer {
  /** Sends it to converge. */
  readonly forward: () => void;
  /** Sends the first half of it to converge, then breaks the stream. */
  readonly forwardHalf: () => void;
}

/** Forwards a request, and resolves when the API server has answered it. */
export async function exchange(way: Way): Promise<Answer> {
  const { stream } = way;
  const outgoing = send(way);
  const chunks: Buffer[] = [];
  let head: OutgoingHttpHeaders = {};
  await new Promise<void>((resolve, reject) => {
    outgoing.on("response", (headers) => {
      head = answerHeaders(headers);
    });
    outgoing.on("data", (chunk: Buffer) => chunks.push(chunk));
    outgoing.on("end", resolve);
    outgoing.on("error", reject);
    outgoing.on("close", () => reject(new Error("the API server has ended the stream")));
  });
  const body = Buffer.concat(chunks);
  return {
    forward: () => {
      if (!stream.destroyed) {
        stream.respond(head);
        stream.end(body);
      }
    },
    forwardHalf: () => {
      if (!stream.destroyed) {
        stream.respond(head);
        stream.write(body.subarray(0, Math.floor(body.length / 2)), () => {
          // Not close(), which would end the stream in order first.
          stream.destroy(new Error("half of it must do"));
        });
      }
    },
  };
}

/** Streams a watch or a log as it comes, until it is cut. */
export function follow(
  way: Way,
  handling: Extract<Handling, { readonly type: "pass" | "cut" | "lag" }>,
): void {
  const { stream } = way;
  const lag = handling.type === "lag" ? handling.milliseconds : 0;
  const outgoing = send(way);
  outgoing.on("response", (headers) => {
    if (!stream.destroyed) {
      stream.respond(answerHeaders(headers));
    }
  });
  outgoing.on("data", (chunk: Buffer) => {
    setTimeout(() => {
      if (!stream.destroyed && !stream.writableEnded) {
        stream.write(chunk);
      }
    }, lag);
  });
  outgoing.on("close", () => setTimeout(() => stream.end(), lag));
  if (handling.type === "cut") {
    const timer = setTimeout(() => {
      outgoing.close(constants.NGHTTP2_CANCEL);
      if (!handling.inOrder && !stream.destroyed) {
        stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      }
    }, handling.milliseconds);
    stream.on("close", () => clearTimeout(timer));
  }
}

function send({ behind, stream, headers }: Way): ClientHttp2Stream {
  const { ":authority": _authority, ":scheme": _scheme, host: _host, ...rest } = headers;
  // Explicit, because Node.js assumes that a DELETE has no body; here the body holds the delete options.
  const outgoing = behind.request(rest, { endStream: false });
  outgoing.on("error", () => {});
  stream.pipe(outgoing);
  stream.on("close", () => outgoing.close(constants.NGHTTP2_CANCEL));
  return outgoing;
}

function answerHeaders(headers: IncomingHttpHeaders & IncomingHttpStatusHeader): OutgoingHttpHeaders {
  return { ...headers };
}
