import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gzip } from "node:zlib";

/**
 * Answers a request. Anything it throws or rejects with is a bug of ours: it is reported, and answered with
 * 500 and no detail.
 */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Forbids loading anything from anywhere. */
const strictestPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Returns the headers of every response (https://owasp.org/www-project-secure-headers): no content sniffing,
 * no framing, no access from other sites, no caching, no referrer. A page passes a content security policy of
 * its own.
 */
export function securityHeaders(policy: string = strictestPolicy): OutgoingHttpHeaders {
  return {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
}

/** A text response. */
export interface TextAnswer {
  readonly status: number;
  /** Plain text in UTF-8 if undefined. */
  readonly type?: string;
  readonly text: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** Sends a text with the headers of every response. `HEAD` gets the headers alone. */
export function sendText(response: ServerResponse, answer: TextAnswer): void {
  sendBytes(response, Buffer.from(answer.text, "utf8"), answer);
}

function sendBytes(
  response: ServerResponse,
  bytes: Buffer,
  { status, type = "text/plain; charset=utf-8", headers = {} }: TextAnswer,
): void {
  response.writeHead(status, {
    ...securityHeaders(),
    "Content-Type": type,
    "Content-Length": bytes.byteLength,
    ...headers,
  });
  response.end(bytes);
}

/** Texts below this size, in bytes, are not worth compressing. */
const smallText = 4096;

function compress(text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The lowest level has most of the effect at a fraction of the time.
    gzip(text, { level: 1 }, (error, bytes) => {
      if (error === null) {
        resolve(bytes);
      } else {
        reject(error);
      }
    });
  });
}

/**
 * Sends a text, compressed if it is large and the client accepts that. Only for texts without secrets: the
 * size of a compressed text reveals something about its content.
 */
export async function sendCompressed(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  answer: TextAnswer,
): Promise<void> {
  const accepted = request.headers["accept-encoding"]?.split(/\s*,\s*/).includes("gzip") === true;
  if (!accepted || answer.text.length < smallText) {
    sendText(response, answer);
    return;
  }
  const bytes = await compress(answer.text);
  sendBytes(response, bytes, {
    ...answer,
    headers: { ...answer.headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" },
  });
}

/**
 * Reads the body of a request; returns undefined if it has more than `most` bytes. The rest is then not read,
 * so the response has to close the connection (`Connection: close`). Rejects if the request ends half-way.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > most) {
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > most) {
      return undefined;
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}
