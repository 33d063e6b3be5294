import { stringField, type JsonObject } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { Access } from "../model/access.ts";
import { type AccessError, ApiError, isNotFound, isExternalError } from "../model/api-error.ts";
import type { Selection, Watch, WatchEvent } from "../model/cluster.ts";
import { pause } from "../../async/timer.ts";
import { asObject, listPages } from "../request/list-pages.ts";
import { requestDelay } from "../request/retry.ts";
import type { Sender } from "../request/sender.ts";
import { collectionPath, withQuery } from "../request/url.ts";
import type { ConnectionPool } from "../transport/connection-pool.ts";
import { WatchStore } from "./watch-store.ts";
import { followStream, type StreamEnd, type WatchHandlers } from "./watch-stream.ts";

/** Dependencies of a reflector. */
export interface ReflectorOptions {
  readonly access: Access;
  readonly clock: Clock;
  readonly random: Random;
  readonly sender: Sender;
  /** The connection pool for watches. */
  readonly lane: ConnectionPool;
}

/**
 * Objects per page: what is watched is kept as a whole, and the server prepares a large page while the
 * program does other work.
 */
const pageSize = 10_000;
/** Milliseconds between two lists if the watch permission is missing. */
const pollInterval = 10_000;
/** Milliseconds a watch must have lasted to count as a good one. */
const goodLife = 10_000;
/** Consecutive failures after which resuming from the same version is given up for a list. */
const manyFailures = 5;

const metadataOnly = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

/** Starts a reflector that lists, watches and restarts by itself, until it is stopped. */
export function startReflector(
  selection: Selection,
  emit: (event: WatchEvent) => void,
  options: ReflectorOptions,
): Watch {
  return new Reflector(selection, emit, options);
}

class Reflector implements Watch {
  readonly synced: Promise<void>;
  readonly #selection: Selection;
  readonly #options: ReflectorOptions;
  readonly #emit: (event: WatchEvent) => void;
  readonly #life = new AbortController();
  readonly #known = new WatchStore();
  readonly #settled = Promise.withResolvers<void>();
  #resourceVersion = "";
  #failures = 0;
  #isSynced = false;

