import type { JsonObject } from "../../object/json.ts";
import { handleOverride, type OverrideFetch } from "../rules/override/reconcile-override.ts";
import type { ObservedImage } from "../rules/override/override-observation.ts";
import type { ModuleFacts } from "../rules/module-facts.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import { moduleStateOf } from "../rules/resource/module-state.ts";
import { type PullOverride, pullOverrideOf } from "../rules/resource/pull-override.ts";
import type { ModuleRegistry } from "../registry/model/module-registry.ts";
import { RegistryError } from "../registry/model/registry-error.ts";
import type { ArtifactCache } from "./artifact-cache.ts";
import { overrideLabel } from "./pulled-version.ts";

/** What looking after overrides needs. */
export interface OverrideLookFacts {
  readonly artifacts: ArtifactCache;
  /** The registry of a source; undefined where there is no such source. */
  readonly registryOf: (source: string, objects: ModuleObjects) => ModuleRegistry | undefined;
  readonly signal: AbortSignal;
  readonly ring: () => void;
}

/** What is known of the tag of an override. */
interface Seen {
  /** What was looked at: with another tag, or a renewal, it is looked at anew. */
  readonly of: string;
  digest?: string;
  fault?: string;
  isLooking: boolean;
  /** An image was asked for since it was looked at. */
  isFetching: boolean;
  /** When it is looked at again, in milliseconds since 1970. */
  until: number;
}

/**
 * Looks after all overrides: asks registries what their tags name, has images pulled, and lets the rules
 * decide.
 */
export class OverrideReconciler {
  readonly #facts: OverrideLookFacts;
  readonly #seen = new Map<string, Seen>();

  constructor(facts: OverrideLookFacts) {
    this.#facts = facts;
  }

  /** Takes each override one step on. Gives when one of them is due next, in milliseconds since 1970. */
  step(objects: ModuleObjects, facts: ModuleFacts): number {
    const all = objects.all("ModulePullOverride").map(pullOverrideOf);
    const names = new Set(all.map(({ name }) => name));
    for (const name of this.#seen.keys()) {
      if (!names.has(name)) {
        this.#seen.delete(name);
      }
    }
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...all.map((override) => this.#stepOne(override, objects, facts)),
    );
  }

  #stepOne(override: PullOverride, objects: ModuleObjects, facts: ModuleFacts): number {
    const { name } = override;
    const seen = this.#seenOf(override, facts.now);
    const observation = this.#sightOf(override, seen);
    const { fetch, look, again } = handleOverride({ name, observation }, objects, facts);
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

  #sightOf({ asksRenewal, name, imageTag, imageDigest }: PullOverride, seen: Seen): ObservedImage {
    const { artifacts } = this.#facts;
    const isHere = (digest: string | undefined): digest is string =>
      digest !== undefined && artifacts.pulled(name, overrideLabel(imageTag, digest)) !== undefined;
    const isAsked = seen.isFetching && (asksRenewal || seen.digest !== imageDigest);
    return {
      digest: seen.digest,
      installed: [seen.digest, imageDigest].find((digest) => isHere(digest)),
      ...this.#faultsOf({ name, imageTag }, seen),
      // What was only read from the disk again, or is pulled again after that was lost, is no news.
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
    const found = digest === undefined ? undefined : this.#facts.artifacts.faultOf(name, label);
    if (found === undefined) {
      return {};
    }
    return found.isInvalid ? { validationFault: found.message } : { downloadFault: found.message };
  }

  #registryFor(name: string, objects: ModuleObjects): ModuleRegistry | undefined {
    const module: JsonObject | undefined = objects.get("Module", name);
    const source = module === undefined ? undefined : moduleStateOf(module).source;
    return source === undefined ? undefined : this.#facts.registryOf(source, objects);
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
    const { ring, signal } = this.#facts;
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
    // However long that took: what was seen counts from now on.
    seen.until = Number.POSITIVE_INFINITY;
    ring();
  }

  /** What could not be pulled is tried again, now and then, however often its tag is looked at. */
  #fetchAgain({ imageTag: tag, name: module }: PullOverride, digest: string, objects: ModuleObjects): void {
    const registry = this.#registryFor(module, objects);
    const label = overrideLabel(tag, digest);
    if (registry !== undefined && this.#facts.artifacts.faultOf(module, label)?.isInvalid === false) {
      this.#facts.artifacts.demand({ module, tag, digest, label, registry });
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
    const { artifacts } = this.#facts;
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
