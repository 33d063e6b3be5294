import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

/** Where a cluster is and as whom it is entered: what kubeconfig files, flags or the pod's own files say. */
export interface Access {
  /**
   * `https://127.0.0.1:6443`, or with a path behind it (`https://proxy/k8s/clusters/c1`), never with a slash
   * at its end.
   */
  readonly server: string;
  /** `default` where the context names none. */
  readonly namespace: string;
  /** Undefined in a pod, and where no kubeconfig names one. */
  readonly context: string | undefined;
  /**
   * What goes with every request, impersonation included. Asked before each request: cheap unless something
   * ran out.
   */
  readonly credentials: () => Promise<Credentials>;
  /**
   * The server has refused these credentials (401): resolves to true where others could be had, which the
   * next `credentials()` gives.
   */
  readonly renew: (refused: Credentials) => Promise<boolean>;
  /**
   * Opens a connection to the server, through the proxy where there is one, TLS done (`alpn` offered in that
   * order). Throws UnreachableError or AccessError with one line that says what is wrong: name not found,
   * refused, certificate, proxy.
   */
  readonly dial: (credentials: Credentials, alpn: readonly string[]) => Promise<Socket | TLSSocket>;
}

/** What proves who asks. Compared by identity: a new value is a new proof. */
export interface Credentials {
  /**
   * `authorization`, `impersonate-user`, …: lower-case names; several values where a header may stand more
   * than once.
   */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A client certificate with its key, PEM. Connections opened with another one may not be used any more. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}
