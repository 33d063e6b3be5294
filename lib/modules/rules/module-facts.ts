import type { UpdatePolicy } from "./resource/update-policy.ts";

/** Inputs of the rules other than the objects. */
export interface ModuleFacts {
  /** In milliseconds since 1970. */
  readonly now: number;
  /**
   * The version of the platform, `v1.73.3`, which overrides the DeckhouseReleases; undefined to use the
   * highest one that is Deployed.
   */
  readonly deckhouse: string | undefined;
  readonly kubernetes: string;
  /** Edition of the platform: `ee`; empty if it has none. */
  readonly edition: string;
  /** The set of modules that are enabled by default: `Default`, `Minimal`, `Managed`. */
  readonly bundle: string;
  /** For releases without a named policy. */
  readonly defaultPolicy: UpdatePolicy;
  /** Modules that are part of the platform and have its version. */
  readonly embedded: ReadonlySet<string>;
  /** Reports whether the module runs that version (`v1.4.3`) and is ready: an update waits for that. */
  readonly isReady: (module: string, version: string) => boolean;
  /** Returns the state of a version's files. */
  readonly artifactOf: (module: string, version: string) => Artifact;
}

/** The files of a version of a module: pulled, missing, or refused because they cannot be pulled or used. */
export type Artifact =
  | {
      readonly state: "here";
      /** The faults in the module's settings for this version; undefined if there are none. */
      readonly settingsFault?: string;
    }
  | { readonly state: "missing" }
  | { readonly state: "refused"; readonly message: string };
