import { platformState } from "../build-platform-state.ts";
import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import type { InstalledModule, PlatformState } from "../requirement/platform-state.ts";
import { noRequirements } from "../requirement/requirements.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import { moduleStatus } from "./is-switched-off.ts";

/**
 * The context in which releases are reconciled: the objects, which change in the process, and what is
 * computed from them.
 */
export class ReleaseContext {
  readonly objects: ModuleObjects;
  readonly facts: ModuleFacts;
  readonly #deployed = new Set<string>();
  #platform: (PlatformState & { readonly modules: Map<string, InstalledModule> }) | undefined;

  constructor(objects: ModuleObjects, facts: ModuleFacts) {
    this.objects = objects;
    this.facts = facts;
  }

  /** Reports whether a release was deployed in this context. */
  isDeployed(name: string): boolean {
    return this.#deployed.has(name);
  }

  /**
   * The platform state to check requirements against, including all deployments in this context. Computed
   * once, O(releases), and kept up to date.
   */
  get platform(): PlatformState {
    if (this.#platform === undefined) {
      const platform = platformState(this.objects, this.facts);
      this.#platform = { ...platform, modules: new Map(platform.modules) };
    }
    return this.#platform;
  }

  /** Records that a release is deployed now. */
  noteDeployed({ name, module, version, requirements }: ModuleRelease): void {
    this.#deployed.add(name);
    const platform = this.#platform;
    const before = platform?.modules.get(module);
    if (platform === undefined || this.facts.embedded.has(module) || before?.isOverridden === true) {
      return;
    }
    // Only an enabled module gets a release; since then, only the module manager may have switched it off.
    const isOff = moduleStatus(this.objects, module, { type: "EnabledByModuleManager", status: "False" });
    const now = {
      name: module,
      version: version.original,
      isEnabled: !isOff,
      isOverridden: false,
      requirements,
    };
    // Dependents are cached by the identity of the map: it may change in place only if they stay the same.
    const isSame = needsTheSame(before ?? { ...now, requirements: noRequirements }, now);
    const modules = isSame ? platform.modules : new Map(platform.modules);
    modules.set(module, now);
    this.#platform = { ...platform, modules };
  }
}

function needsTheSame(before: InstalledModule, now: InstalledModule): boolean {
  const [left, right] = [before.requirements.modules, now.requirements.modules];
  return (
    before.isEnabled === now.isEnabled &&
    left.length === right.length &&
    left.every(
      ({ module, constraint, isOptional }, at) =>
        right[at]?.module === module &&
        right[at].constraint === constraint &&
        right[at].isOptional === isOptional,
    )
  );
}
