import { field, isObject, type JsonObject, objectField } from "../../../object/json.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { matchesSelector } from "../../../object/label-selector.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { moduleConfigOf } from "../resource/module-config.ts";
import { moduleSourceOf } from "../resource/module-source.ts";
import { type UpdatePolicy, updatePolicyOf } from "../resource/update-policy.ts";

/** A module of a source. */
export interface ModuleOfSource {
  readonly module: string;
  /** Name of the ModuleSource. */
  readonly source: string;
}

/**
 * Returns the name of the update policy for a module's releases: the one its ModuleConfig names, whether or
 * not it exists, else the first by name whose selector matches the labels `module` and `source`; undefined if
 * there is none.
 */
export function policyNameOf({ module, source }: ModuleOfSource, objects: ModuleObjects): string | undefined {
  const config = objects.get("ModuleConfig", module);
  const named = config === undefined ? undefined : moduleConfigOf(config).updatePolicy;
  if (named !== undefined && named !== "") {
    return named;
  }
  const labels = new Map([
    ["module", module],
    ["source", source],
  ]);
  const selecting = objects.all("ModuleUpdatePolicy").find((policy) => selectsModule(policy, labels));
  return selecting === undefined ? undefined : updatePolicyOf(selecting).name;
}

function selectsModule(policy: JsonObject, labels: ReadonlyMap<string, string>): boolean {
  const selector = field(objectField(objectField(policy, "spec"), "moduleReleaseSelector"), "labelSelector");
  return isObject(selector) && matchesSelector(selector, (name) => labels.get(name) ?? null);
}

/**
 * Returns the update policy for a module's releases, or the fault if the named one does not exist. If no
 * policy is named and none selects the module, it is the platform's default, with the channel of the source
 * if it specifies one.
 */
export function policyOfModule(
  { module, source }: ModuleOfSource,
  objects: ModuleObjects,
  facts: ModuleFacts,
): UpdatePolicy | { readonly fault: string } {
  const name = policyNameOf({ module, source }, objects);
  if (name !== undefined) {
    const policy = objects.get("ModuleUpdatePolicy", name);
    return policy === undefined ? { fault: `Update policy ${name} not found` } : updatePolicyOf(policy);
  }
  return defaultPolicyOf(source, objects, facts);
}

/**
 * Returns the default policy for modules of a source: that of the platform, with the channel that the source
 * specifies, if any.
 */
export function defaultPolicyOf(
  source: string | undefined,
  objects: ModuleObjects,
  { defaultPolicy }: ModuleFacts,
): UpdatePolicy {
  const object = source === undefined ? undefined : objects.get("ModuleSource", source);
  const channel = object === undefined ? undefined : moduleSourceOf(object).releaseChannel;
  return channel === undefined || channel === ""
    ? defaultPolicy
    : { ...defaultPolicy, releaseChannel: channel };
}
