import { defaultPolicyOf } from "../fetching/policy-of-module.ts";
import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { moduleConfigOf } from "../resource/module-config.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import { type UpdatePolicy, updatePolicyOf } from "../resource/update-policy.ts";

/** The policy of a release, or the name of one that does not exist. */
export type PolicyFound =
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
