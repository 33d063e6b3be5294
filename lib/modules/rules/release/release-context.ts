import { platformState } from "../build-platform-state.ts";
import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import type { InstalledModule, PlatformState } from "../requirement/platform-state.ts";
import { noRequirements } from "../requirement/requirements.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import { listField, objectField, stringField } from "../../../object/json.ts";
import { moduleConfigOf } from "../resource/module-config.ts";
import { defaultPolicyOf } from "../fetching/policy-of-module.ts";
import { type UpdatePolicy, updatePolicyOf } from "../resource/update-policy.ts";

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

/** Reports whether a condition of a Module has that status; false if the Module does not exist. */
export function moduleStatus(
  objects: ModuleObjects,
  module: string,
  condition: { readonly type: string; readonly status: "True" | "False" },
): boolean {
  const conditions = listField(objectField(objects.get("Module", module), "status"), "conditions");
  const found = conditions.find((entry) => stringField(entry, "type") === condition.type);
  return stringField(found, "status") === condition.status;
}

/**
 * Reports whether a module is switched off: by its ModuleConfig, or if that is undecided by its Module's
 * conditions. A module that is requested, and off only because of its requirements, is not switched off:
 * another release may meet them. Without any decision it is on, because a user has provided its releases.
 */
export function isSwitchedOff(objects: ModuleObjects, module: string): boolean {
  const config = objects.get("ModuleConfig", module);
  const enabled = config === undefined ? undefined : moduleConfigOf(config).enabled;
  return enabled === undefined ? isNotAskedFor(objects, module) : !enabled;
}

function isNotAskedFor(objects: ModuleObjects, module: string): boolean {
  const isAskedFor = moduleStatus(objects, module, { type: "EnabledByModuleConfig", status: "True" });
  const conditions = ["EnabledByModuleConfig", "EnabledByModuleManager"];
  return !isAskedFor && conditions.some((type) => moduleStatus(objects, module, { type, status: "False" }));
}

/** The policy of a release, or the name of one that does not exist. */
type PolicyFound =
  | { readonly policy: UpdatePolicy; /** If none is named. */ readonly isDefault: boolean }
  | { readonly policy: undefined; readonly missing: string };

/**
 * Returns the policy of a release: that of its label, else that of its module's ModuleConfig, else the
 * default of its source.
 */
export function policyOfRelease(
  release: ModuleRelease,
  { objects, facts }: { readonly objects: ModuleObjects; readonly facts: ModuleFacts },
): PolicyFound {
  const config = release.policy === undefined ? objects.get("ModuleConfig", release.module) : undefined;
  const name = release.policy ?? (config === undefined ? undefined : moduleConfigOf(config).updatePolicy);
  if (name === undefined || name === "") {
    return { policy: defaultPolicyOf(release.source, objects, facts), isDefault: true };
  }
  const object = objects.get("ModuleUpdatePolicy", name);
  return object === undefined
    ? { policy: undefined, missing: name }
    : { policy: updatePolicyOf(object), isDefault: false };
}
