import { platformState } from "../build-platform-state.ts";
import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import type { InstalledModule, PlatformState } from "../requirement/platform-state.ts";
import { noRequirements } from "../requirement/requirements.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import { moduleStands } from "./is-switched-off.ts";

/** What releases are handled on: the objects, which change on the way, and what follows from them. */
export class ReleaseContext {
  readonly objects: ModuleObjects;
  readonly facts: ModuleFacts;
  readonly #deployed = new Set<string>();
  #platform: (PlatformState & { readonly modules: Map<string, InstalledModule> }) | undefined;

  constructor(objects: ModuleObjects, facts: ModuleFacts) {
    this.objects = objects;
    this.facts = facts;
  }

  /** Whether a release was deployed here. */
  isDeployed(name: string): boolean {
    return this.#deployed.has(name);
  }

  /**
   * What requirements are held against, with all that was deployed here. Found once, O(releases), and kept up
   * to date.
   */
  get platform(): PlatformState {
    if (this.#platform === undefined) {
      const platform = platformState(this.objects, this.facts);
      this.#platform = { ...platform, modules: new Map(platform.modules) };
    }
    return this.#platform;
  }

  /** Takes in that a release is deployed now. */
  noteDeployed({ name, module, version, requirements }: ModuleRelease): void {
    this.#deployed.add(name);
    const platform = this.#platform;
    const before = platform?.modules.get(module);
    if (platform === undefined || this.facts.embedded.has(module) || before?.isOverridden === true) {
      return;
    }
    // Only a module that is on gets a release; the one who may have switched it off since is the module
    // manager.
    const isOff = moduleStands(this.objects, module, { type: "EnabledByModuleManager", status: "False" });
    const now = {
      name: module,
      version: version.original,
      isEnabled: !isOff,
      isOverridden: false,
      requirements,
    };
    // Who needs whom is remembered by the map: it may only change in place where that stays the same.
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
