import type { Clock, Random } from "../../async/clock.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Artifact } from "../rules/module-facts.ts";
import type { ModuleRegistry } from "../registry/model/module-registry.ts";
import { RegistryError } from "../registry/model/registry-error.ts";
import { Semaphore } from "../../async/semaphore.ts";
import type { IsNeeded } from "./artifact-retention.ts";
import { ArtifactDiskStore, type Shelved } from "./artifact-disk-store.ts";
import { isModuleName } from "./module-name.ts";
import type { PulledVersion } from "./pulled-version.ts";
import { readPulled } from "./read-pulled.ts";

/** What pulling needs. */
export interface ArtifactFacts {
  /** For it alone; what an earlier process has pulled there is used again. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Called whenever an artifact is here, or is known not to be had. */
  readonly ring: () => void;
}

/** An image that is to be pulled: `label` is the version, or `tag@digest` of an override. */
export interface ImagePull {
  readonly module: string;
  readonly tag: string;
  readonly label: string;
  /** What the tag was seen to name; undefined where anything will do. */
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
  /** Whether the files were here and wrong. */
  readonly isInvalid: boolean;
  readonly failures: number;
  /** When it may be asked for again, in milliseconds since 1970. */
  readonly again: number;
}

/** Pulls from one registry under way at a time. */
const atOnce = 4;
/** Milliseconds that one pull may take. */
const longestPull = 900_000;
/** Milliseconds until what could not be pulled is tried again: at first, doubled each time, and at most. */
const [firstPause, longestPause] = [15_000, 600_000];

/** The files of modules on the disk: pulled when they are asked for, kept as long as they may be needed. */
export class ArtifactCache {
  readonly #facts: ArtifactFacts;
  readonly #pulls = new Map<string, Pull>();
  readonly #gates = new WeakMap<ModuleRegistry, Semaphore>();
  readonly #shelf: ArtifactDiskStore;
  readonly #underWay = new Set<Promise<void>>();
  /** Ends the waits for the time at which something may be asked for again. */
  readonly #callOffs = new Map<string, () => void>();
  constructor(facts: ArtifactFacts) {
    this.#facts = facts;
    this.#shelf = new ArtifactDiskStore(facts.folder);
  }

  /**
   * Looks at what earlier processes have left: what is whole may be used again, the rest is removed. Call it
   * once, first.
   */
  async begin(): Promise<void> {
    await this.#shelf.begin();
  }

  /**
   * How far a version is at hand, with what its files have against settings. What was refused is missing
   * again once it may be asked for again.
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

  /** The version, where it is here. */
  pulled(module: string, label: string): PulledVersion | undefined {
    const pull = this.#pulls.get(keyOf(module, label));
    return pull?.state === "here" ? pull.version : undefined;
  }

  /** Why a version could not be pulled, or not be used; undefined where nothing is known against it. */
  faultOf(
    module: string,
    label: string,
  ): { readonly message: string; readonly isInvalid: boolean } | undefined {
    const pull = this.#pulls.get(keyOf(module, label));
    return pull?.state === "refused" ? pull : undefined;
  }

  /** Has it pulled, unless that is under way, done, or has failed just now. */
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

  /** Forgets a version, unless it is being pulled: asked for again, it is pulled again. Its files go soon. */
  forget(module: string, label: string): void {
    const key = keyOf(module, label);
    if (this.#pulls.get(key)?.state !== "pulling") {
      this.#pulls.delete(key);
      this.#remove(module, label);
    }
  }

  /** Forgets all that is not needed any more, what an earlier process has left included. */
  tidy(isNeeded: IsNeeded): void {
    for (const { module, label } of this.#shelf.left.values()) {
      if (!isNeeded(module, label)) {
        this.forget(module, label);
      }
    }
  }

  /** Resolves when nothing is under way any more; the signal ends what is. Nothing is told after that. */
  async rest(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#callOffs.forEach((callOff) => {
      callOff();
    });
  }

  #isDue(pull: Pull): boolean {
    return pull.state === "refused" && this.#facts.clock.now() >= pull.again;
  }

  async #pull(order: ImagePull, failures: number): Promise<void> {
    const { ring, signal } = this.#facts;
    const key = keyOf(order.module, order.label);
    try {
      const version = await this.#bring(order);
      if ("fault" in version) {
        // Whoever mends it may do so under the same name.
        this.#remove(order.module, order.label);
        this.#refuse(key, { message: version.fault, isInvalid: true, failures, pause: longestPause });
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
      const pause = Math.min(firstPause * 2 ** failures, longestPause);
      this.#refuse(key, { message: error.message, isInvalid: false, failures, pause });
    }
    ring();
  }

  #refuse(
    key: string,
    { pause, failures, ...fault }: Omit<Refused, "state" | "again"> & { readonly pause: number },
  ): void {
    const { clock, random, ring } = this.#facts;
    const length = pause * (0.9 + 0.1 * random());
    this.#pulls.set(key, {
      ...fault,
      state: "refused",
      failures: failures + 1,
      again: clock.now() + length,
    });
    this.#callOffs.get(key)?.();
    this.#callOffs.set(key, clock.after(length, ring));
  }

  /** At once as far as others see it; what lies on the disk may take a while. */
  #remove(module: string, label: string): void {
    const work = this.#shelf.remove(keyOf(module, label)).finally(() => {
      this.#underWay.delete(work);
    });
    this.#underWay.add(work);
  }

  /** Has it here: from an earlier process, or from the registry. What is on the disk waits for nobody. */
  async #bring(order: ImagePull): Promise<PulledVersion | { readonly fault: string }> {
    const { label, module } = order;
    if (!isModuleName(module)) {
      return { fault: "no module can be called that: write up to 63 lower-case letters, digits and -" };
    }
    const key = keyOf(module, label);
    const known = this.#shelf.find(key);
    const place = known?.repo === order.registry.repo ? known : await this.#fetch(order, key);
    return readPulled({ ...place, module, label });
  }

  async #fetch({ module, label, tag, registry, digest: seen }: ImagePull, key: string): Promise<Shelved> {
    const { clock, signal } = this.#facts;
    const limit = new AbortController();
    const callOff = clock.after(longestPull, () => {
      limit.abort(
        new RegistryError(
          "unreachable",
          `${module}:${tag} did not come within ${longestPull / 60_000} minutes`,
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
        throw new RegistryError("unreachable", `${module}:${tag} has become another image meanwhile`);
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

  /** A registry that does not answer holds up nothing but its own. */
  #gateOf(registry: ModuleRegistry): Semaphore {
    const gate = this.#gates.get(registry) ?? new Semaphore(atOnce);
    this.#gates.set(registry, gate);
    return gate;
  }
}

/** What lies here is of another repository than the one that is asked for now. */
function isElsewhere(pull: Pull, { registry }: ImagePull): boolean {
  return pull.state === "here" && pull.version.repo !== registry.repo;
}

function keyOf(module: string, label: string): string {
  return JSON.stringify([module, label]);
}

function isOfTheDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
