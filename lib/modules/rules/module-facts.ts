import type { UpdatePolicy } from "./resource/update-policy.ts";

/** What the rules need besides the objects. */
export interface ModuleFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * The version of the platform, `v1.73.3`, whatever DeckhouseReleases say; undefined for that of the highest
   * one that is Deployed.
   */
  readonly deckhouse: string | undefined;
  readonly kubernetes: string;
  /** Of the platform: `ee`; empty where it has none. */
  readonly edition: string;
  /** The set of modules that is on by default: `Default`, `Minimal`, `Managed`. */
  readonly bundle: string;
  /** For releases that name no policy. */
  readonly defaultPolicy: UpdatePolicy;
  /** Modules that are part of the platform: their version is the platform's. */
  readonly embedded: ReadonlySet<string>;
  /** Whether the module runs at that version (`v1.4.3`) as it should: an update waits for that. */
  readonly isReady: (module: string, version: string) => boolean;
  /** How far the files of a version are at hand. */
  readonly artifactOf: (module: string, version: string) => Artifact;
}

/** The files of a module at a version: here, asked for, or not to be had or not to be used. */
export type Artifact =
  | {
      readonly state: "here";
      /** What is wrong with the settings of the module for this version; undefined where nothing is. */
      readonly settingsFault?: string;
    }
  | { readonly state: "missing" }
  | { readonly state: "refused"; readonly message: string };
