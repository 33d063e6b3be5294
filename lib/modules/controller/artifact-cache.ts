import { backoff, jitter } from "../../async/timer.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Artifact } from "../rules/module-facts.ts";
import type { ModuleRegistry } from "../registry/model/module-registry.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { Semaphore } from "../../async/locks.ts";
import type { IsNeeded } from "./artifact-retention.ts";
import { ArtifactDiskStore, type Shelved } from "./artifact-disk-store.ts";
import { type PulledVersion, readPulled } from "./read-pulled.ts";
import { isModuleName } from "./module-resource.ts";

/** Dependencies of the artifact cache. */
export interface ArtifactCacheOptions {
  /** Used by the cache alone; versions that an earlier process pulled there are reused. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Called whenever a pull has succeeded or failed, and when a failed one may be retried. */
  readonly wake: () => void;
}

/** An image to pull: `label` is the version, or `tag@digest` of an override. */
export interface ImagePull {
  readonly module: string;
  readonly tag: string;
  readonly label: string;
  /** The digest that the tag was seen to name; undefined to accept any. */
  readonly digest?: string;
  readonly registry: ModuleRegistry;
}

type Pull =
  | { readonly state: "pulling" }
  | { readonly state: "here"; readonly version: PulledVersion }
  | Refused;

interface Refused {
  readonly state: "refused";
  readonly message: string;
  /** Whether the files were pulled but invalid. */
  readonly isInvalid: boolean;
  readonly failures: number;
  /** When it may be requested again, in milliseconds since 1970. */
  readonly again: number;
}

/** Concurrent pulls from one registry. */
const atOnce = 4;
/** Timeout of one pull, in milliseconds. */
const longestPull = 900_000;
/** Milliseconds until a failed pull is retried: the first pause, doubled each time, and the longest one. */
const pauses = { first: 15_000, longest: 600_000 };

/** The files of modules on disk: pulled on demand, kept as long as they may be needed. */
export class ArtifactCache {
  readonly #options: ArtifactCacheOptions;
  readonly #pulls = new Map<string, Pull>();
  readonly #gates = new WeakMap<ModuleRegistry, Semaphore>();
  readonly #shelf: ArtifactDiskStore;
  readonly #underWay = new Set<Promise<void>>();
  /** Cancels the timers of failed pulls that wait to be retried. */
  readonly #callOffs = new Map<string, () => void>();
  constructor(options: ArtifactCacheOptions) {
    this.#options = options;
    this.#shelf = new ArtifactDiskStore(options.folder);
  }

  /**
   * Loads what earlier processes left: complete versions are reused, the rest is removed. Call it once,
   * first.
   */
  async begin(): Promise<void> {
    await this.#shelf.begin();
  }

  /**
   * The state of a version, with the faults its files find in the settings. A refused version is `missing`
   * again once it may be requested again.
   */
  stateOf(module: string, label: string, settings: JsonObject): Artifact {
    const pull = this.#pulls.get(keyOf(module, label));
    if (pull?.state === "here") {
      const settingsFault = pull.version.settingsFault(settings);
      return { state: "here", ...(settingsFault === undefined ? {} : { settingsFault }) };
    }
    return pull?.state === "refused" && !this.#isDue(pull)
      ? { state: "refused", message: pull.message }
      : { state: "missing" };
  }

  /** The version, if it is on disk. */
  pulled(module: string, label: string): PulledVersion | undefined {
    const pull = this.#pulls.get(keyOf(module, label));
    return pull?.state === "here" ? pull.version : undefined;
  }

  /** The reason a version could not be pulled or used; undefined when none is known. */
  faultOf(
    module: string,
    label: string,
  ): { readonly message: string; readonly isInvalid: boolean } | undefined {
    const pull = this.#pulls.get(keyOf(module, label));
    return pull?.state === "refused" ? pull : undefined;
  }