  constructor(selection: Selection, emit: (event: WatchEvent) => void, options: ReflectorOptions) {
    this.#selection = selection;
    this.#options = options;
    this.#emit = (event) => {
      if (!this.#life.signal.aborted) {
        emit(event);
      }
    };
    this.synced = this.#settled.promise;
    // Avoids an unhandled rejection where nothing awaits it.
    this.synced.catch(() => {});
    void this.#run();
  }

  readonly stop = (): void => {
    this.#life.abort();
    this.#settled.reject(this.#life.signal.reason);
  };

  /** Rejects, and so ends the process, only because of a bug: ours or the subscriber's. */
  async #run(): Promise<void> {
    while (!this.#life.signal.aborted) {
      const unlisted = await this.#relist();
      const failure = unlisted ?? (await this.#follow());
      if (unlisted === undefined && isNoRight(failure)) {
        await this.#poll(failure.message);
      } else if (failure !== undefined) {
        await this.#rest(failure);
      }
    }
  }

  /** Lists everything. Returns the failure to wait out, or undefined. */
  async #relist(): Promise<Error | undefined> {
    try {
      await this.#list();
      this.#isSynced = true;
      this.#emit({ type: "synced", resourceVersion: this.#resourceVersion });
      this.#settled.resolve();
      return undefined;
    } catch (error) {
      if (this.#life.signal.aborted) {
        return undefined;
      }
      if (!isExternalError(error)) {
        this.#settled.reject(error);
        throw error;
      }
      return this.#listFailed(error);
    }
  }

  #listFailed(error: Error): Error | undefined {
    if (!this.#isSynced) {
      this.#settled.reject(error);
      this.#life.abort();
      return undefined;
    }
    if (isNotFound(error)) {
      // The kind is gone, and with it its objects.
      this.#emitGone(this.#known.round().vanished());
    }
    return error;
  }

  async #list(): Promise<void> {
    let round = this.#known.round();
    const call = { signal: this.#life.signal, light: true, size: pageSize } as const;
    for await (const page of listPages(this.#options.sender, this.#selection, call)) {
      if (page.start === "restart") {
        round = this.#known.round();
      }
      for (const object of page.objects) {
        round.meet(object);
        this.#emitSeen(object);
      }
      this.#resourceVersion = page.resourceVersion;
    }
    this.#emitGone(round.vanished());
  }

  /** Watches from the last known version, in as many requests as needed. Ends when only a list helps. */
  async #follow(): Promise<Error | undefined> {
    while (!this.#life.signal.aborted) {
      const began = this.#options.clock.now();
      const from = this.#resourceVersion;
      const end = await this.#followOnce();
      if (this.#resourceVersion !== from || this.#options.clock.now() - began > goodLife) {
        this.#failures = 0;
      }
      if (end instanceof ApiError && (!isPassing(end) || this.#failures >= manyFailures)) {
        return end;
      }
      if (end !== undefined || this.#resourceVersion === from) {
        await this.#rest(end);
      }
    }
    return undefined;
  }

  async #followOnce(): Promise<StreamEnd | AccessError> {
    const { access, clock, lane, sender } = this.#options;
    const { signal } = this.#life;
    try {
      const credentials = await access.credentials();
      const request = {
        method: "GET",
        path: this.#watchPath(),
        headers: this.#headers(),
        repeatable: true,
      } as const;
      const end = await followStream({
        clock,
        signal,
        request: `GET ${collectionPath(this.#selection.resource, this.#selection.namespace)}`,
        report: (reported) => this.#reported(reported),
        open: async (receiver) => lane.open(sender.wire(request, credentials), receiver, credentials),
      });
      if (end instanceof ApiError && end.status === 401) {
        await access.renew(credentials);
      }
      return end;
    } catch (error) {
      if (isExternalError(error)) {
        return error;
      }
      throw error;
    }
  }

  #headers(): Readonly<Record<string, string>> {
    return this.#selection.metadataOnly === true ? { accept: metadataOnly } : {};
  }

  #watchPath(): string {
    const { resource, namespace, labelSelector, fieldSelector } = this.#selection;
    return withQuery(collectionPath(resource, namespace), {
      labelSelector,
      fieldSelector,
      watch: true,
      allowWatchBookmarks: true,
      resourceVersion: this.#resourceVersion,
      // Five to ten minutes: watches that begin together do not end together.
      timeoutSeconds: 300 + Math.floor(300 * this.#options.random()),
    });
  }

  #reported({ type, object }: WatchHandlers): void {
    const metadata = metadataOf(object);
    this.#resourceVersion = stringField(metadata, "resourceVersion") ?? this.#resourceVersion;
    if (type === "DELETED") {
      this.#known.forget(metadata);
      this.#emit({ type: "gone", object: this.#whole(object) });
    } else if (type !== "BOOKMARK") {
      this.#emitSeen(this.#whole(object));
    }
  }

  #whole(object: JsonObject): JsonObject {
    return asObject(object, this.#selection.resource, this.#selection.metadataOnly);
  }

  #emitSeen(object: JsonObject): void {
    if (this.#known.learn(object)) {
      this.#emit({ type: "seen", object });
    }
  }

  #emitGone(vanished: readonly JsonObject[]): void {
    for (const metadata of vanished) {
      this.#known.forget(metadata);
      this.#emit({ type: "gone", object: asObject({ metadata }, this.#selection.resource, true) });
    }
  }

  /** Lists periodically. */
  async #poll(reason: string): Promise<void> {
    const { clock } = this.#options;
    this.#emit({ type: "polling", reason });
    while (!this.#life.signal.aborted) {
      await pause(pollInterval, clock, this.#life.signal);
      try {
        await this.#list();
      } catch (error) {
        if (!this.#hasEnded() && !isExternalError(error)) {
          throw error;
        }
      }
    }
  }

  #hasEnded(): boolean {
    return this.#life.signal.aborted;
  }

  async #rest(failure: Error | undefined): Promise<void> {
    this.#failures += 1;
    const { random, sender } = this.#options;
    await sender.rest(requestDelay(this.#failures, failure, random), failure, this.#life.signal);
  }
}

/** Reports whether the watch can resume from its version. Not if that version is too old (410). */
function isPassing(error: ApiError): boolean {
  return error.status === 429 || error.status === 401 || error.status >= 500;
}

/** Reports whether the watch permission is missing, or the kind cannot be watched. */
function isNoRight(failure: Error | undefined): failure is ApiError {
  return failure instanceof ApiError && (failure.status === 403 || failure.status === 405);
}
