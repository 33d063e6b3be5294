import { parseVersion, type Version } from "../../../object/semver/version.ts";
import { releaseVersion } from "./unmet-version.ts";

/**
 * The version of a platform without one, such as a development build: greater than any release, so that it
 * meets requirements on the newest.
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
 * Returns the version of the platform for requirements: without pre-release and build; 2.0.0 if the text is
 * not a version (`dev`).
 */
export function platformVersion(text: string): Version {
  const version = parseVersion(text);
  return version === undefined ? developersBuild : releaseVersion(version);
}
