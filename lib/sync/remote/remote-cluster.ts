/** A cluster other than that of the sidecar: its connections, by its kubeconfig, and whether it answers. */
import { openRemoteAccess, type RemoteAccess } from "../../client/access/open-remote-access.ts";
import type { AccessRequest } from "../../client/access/access-request.ts";
import { type SwitchableAccess, switchableAccess } from "../../client/access/switchable-access.ts";
import { cacheVersion } from "../../client/cache/version-cache.ts";
import { cacheWatches } from "../../client/cache/watch-cache.ts";
import type { RemoteKubeconfig } from "../../client/kubeconfig/remote-kubeconfig.ts";
import { AccessError, ApiError, isExternalError } from "../../client/model/api-error.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import { withTimeout } from "../../client/model/with-timeout.ts";
import { type ClusterOptions, openCluster } from "../../client/open-cluster.ts";
import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import type { Unit, UnitCluster } from "../unit/unit.ts";
import { followKubeconfig, type KubeconfigReading, kubeconfigOrigin } from "./kubeconfig-source.ts";

/** A change of a cluster: it can be used, or why not. */
export interface ClusterChange {
  readonly name: string;
  /** Undefined if it can be used. */
  readonly fault: string | undefined;
  /** Whether nothing was known of it before. */
  readonly isFirst: boolean;
}

/** Dependencies of a remote cluster. */
export interface RemoteClusterOptions extends Omit<ClusterOptions, "access"> {
  readonly env: AccessRequest["env"];
  readonly homeDirectory: string;
  readonly warn?: AccessRequest["warn"];
  /** The cluster of the sidecar. */
  readonly home: () => Promise<Cluster>;
  /** Called after a change that concerns those who use it. */
  readonly changed: (change: ClusterChange) => void;
  /** Milliseconds that a watch stays open after the last run that needed it. */
  readonly linger: Duration;
}

/** A cluster as opened for one identity. */
interface Opened {
  readonly identity: Unit["serviceAccount"];
  readonly route: string;
  readonly switchTo: SwitchableAccess["switchTo"];
  /** Without caches. */
  readonly raw: Cluster;
  readonly cluster: Cluster;
}

/** Milliseconds that a server may take for a probe, and until the next one while it answers, or does not. */
const probeTime: Duration = 5000;
const probePace = { good: 10_000, doubtful: 1000, bad: 5000 } as const;
/** Milliseconds within which a kubeconfig must be read. */
const readingTime: Duration = 10_000;

/** One cluster, followed from its first use until it is closed. */
export class RemoteCluster {
  readonly spec: UnitCluster;
  readonly #options: RemoteClusterOptions;
  readonly #life = new AbortController();
  readonly #settled = Promise.withResolvers<void>();
  #isSettled = false;
  #callOff: (() => void) | undefined;
  #kubeconfig: RemoteKubeconfig | undefined;
  #opened = new Map<string, Promise<Opened>>();
  /** Connections of earlier kubeconfigs, which may still be in use. */
  #stale: readonly Promise<Opened>[] = [];
  #fault: string | undefined;
  /** Whether that is only that it does not answer. */
  #isDown = false;
  /** Consecutive probes without an answer. */
  #failures = 0;
  /** Readings and probes, one after the other. */
  #work: Promise<void> | undefined;

  constructor(spec: UnitCluster, options: RemoteClusterOptions) {
    this.spec = spec;
    this.#options = options;
  }

