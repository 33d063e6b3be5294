import { parseVersion, type Version } from "../../version/version.ts";
import { releaseVersion } from "./unmet-version.ts";

/** Greater than any release: a build of a developer, which has no version, meets what asks for the newest. */
const developersBuild: Version = {
  major: 2n,
  minor: 0n,
  patch: 0n,
  prerelease: "",
  metadata: "",
  original: "v2.0.0",
};

/** The version of the platform as requirements see it: without pre-release and build; 2.0.0 where the text is no version (`dev`). */
export function platformVersion(text: string): Version {
  const version = parseVersion(text);
  return version === undefined ? developersBuild : releaseVersion(version);
}
