import { compareVersions, parseVersion } from "../../../object/semver/version.ts";
import { compareText } from "../../../object/object-ref.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { type DeckhouseRelease, deckhouseReleaseOf } from "../resource/deckhouse-release.ts";

/** A release of the platform after a plan, which does not decide which of them is deployed. */
export type PlannedPlatform = DeckhouseRelease;

/** Returns the DeckhouseReleases, the lowest version first. */
export function plannedPlatform(objects: ModuleObjects): readonly PlannedPlatform[] {
  return objects.all("DeckhouseRelease").map(deckhouseReleaseOf).toSorted(compareReleases);
}

function compareReleases(left: DeckhouseRelease, right: DeckhouseRelease): number {
  const [one, other] = [parseVersion(left.version), parseVersion(right.version)];
  const order = one === undefined || other === undefined ? 0 : compareVersions(one, other);
  return order || compareText(left.name, right.name);
}
