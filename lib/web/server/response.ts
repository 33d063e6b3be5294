import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

/**
 * Answers a request. What it throws, or rejects with, is a fault of ours: it is told, and answered with 500
 * and no detail.
 */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Nothing may be loaded from anywhere. */
const strictestPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The headers that every answer carries (https://owasp.org/www-project-secure-headers): it is what its type
 * says, is in no frame, is read by no other site, is kept nowhere and tells nobody whence its reader comes. A
 * page brings a content security policy of its own.
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

/** What is answered: a status with a text. */
export interface TextAnswer {
  readonly status: number;
  /** Without it plain text in UTF-8. */
  readonly type?: string;
  readonly text: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** Answers with a text and the headers that every answer carries. `HEAD` gets the headers alone. */
export function sendText(
  response: ServerResponse,
  { status, type = "text/plain; charset=utf-8", text, headers = {} }: TextAnswer,
): void {
  const bytes = Buffer.from(text, "utf8");
  response.writeHead(status, {
    ...securityHeaders(),
    "Content-Type": type,
    "Content-Length": bytes.byteLength,
    ...headers,
  });
  response.end(bytes);
}
