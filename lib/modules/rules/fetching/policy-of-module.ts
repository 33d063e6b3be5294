import { field, isObject, type JsonObject, objectField } from "../../../object/json.ts";
import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { moduleConfigOf } from "../resource/module-config.ts";
import { moduleSourceOf } from "../resource/module-source.ts";
import { type UpdatePolicy, updatePolicyOf } from "../resource/update-policy.ts";
import { selects } from "./label-selector.ts";

/** A module of a source. */
export interface ModuleOfSource {
  readonly module: string;
  /** The ModuleSource. */
  readonly source: string;
}

/**
 * The name of the policy by which releases of a module go: the one its ModuleConfig names, whether it is
 * there or not, else the first by name whose selector takes labels `module` and `source`; undefined where
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
  return isObject(selector) && selects(selector, labels);
}

/**
 * The policy by which releases of a module go, or why there is none. Where no policy is named and none
 * selects the module, it is the platform's own, with the channel of the source where the source names one.
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
 * The policy of the modules of a source that no policy is named for, of the platform where there is no
 * source; with the channel that the source names.
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
