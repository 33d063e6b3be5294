import { isExternalError } from "../client/model/api-error.ts";
import { cacheVersion } from "../client/cache/version-cache.ts";
import { cacheWatches } from "../client/cache/watch-cache.ts";
import type { Cluster } from "../client/model/cluster.ts";
import { BugError } from "../object/bug-error.ts";
import type { Clock } from "../async/clock.ts";
import { type ClusterChange, RemoteCluster, type RemoteClusterOptions } from "./remote/remote-cluster.ts";
import type { Unit, UnitCluster } from "./unit/unit.ts";

/** Opens the cluster as that service account, or with our own identity. Throws an AccessError. */
export type OpenCluster = (as: Unit["serviceAccount"]) => Promise<Cluster>;

/** Options of opening clusters other than that of the sidecar. */
export type RemoteSetup = Omit<RemoteClusterOptions, "home" | "changed" | "linger" | "clock">;

/**
 * Milliseconds that a watch stays open after the last run that needed it: the next run of the same release
 * opens the same ones.
 */
const linger = 60_000;

/** One cluster for each identity, with watches that all its users share. */
export class Clusters {
  readonly #open: OpenCluster;
  readonly #clock: Clock;
  readonly #remote: RemoteSetup | undefined;
  readonly #opened = new Map<string, Promise<Cluster>>();
  readonly #remotes = new Map<string, RemoteCluster>();
  readonly #listeners = new Set<(change: ClusterChange) => void>();

  /** `remote`: undefined if no unit is in another cluster. */
  constructor(open: OpenCluster, clock: Clock, remote?: RemoteSetup) {
    this.#open = open;
    this.#clock = clock;
    this.#remote = remote;
  }

  /**
   * Returns the cluster of the sidecar as that service account sees it, or with our own identity. One that
   * could not be opened is tried again the next time. Throws an AccessError.
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

  /** Returns the cluster of a unit, with its identity. Throws an AccessError while it cannot be used. */
  async of({ cluster, serviceAccount }: Pick<Unit, "cluster" | "serviceAccount">): Promise<Cluster> {
    return cluster === undefined
      ? this.as(serviceAccount)
      : (await this.#remoteOf(cluster)).open(serviceAccount);
  }

  /** Calls back when a cluster other than that of the sidecar can no longer be used, or can be again. */
  onChange(listener: (change: ClusterChange) => void): void {
    this.#listeners.add(listener);
  }

  /** Closes connections of a cluster that nobody uses since its kubeconfig has changed. */
  async closeStale(name: string): Promise<void> {
    await this.#remotes.get(name)?.closeStale();
  }

  /** Closes the clusters that are not among these any more. */
  async retain(clusters: readonly UnitCluster[]): Promise<void> {
    const kept = new Map(clusters.map((cluster) => [cluster.name, cluster]));
    const gone = [...this.#remotes.values()].filter(({ spec }) => !isSame(spec, kept.get(spec.name)));
    await Promise.all(gone.map((remote) => this.#end(remote)));
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#remotes.values()].map((remote) => this.#end(remote)));
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

  async #remoteOf(spec: UnitCluster): Promise<RemoteCluster> {
    const known = this.#remotes.get(spec.name);
    if (known !== undefined && isSame(known.spec, spec)) {
      return known;
    }
    if (this.#remote === undefined) {
      throw new BugError(`cluster ${spec.name} cannot be opened here`);
    }
    const remote = new RemoteCluster(spec, {
      ...this.#remote,
      clock: this.#clock,
      linger,
      home: () => this.as(undefined),
      changed: (change) => {
        for (const listener of this.#listeners) {
          listener(change);
        }
      },
    });
    this.#remotes.set(spec.name, remote);
    await known?.close();
    return remote;
  }

  async #end(remote: RemoteCluster): Promise<void> {
    if (this.#remotes.get(remote.spec.name) === remote) {
      this.#remotes.delete(remote.spec.name);
    }
    await remote.close();
  }
}

function isSame(left: UnitCluster, right: UnitCluster | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
