import type { Requirements } from "./requirements.ts";

/** What requirements are held against: the versions of the platform, and the modules that are there. */
export interface PlatformState {
  /** As it is written: `v1.73.3`. */
  readonly deckhouse: string;
  readonly kubernetes: string;
  readonly modules: ReadonlyMap<string, InstalledModule>;
}

/** A module with a deployed version, or one of the platform's own. */
export interface InstalledModule {
  readonly name: string;
  /**
   * Of the deployed release, without `v` or with it; that of the platform for an embedded one; an image tag
   * for an overridden one. Empty where none is deployed.
   */
  readonly version: string;
  readonly isEnabled: boolean;
  /**
   * Runs an image tag that a person has forced: nothing it requires is heeded, and a tag that is no version
   * is what others require.
   */
  readonly isOverridden: boolean;
  /** Part of the platform: its version moves with the platform's. */
  readonly isEmbedded?: boolean;
  readonly requirements: Requirements;
}

/** A module at a version that is to be installed, updated to, or enabled. */
export interface CandidateModule {
  readonly name: string;
  readonly version: string;
  readonly requirements: Requirements;
}
