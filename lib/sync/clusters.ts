import { isExternalError } from "../client/model/api-error.ts";
import { cacheVersion } from "../client/cache/version-cache.ts";
import { cacheWatches } from "../client/cache/watch-cache.ts";
import type { Cluster } from "../client/model/cluster.ts";
import type { Clock } from "../async/clock.ts";
import type { Unit } from "./unit/unit.ts";

/** Opens the cluster as that service account, or with our own identity. Throws an AccessError. */
export type OpenCluster = (as: Unit["serviceAccount"]) => Promise<Cluster>;

/**
 * Milliseconds that a watch stays open after the last run that needed it: the next run of the same release
 * opens the same ones.
 */
const linger = 60_000;

/** One cluster for each identity, with watches that all its users share. */
export class Clusters {
  readonly #open: OpenCluster;
  readonly #clock: Clock;
  readonly #opened = new Map<string, Promise<Cluster>>();

  constructor(open: OpenCluster, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

  /**
   * Returns the cluster as that service account sees it, or with our own identity. One that could not be
   * opened is tried again the next time. Throws an AccessError.
   */
  as(serviceAccount: Unit["serviceAccount"]): Promise<Cluster> {
    const key = JSON.stringify(serviceAccount ?? null);
    const known = this.#opened.get(key);
    if (known !== undefined) {
      return known;
    }
    const opening = this.#open(serviceAccount).then((cluster) =>
      cacheVersion(cacheWatches(cluster, { clock: this.#clock, linger }), this.#clock),
    );
    this.#opened.set(key, opening);
    opening.catch(() => this.#opened.delete(key));
    return opening;
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#opened.values()].map(async (opening) => {
        try {
          await (await opening).close();
        } catch (error) {
          if (!isExternalError(error)) {
            throw error;
          }
        }
      }),
    );
  }
}
