import { parseVersion, type Version } from "../../../object/semver/version.ts";
import { releaseVersion } from "./unmet-version.ts";

/**
 * The version of a platform that has none, as a build of a developer: greater than any release, so that it
 * meets what asks for the newest.
 */
export const unversionedPlatform = "v2.0.0";
const developersBuild: Version = {
  major: 2n,
  minor: 0n,
  patch: 0n,
  prerelease: "",
  metadata: "",
  original: unversionedPlatform,
};

/**
 * The version of the platform as requirements see it: without pre-release and build; 2.0.0 where the text is
 * no version (`dev`).
 */
export function platformVersion(text: string): Version {
  const version = parseVersion(text);
  return version === undefined ? developersBuild : releaseVersion(version);
}