  /** Starts a pull, unless one is in progress, has succeeded, or has failed recently. */
  demand(order: ImagePull): void {
    const key = keyOf(order.module, order.label);
    const before = this.#pulls.get(key);
    if (before !== undefined && !this.#isDue(before) && !isElsewhere(before, order)) {
      return;
    }
    this.#pulls.set(key, { state: "pulling" });
    const failures = before?.state === "refused" ? before.failures : 0;
    const work = this.#pull(order, failures).finally(() => {
      this.#underWay.delete(work);
    });
    this.#underWay.add(work);
  }

  /**
   * Forgets a version unless it is being pulled, so that the next request pulls it again. Its files are
   * removed in the background.
   */
  forget(module: string, label: string): void {
    const key = keyOf(module, label);
    if (this.#pulls.get(key)?.state !== "pulling") {
      this.#pulls.delete(key);
      this.#remove(module, label);
    }
  }

  /** Forgets all versions that are no longer needed, including those left by an earlier process. */
  tidy(isNeeded: IsNeeded): void {
    for (const { module, label } of this.#shelf.left.values()) {
      if (!isNeeded(module, label)) {
        this.forget(module, label);
      }
    }
  }

  /** Resolves when no work is in progress; the signal cancels pulls. `ring` is not called after that. */
  async rest(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#callOffs.forEach((callOff) => {
      callOff();
    });
  }

  #isDue(pull: Pull): boolean {
    return pull.state === "refused" && this.#options.clock.now() >= pull.again;
  }

  async #pull(order: ImagePull, failures: number): Promise<void> {
    const { wake, signal } = this.#options;
    const key = keyOf(order.module, order.label);
    try {
      const version = await this.#bring(order);
      if ("fault" in version) {
        // A fixed image may be published under the same tag.
        this.#remove(order.module, order.label);
        this.#refuse(key, { message: version.fault, isInvalid: true, failures, pause: pauses.longest });
      } else {
        this.#pulls.set(key, { state: "here", version });
      }
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!(error instanceof RegistryError) && !isOfTheDisk(error)) {
        throw error;
      }
      const pause = backoff(failures + 1, pauses);
      this.#refuse(key, { message: error.message, isInvalid: false, failures, pause });
    }
    wake();
  }

  #refuse(
    key: string,
    { pause, failures, ...fault }: Omit<Refused, "state" | "again"> & { readonly pause: number },
  ): void {
    const { clock, random, wake } = this.#options;
    const length = jitter(pause, [0.9, 0.1], random);
    this.#pulls.set(key, {
      ...fault,
      state: "refused",
      failures: failures + 1,
      again: clock.now() + length,
    });
    this.#callOffs.get(key)?.();
    this.#callOffs.set(key, clock.after(length, wake));
  }

  /** Takes effect for callers immediately; removing the files may take a while. */
  #remove(module: string, label: string): void {
    const work = this.#shelf.remove(keyOf(module, label)).finally(() => {
      this.#underWay.delete(work);
    });
    this.#underWay.add(work);
  }

  /**
   * Provides the version from the files of an earlier process or from the registry. A version on disk does
   * not wait for a pull slot.
   */
  async #bring(order: ImagePull): Promise<PulledVersion | { readonly fault: string }> {
    const { label, module } = order;
    if (!isModuleName(module)) {
      return { fault: "not a valid module name: use up to 63 lower-case letters, digits and -" };
    }
    const key = keyOf(module, label);
    const known = this.#shelf.find(key);
    const place = known?.repo === order.registry.repo ? known : await this.#fetch(order, key);
    return readPulled({ ...place, module, label });
  }

  async #fetch({ module, label, tag, registry, digest: seen }: ImagePull, key: string): Promise<Shelved> {
    const { clock, signal } = this.#options;
    const limit = new AbortController();
    const callOff = clock.after(longestPull, () => {
      limit.abort(
        new RegistryError(
          "unreachable",
          `${module}:${tag} was not pulled within ${longestPull / 60_000} minutes`,
        ),
      );
    });
    const leave = await this.#gateOf(registry).acquire(signal);
    const { folder, discard } = this.#shelf.place(module);
    try {
      const { digest } = await registry.pull(module, tag, {
        folder,
        signal: AbortSignal.any([signal, limit.signal]),
      });
      if (seen !== undefined && digest !== seen) {
        throw new RegistryError("unreachable", `${module}:${tag} now refers to another image`);
      }
      return await this.#shelf.keep(key, {
        module,
        label,
        repo: registry.repo,
        folder,
        digest,
        at: clock.now(),
      });
    } catch (error) {
      await discard();
      limit.signal.throwIfAborted();
      throw error;
    } finally {
      leave();
      callOff();
    }
  }

  /** One semaphore per registry, so that an unresponsive registry delays only its own pulls. */
  #gateOf(registry: ModuleRegistry): Semaphore {
    const gate = this.#gates.get(registry) ?? new Semaphore(atOnce);
    this.#gates.set(registry, gate);
    return gate;
  }
}

/** Reports whether the pulled version comes from a repository other than the one requested now. */
function isElsewhere(pull: Pull, { registry }: ImagePull): boolean {
  return pull.state === "here" && pull.version.repo !== registry.repo;
}

function keyOf(module: string, label: string): string {
  return JSON.stringify([module, label]);
}

function isOfTheDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
