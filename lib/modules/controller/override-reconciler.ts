import type { JsonObject } from "../../object/json.ts";
import { handleOverride, type OverrideFetch } from "../rules/override/reconcile-override.ts";
import type { ObservedImage } from "../rules/override/override-documentation.ts";
import type { ModuleFacts } from "../rules/module-facts.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import { moduleStateOf } from "../rules/resource/module-state.ts";
import { type PullOverride, pullOverrideOf } from "../rules/resource/pull-override.ts";
import type { ModuleRegistry } from "../registry/model/module-registry.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import type { ArtifactCache } from "./artifact-cache.ts";
import { overrideLabel } from "./read-pulled.ts";

/** Dependencies of the override reconciler. */
export interface OverrideReconcilerOptions {
  readonly artifacts: ArtifactCache;
  /** The registry of a source; undefined if there is no such source. */
  readonly registryOf: (source: string, objects: ModuleObjects) => ModuleRegistry | undefined;
  readonly signal: AbortSignal;
  readonly wake: () => void;
}

/** The observations of an override's tag. */
interface Seen {
  /** The tag and renewal request that were resolved; a change of either resolves it again. */
  readonly of: string;
  digest?: string;
  fault?: string;
  isLooking: boolean;
  /** Whether an image was requested since the tag was resolved. */
  isFetching: boolean;
  /** When the tag is resolved again, in milliseconds since 1970. */
  until: number;
}

/** Reconciles all overrides: resolves their tags at registries, requests images, and applies the rules. */
export class OverrideReconciler {
  readonly #options: OverrideReconcilerOptions;
  readonly #seen = new Map<string, Seen>();

  constructor(options: OverrideReconcilerOptions) {
    this.#options = options;
  }

  /** Advances each override one step. Returns when the next of them is due, in milliseconds since 1970. */
  step(objects: ModuleObjects, options: ModuleFacts): number {
    const all = objects.all("ModulePullOverride").map(pullOverrideOf);
    const names = new Set(all.map(({ name }) => name));
    for (const name of this.#seen.keys()) {
      if (!names.has(name)) {
        this.#seen.delete(name);
      }
    }
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...all.map((override) => this.#stepOne(override, objects, options)),
    );
  }

  #stepOne(override: PullOverride, objects: ModuleObjects, options: ModuleFacts): number {
    const { name } = override;
    const seen = this.#seenOf(override, options.now);
    const observation = this.#observationOf(override, seen);
    const { fetch, look, again } = handleOverride({ name, observation }, objects, options);
    seen.until = seen.isLooking ? Number.POSITIVE_INFINITY : Math.min(seen.until, again);
    if (look) {
      void this.#look(override, seen, this.#registryFor(name, objects));
    }
    if (seen.digest !== undefined) {
      this.#fetchAgain(override, seen.digest, objects);
    }
    if (fetch !== undefined) {
      this.#fetch(fetch, { seen, observation, registry: this.#registryFor(name, objects) });
    }
    return again;
  }

  #seenOf({ name, imageTag, asksRenewal }: PullOverride, now: number): Seen {
    const of = JSON.stringify([imageTag, asksRenewal]);
    const known = this.#seen.get(name);
    if (known !== undefined && known.of === of && (now < known.until || known.isLooking)) {
      return known;
    }
    const seen = { of, isLooking: false, isFetching: false, until: Number.POSITIVE_INFINITY };
    this.#seen.set(name, seen);
    return seen;
  }

  #observationOf({ asksRenewal, name, imageTag, imageDigest }: PullOverride, seen: Seen): ObservedImage {
    const { artifacts } = this.#options;
    const isHere = (digest: string | undefined): digest is string =>
      digest !== undefined && artifacts.pulled(name, overrideLabel(imageTag, digest)) !== undefined;
    const isAsked = seen.isFetching && (asksRenewal || seen.digest !== imageDigest);
    return {
      digest: seen.digest,
      installed: [seen.digest, imageDigest].find((digest) => isHere(digest)),
      ...this.#faultsOf({ name, imageTag }, seen),
      // An image that was only reread from disk, or pulled again because its files were lost, is not a new
      // one.
      ...(isAsked && isHere(seen.digest) ? { pulled: true } : {}),
    };
  }

  #faultsOf(
    { name, imageTag }: Pick<PullOverride, "name" | "imageTag">,
    { digest, fault }: Seen,
  ): Pick<ObservedImage, "downloadFault" | "validationFault"> {
    if (fault !== undefined) {
      return { downloadFault: fault };
    }
    const label = overrideLabel(imageTag, digest ?? "");
    const found = digest === undefined ? undefined : this.#options.artifacts.faultOf(name, label);
    if (found === undefined) {
      return {};
    }
    return found.isInvalid ? { validationFault: found.message } : { downloadFault: found.message };
  }

  #registryFor(name: string, objects: ModuleObjects): ModuleRegistry | undefined {
    const module: JsonObject | undefined = objects.get("Module", name);
    const source = module === undefined ? undefined : moduleStateOf(module).source;
    return source === undefined ? undefined : this.#options.registryOf(source, objects);
  }

  async #look(
    { name, imageTag }: PullOverride,
    seen: Seen,
    registry: ModuleRegistry | undefined,
  ): Promise<void> {
    if (seen.isLooking || registry === undefined) {
      return;
    }
    seen.isLooking = true;
    const { wake, signal } = this.#options;
    try {
      seen.digest = await registry.digest(name, imageTag, signal);
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!(error instanceof RegistryError)) {
        throw error;
      }
      seen.fault = error.message;
    }
    seen.isLooking = false;
    // The observation counts from now on, however long it took.
    seen.until = Number.POSITIVE_INFINITY;
    wake();
  }

  /** Retries a failed pull at intervals, however often its tag is resolved. */
  #fetchAgain({ imageTag: tag, name: module }: PullOverride, digest: string, objects: ModuleObjects): void {
    const registry = this.#registryFor(module, objects);
    const label = overrideLabel(tag, digest);
    if (registry !== undefined && this.#options.artifacts.faultOf(module, label)?.isInvalid === false) {
      this.#options.artifacts.demand({ module, tag, digest, label, registry });
    }
  }

  #fetch(
    { module, tag, digest }: OverrideFetch,
    {
      seen,
      observation,
      registry,
    }: { seen: Seen; observation: ObservedImage; registry: ModuleRegistry | undefined },
  ): void {
    const { artifacts } = this.#options;
    if (registry === undefined || seen.isFetching) {
      return;
    }
    seen.isFetching = true;
    const label = overrideLabel(tag, digest);
    if (observation.installed === digest) {
      artifacts.forget(module, label);
    }
    artifacts.demand({ module, tag, digest, label, registry });
  }
}
