import { isExternalError } from "../../client/model/api-error.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";

/** What following the version of Kubernetes needs. */
export interface KubernetesVersionFacts {
  readonly cluster: Pick<Cluster, "version">;
  readonly clock: Pick<Clock, "now">;
  /** How often it is asked for. */
  readonly interval: Duration;
  readonly signal: AbortSignal;
  /** It has become another. */
  readonly ring: () => void;
}

/** The version of the API server: somebody may upgrade it while modules run. */
export class KubernetesVersion {
  readonly #facts: KubernetesVersionFacts;
  #text = "";
  #due = 0;

  constructor(facts: KubernetesVersionFacts) {
    this.#facts = facts;
  }

  /** As it was last seen, `1.36.2`; empty before the first look. */
  get text(): string {
    return this.#text;
  }

  /** Asks for it. Throws ApiError, UnreachableError and the signal's reason. */
  async look(): Promise<void> {
    const { clock, cluster, interval, ring, signal } = this.#facts;
    this.#due = clock.now() + interval;
    const text = (await cluster.version({ signal })).replace(/^v/, "");
    if (text !== this.#text) {
      this.#text = text;
      ring();
    }
  }

  /** Asks for it where that is due, and goes on. Gives when it is due next, in milliseconds since 1970. */
  step(): number {
    if (this.#facts.clock.now() >= this.#due) {
      void this.#lookAgain();
    }
    return this.#due;
  }

  /** A server that does not answer is of the version it was. */
  async #lookAgain(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      if (!this.#facts.signal.aborted && !isExternalError(error)) {
        throw error;
      }
    }
  }
}
