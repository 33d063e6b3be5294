import type { ModuleObjects } from "../rules/module-objects.ts";
import { moduleSourceOf } from "../rules/resource/module-source.ts";
import type { ModuleRegistry } from "../registry/model/module-registry.ts";
import type { RegistryAccess } from "../../oci/model/registry-access.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";

/** The registries of sources, each opened once per access settings. */
export class Registries {
  readonly #open: (access: RegistryAccess) => ModuleRegistry;
  readonly #opened = new Map<string, { readonly access: string; readonly registry: ModuleRegistry }>();

  constructor(open: (access: RegistryAccess) => ModuleRegistry) {
    this.#open = open;
  }

  /** The registry of a source; undefined if there is no such source. */
  of(source: string, objects: ModuleObjects): ModuleRegistry | undefined {
    const object = objects.get("ModuleSource", source);
    if (object === undefined) {
      this.#opened.delete(source);
      return undefined;
    }
    const { registry } = moduleSourceOf(object);
    const access = JSON.stringify(registry);
    const known = this.#opened.get(source);
    if (known?.access === access) {
      return known.registry;
    }
    const opened = openAnyway(registry.repo, () => this.#open(registry));
    this.#opened.set(source, { access, registry: opened });
    return opened;
  }
}

/** Opens a registry; if its access settings are faulty, every request to it is rejected with the error. */
function openAnyway(repo: string, open: () => ModuleRegistry): ModuleRegistry {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof RegistryError)) {
      throw error;
    }
    const refuse = async (): Promise<never> => Promise.reject(error);
    return {
      repo,
      modules: refuse,
      tags: refuse,
      releaseTags: refuse,
      release: refuse,
      digest: refuse,
      pull: refuse,
    };
  }
}