  /** Returns the cluster as that account sees it. Throws an AccessError while it cannot be used. */
  async open(serviceAccount: Unit["serviceAccount"]): Promise<Cluster> {
    this.#start();
    await this.#settled.promise;
    if (this.#fault !== undefined) {
      throw new AccessError(this.#fault);
    }
    return (await this.#openAs(serviceAccount)).cluster;
  }

  /** Closes connections of earlier kubeconfigs, which nobody uses any more. */
  async closeStale(): Promise<void> {
    const stale = this.#stale;
    this.#stale = [];
    await Promise.all(stale.map(closeOpened));
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#life.abort(new Error("the cluster is closed"));
    this.#retire();
    this.#fault = "it is closed";
    this.#settle();
    await this.closeStale();
  }

  #settle(): void {
    this.#isSettled = true;
    this.#settled.resolve();
    this.#callOff?.();
  }

  #start(): void {
    if (this.#work !== undefined) {
      return;
    }
    this.#work = Promise.resolve();
    const { clock, home } = this.#options;
    const { signal } = this.#life;
    void followKubeconfig(this.spec, { home, clock, signal }, (reading) => {
      void this.#inTurn(() => this.#take(reading));
    });
    void this.#keepProbing(clock, signal);
    this.#callOff = clock.after(readingTime, () => {
      this.#report("its kubeconfig was not read in time");
    });
  }

  /** Rejects, and so ends the process, only for bugs. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#after(this.#work, work);
    this.#work = turn;
    return turn;
  }

  async #after(before: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
    await before;
    if (!this.#life.signal.aborted) {
      await work();
    }
  }

  async #keepProbing(clock: Clock, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isBad = this.#fault !== undefined;
      const isGood = this.#failures === 0 && !isBad;
      await clock.sleep(isGood ? probePace.good : probePace[isBad ? "bad" : "doubtful"], signal);
      await this.#inTurn(() => this.#probe());
    }
  }

  async #take(reading: KubeconfigReading): Promise<void> {
    if ("fault" in reading) {
      this.#kubeconfig = undefined;
      this.#retire();
      this.#report(reading.fault);
      return;
    }
    if (reading.text === this.#kubeconfig?.text) {
      return;
    }
    const { namespace } = await this.#options.home();
    const kubeconfig = { ...kubeconfigOrigin(this.spec, namespace), text: reading.text };
    this.#kubeconfig = kubeconfig;
    try {
      const isReplaced = !(await this.#switchAll(kubeconfig));
      await this.#openAs(undefined);
      await this.#probe(isReplaced);
    } catch (error) {
      this.#refused(error);
    }
  }

  /** Records that the kubeconfig cannot be used. */
  #refused(error: unknown): void {
    if (!(error instanceof AccessError)) {
      throw error;
    }
    this.#retire();
    this.#report(error.message);
  }

  /** Passes new credentials to what is open. Returns false if the kubeconfig leads elsewhere now. */
  async #switchAll(kubeconfig: RemoteKubeconfig): Promise<boolean> {
    const opened = await Promise.all(this.#opened.values());
    const next = await Promise.all(opened.map(async (one) => this.#accessAs(one.identity, kubeconfig)));
    if (opened.some(({ route }, index) => route !== next[index]?.route)) {
      this.#retire();
      return false;
    }
    for (const [index, { switchTo }] of opened.entries()) {
      const access = next[index]?.access;
      if (access !== undefined) {
        switchTo(access);
      }
    }
    return true;
  }

  async #probe(isReplaced = false): Promise<void> {
    if (this.#kubeconfig === undefined) {
      return;
    }
    let last: Error | undefined;
    try {
      const { raw } = await this.#openAs(undefined);
      const onRetry = ({ error }: { readonly error: Error }): void => {
        last = error;
      };
      await withTimeout(probeTime, this.#options.clock, async (signal) => raw.version({ signal, onRetry }));
    } catch (error) {
      if (!isExternalError(error)) {
        throw error;
      }
      // A refusal is an answer: runs report it.
      if (!(error instanceof ApiError)) {
        this.#unanswered(last ?? error, isReplaced);
        return;
      }
    }
    this.#failures = 0;
    this.#report(undefined, isReplaced);
  }

  /**
   * One lost answer is not an outage, unless nothing else is known. Another reason of an outage is not news.
   */
  #unanswered({ message }: Error, isReplaced: boolean): void {
    this.#failures += 1;
    const isNews = isReplaced || !this.#isDown;
    if (isNews && (this.#failures > 1 || !this.#isSettled || this.#fault !== undefined || isReplaced)) {
      this.#report(message, isReplaced);
      this.#isDown = true;
    }
  }

  #report(fault: string | undefined, isReplaced = false): void {
    if (this.#life.signal.aborted) {
      // Closing breaks a probe under way, which says nothing about the cluster.
      return;
    }
    const name = this.spec.name;
    const said = fault === undefined ? undefined : `cluster ${name}: ${fault}`;
    const isFirst = !this.#isSettled;
    const isNews = said !== this.#fault || (isReplaced && !isFirst);
    this.#fault = said;
    this.#isDown = false;
    this.#settle();
    if (isNews) {
      this.#options.changed({ name, fault: said, isFirst });
    }
  }

  #retire(): void {
    this.#stale = [...this.#stale, ...this.#opened.values()];
    this.#opened = new Map();
  }

  #openAs(identity: Unit["serviceAccount"]): Promise<Opened> {
    const key = JSON.stringify(identity ?? null);
    const known = this.#opened.get(key);
    if (known !== undefined) {
      return known;
    }
    const opened = this.#opened;
    const opening = this.#openNew(identity);
    opened.set(key, opening);
    opening.catch(() => opened.delete(key));
    return opening;
  }

  async #openNew(identity: Unit["serviceAccount"]): Promise<Opened> {
    const kubeconfig = this.#kubeconfig;
    // What is opened once it is closed would never be closed.
    if (kubeconfig === undefined || this.#life.signal.aborted) {
      throw new AccessError(this.#fault ?? `cluster ${this.spec.name}: it has no kubeconfig`);
    }
    const { clock, linger } = this.#options;
    const { access: first, route } = await this.#accessAs(identity, kubeconfig);
    const { access, switchTo } = switchableAccess(first);
    const raw = openCluster({ ...this.#options, access });
    // The address is a value of the kubeconfig, and stays out of every output.
    const named = { ...raw, server: `cluster ${this.spec.name}` };
    const cluster = cacheVersion(cacheWatches(named, { clock, linger }), clock);
    return { identity, route, switchTo, raw, cluster };
  }

  #accessAs(identity: Unit["serviceAccount"], kubeconfig: RemoteKubeconfig): Promise<RemoteAccess> {
    const { env, homeDirectory, clock, warn } = this.#options;
    const as =
      identity === undefined ? undefined : `system:serviceaccount:${identity.namespace}:${identity.name}`;
    return openRemoteAccess(kubeconfig, { env, homeDirectory, clock, warn, as });
  }
}

async function closeOpened(opening: Promise<Opened>): Promise<void> {
  try {
    await (await opening).cluster.close();
  } catch (error) {
    if (!isExternalError(error)) {
      throw error;
    }
  }
}
