/// <reference lib="esnext.disposable" preserve="true" />

/** A cluster that `connect` has opened. `await using` closes it. */
export interface ConnectedCluster {
  /** The address of the API server. */
  readonly server: string;
  /** The namespace of releases that name none. */
  readonly namespace: string;
  /** The context of the kubeconfig, if there is one. */
  readonly context: string | undefined;
  /** Closes all connections. A run in progress fails: end it by its signal first. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}
