import type { Requirements } from "./requirements.ts";
import { parseVersion, type Version } from "../../../object/semver/version.ts";
import { releaseVersion } from "./unmet-version.ts";

/**
 * The state that requirements are checked against: the versions of the platform, and the installed modules.
 */
export interface PlatformState {
  /** As specified: `v1.73.3`. */
  readonly deckhouse: string;
  readonly kubernetes: string;
  readonly modules: ReadonlyMap<string, InstalledModule>;
}

/** A module with a deployed version, or one of the platform's own. */
export interface InstalledModule {
  readonly name: string;
  /**
   * Version of the deployed release, with or without `v`; that of the platform for an embedded module; an
   * image tag for an overridden one. Empty if none is deployed.
   */
  readonly version: string;
  readonly isEnabled: boolean;
  /**
   * Whether it runs an image tag that a user forced: its requirements are ignored, and a tag that is not a
   * version meets all requirements on it.
   */
  readonly isOverridden: boolean;
  /** Whether it is part of the platform, and changes its version with it. */
  readonly isEmbedded?: boolean;
  readonly requirements: Requirements;
}

/** A module at a version to install, update to, or enable. */
export interface CandidateModule {
  readonly name: string;
  readonly version: string;
  readonly requirements: Requirements;
}

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
