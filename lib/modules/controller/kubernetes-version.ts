import { isExternalError } from "../../client/model/api-error.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";

/** Dependencies of the Kubernetes version poller. */
export interface KubernetesVersionOptions {
  readonly cluster: Pick<Cluster, "version">;
  readonly clock: Pick<Clock, "now">;
  /** The polling interval. */
  readonly interval: Duration;
  readonly signal: AbortSignal;
  /** Called when the version has changed. */
  readonly wake: () => void;
}

/** The version of the API server, polled because the cluster may be upgraded while modules run. */
export class KubernetesVersion {
  readonly #options: KubernetesVersionOptions;
  #text = "";
  #due = 0;

  constructor(options: KubernetesVersionOptions) {
    this.#options = options;
  }

  /** The last observed version, such as `1.36.2`; empty before the first request. */
  get text(): string {
    return this.#text;
  }

  /** Requests the version. Throws ApiError, UnreachableError and the signal's reason. */
  async look(): Promise<void> {
    const { clock, cluster, interval, wake, signal } = this.#options;
    this.#due = clock.now() + interval;
    const text = (await cluster.version({ signal })).replace(/^v/, "");
    if (text !== this.#text) {
      this.#text = text;
      wake();
    }
  }

  /**
   * Starts a request if one is due, without waiting for it. Returns when the next one is due, in milliseconds
   * since 1970.
   */
  step(): number {
    if (this.#options.clock.now() >= this.#due) {
      void this.#recheck();
    }
    return this.#due;
  }

  /** Keeps the last observed version if the server does not answer. */
  async #recheck(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      if (!this.#options.signal.aborted && !isExternalError(error)) {
        throw error;
      }
    }
  }
}
