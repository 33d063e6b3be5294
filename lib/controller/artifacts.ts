import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { Clock, Random } from "../object/clock.ts";
import type { JsonObject } from "../object/json.ts";
import type { Artifact } from "../module/module-facts.ts";
import type { ModuleRegistry } from "../registry/module-registry.ts";
import { RegistryError } from "../registry/registry-error.ts";
import { Gate } from "../sync/gate.ts";
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
export interface PullOrder {
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

/** Pulls under way at a time. */
const atOnce = 4;
/** Milliseconds until what could not be pulled is tried again: at first, doubled each time, and at most. */
const [firstPause, longestPause] = [15_000, 600_000];

/** The files of modules on the disk: pulled when they are asked for, kept as long as they may be needed. */
export class Artifacts {
  readonly #facts: ArtifactFacts;
  readonly #pulls = new Map<string, Pull>();
  readonly #gate = new Gate(atOnce);
  readonly #underWay = new Set<Promise<void>>();

  constructor(facts: ArtifactFacts) {
    this.#facts = facts;
  }

  /** How far a version is at hand, with what its files have against settings. What was refused is missing again once it may be asked for again. */
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
  demand(order: PullOrder): void {
    const key = keyOf(order.module, order.label);
    const before = this.#pulls.get(key);
    if (before !== undefined && !this.#isDue(before)) {
      return;
    }
    this.#pulls.set(key, { state: "pulling" });
    const failures = before?.state === "refused" ? before.failures : 0;
    const work = this.#pull(order, failures).finally(() => {
      this.#underWay.delete(work);
    });
    this.#underWay.add(work);
  }

  /** Forgets a version, and removes its files. */
  async forget(module: string, label: string): Promise<void> {
    const pull = this.#pulls.get(keyOf(module, label));
    if (pull !== undefined && pull.state !== "pulling") {
      this.#pulls.delete(keyOf(module, label));
      await this.#removeFiles({ module, label });
    }
  }

  /** The labels of a module that are here. */
  labelsOf(module: string): readonly string[] {
    return [...this.#pulls.values()].flatMap((pull) =>
      pull.state === "here" && pull.version.module === module ? [pull.version.label] : [],
    );
  }

  /** Resolves when nothing is under way any more; the signal ends what is. */
  async rest(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #isDue(pull: Pull): boolean {
    return pull.state === "refused" && this.#facts.clock.now() >= pull.again;
  }

  async #pull(order: PullOrder, failures: number): Promise<void> {
    const { ring, signal } = this.#facts;
    const key = keyOf(order.module, order.label);
    try {
      const leave = await this.#gate.enter(signal);
      const version = await this.#bring(order).finally(leave);
      if ("fault" in version) {
        // Whoever mends it may do so under the same name.
        await this.#removeFiles(order);
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
    clock.after(length, ring);
  }

  async #removeFiles({ module, label }: Pick<PullOrder, "module" | "label">): Promise<void> {
    const folder = this.#folderOf(module, label);
    await rm(metaOf(folder), { force: true });
    await rm(folder, { recursive: true, force: true });
  }

  /** Has it here: from an earlier process, or from the registry. */
  async #bring({
    module,
    label,
    registry,
    tag,
    digest: seen,
  }: PullOrder): Promise<PulledVersion | { readonly fault: string }> {
    const { clock, signal } = this.#facts;
    const folder = this.#folderOf(module, label);
    const known = await readMeta(folder, label);
    if (known !== undefined) {
      return readPulled({ module, label, folder, ...known });
    }
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    await rm(folder, { recursive: true, force: true });
    const { digest } = await registry.pull(module, tag, { folder, signal });
    if (seen !== undefined && digest !== seen) {
      throw new RegistryError("unreachable", `${module}:${tag} has become another image meanwhile`);
    }
    const at = clock.now();
    await writeFile(metaOf(folder), JSON.stringify({ label, digest, at }), { mode: 0o600 });
    return readPulled({ module, label, folder, digest, at });
  }

  #folderOf(module: string, label: string): string {
    const name = createHash("sha256").update(keyOf(module, label)).digest("hex").slice(0, 32);
    return join(this.#facts.folder, module, name);
  }
}

function keyOf(module: string, label: string): string {
  return JSON.stringify([module, label]);
}

/** Written once the files are whole. */
function metaOf(folder: string): string {
  return `${folder}.json`;
}

async function readMeta(
  folder: string,
  label: string,
): Promise<{ readonly digest: string; readonly at: number } | undefined> {
  try {
    const meta: unknown = JSON.parse(await readFile(metaOf(folder), "utf8"));
    const isMeta =
      typeof meta === "object" && meta !== null && "label" in meta && "digest" in meta && "at" in meta;
    return isMeta && meta.label === label && typeof meta.digest === "string" && typeof meta.at === "number"
      ? { digest: meta.digest, at: meta.at }
      : undefined;
  } catch {
    return undefined;
  }
}

function isOfTheDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
