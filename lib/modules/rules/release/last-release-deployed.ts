import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { formatVersion } from "../../../object/semver/version.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import { type ConditionUpdate, withCondition } from "../resource/metadata.ts";

/**
 * Prefixes of the messages of releases that are held back for reasons of their own, not by earlier releases,
 * with the reason and text that the Module then shows.
 */
const holds: readonly { readonly begins: string; readonly reason: string; readonly says: string }[] = [
  {
    begins: "requirements are not satisfied",
    reason: "ReleaseRequirementsCheck",
    says: "not met requirements",
  },
  { begins: "Release is ", reason: "ReleaseDeployTimeCheck", says: "release postponed" },
  {
    begins: "awaiting for module ",
    reason: "ReleaseDeployedIsNotReady",
    says: "awaiting for deployed release be ready",
  },
  {
    begins: "Initial module config validation failed",
    reason: "ReleaseConfigValidationCheck",
    says: "module config validation failed",
  },
  {
    begins: "validation failed",
    reason: "ReleaseConfigValidationCheck",
    says: "module config validation failed",
  },
];

/**
 * Sets the condition LastReleaseDeployed of a Module, which is created if missing. It follows the highest
 * release that is deployed or held back for a reason of its own: True if that is deployed, False with its
 * version if it is held back. It is not set while an override runs in their place. Every reconciliation of a
 * release sets it, so that their order does not matter.
 */
export function reportLastRelease(objects: ModuleObjects, module: string, now: number): void {
  const isOverridden = objects.get("ModulePullOverride", module) !== undefined;
  const changes = isOverridden ? undefined : lastRelease(objects.releasesOf(module));
  if (changes !== undefined) {
    const object = objects.get("Module", module) ?? {
      apiVersion: `${moduleGroup}/${versionOfKind.Module}`,
      kind: "Module",
      metadata: { name: module },
    };
    objects.put(withCondition(object, changes, now));
  }
}

function lastRelease(releases: readonly ModuleRelease[]): ConditionUpdate | undefined {
  const type = "LastReleaseDeployed";
  for (let at = releases.length - 1; at >= 0; at -= 1) {
    const release = releases[at];
    if (release?.phase === "Deployed") {
      return { type, status: "True" };
    }
    const hold = release === undefined ? undefined : holdOf(release);
    if (release !== undefined && hold !== undefined) {
      const message = `ModuleRelease could not be applied, ${hold.says}: see details in the module release v${formatVersion(release.version)}`;
      return { type, status: "False", reason: hold.reason, message };
    }
  }
  return undefined;
}

function holdOf({ phase, message }: ModuleRelease): (typeof holds)[number] | undefined {
  return phase === "Pending" || phase === "Suspended"
    ? holds.find(({ begins }) => message.startsWith(begins))
    : undefined;
}
