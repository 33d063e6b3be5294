import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

import { AccessError } from "./api-error.ts";

/** Address and identity for a cluster, from kubeconfig files, flags or the pod's own files. */
export interface Access {
  /**
   * `https://127.0.0.1:6443`, or with a path (`https://proxy/k8s/clusters/c1`), never with a trailing slash.
   */
  readonly server: string;
  /** The name of the server in messages, if they must not show its address. */
  readonly name?: string;
  /** `default` if the context names none. */
  readonly namespace: string;
  /** Undefined in a pod, and if no kubeconfig names one. */
  readonly context: string | undefined;
  /**
   * The credentials of every request, impersonation included. Called before each request: cheap unless
   * something has expired.
   */
  readonly credentials: () => Promise<Credentials>;
  /**
   * Called when the server has refused these credentials (401): resolves to true if others are available,
   * which the next `credentials()` returns.
   */
  readonly renew: (refused: Credentials) => Promise<boolean>;
  /**
   * Opens a connection to the server, through the proxy if there is one, TLS included (`alpn` offered in that
   * order). Throws an UnreachableError or AccessError with one line that says what is wrong: name not found,
   * refused, certificate, proxy.
   */
  readonly dial: (credentials: Credentials, alpn: readonly string[]) => Promise<Socket | TLSSocket>;
}

/** Proof of identity. Compared by identity: a new value is a new proof. */
export interface Credentials {
  /**
   * `authorization`, `impersonate-user`, …: lower-case names; several values for a header that may be
   * repeated.
   */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A client certificate with its key, PEM. Connections opened with another one must no longer be used. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

/**
 * Encodes a text as a header value: its UTF-8 bytes, one per character, as Go sends it. Throws an
 * AccessError, without quoting the text, if it holds a line break or another control character; `what` names
 * it.
 */
export function headerText(text: string, what: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) {
    throw new AccessError(
      `${what} contains a line break or control character, which is not allowed in a header`,
    );
  }
  return Buffer.from(text, "utf8").toString("latin1");
}
