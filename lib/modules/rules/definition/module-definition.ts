import type { Requirements } from "../requirement/requirements.ts";
import type { UpdateRule } from "../resource/update-policy.ts";

/** The maturity of a module, as its authors declare it. */
export type ModuleStage = "Experimental" | "Preview" | "General Availability" | "Deprecated";

/** The content of a `module.yaml`. */
export interface ModuleDefinition {
  readonly name: string;
  /** Modules of a lower weight start earlier. */
  readonly weight: number;
  readonly stage: ModuleStage | undefined;
  /** At most one module of a group can be enabled. */
  readonly exclusiveGroup: string | undefined;
  /** Whether the cluster depends on it. */
  readonly critical: boolean;
  readonly namespace: string | undefined;
  readonly tags: readonly string[];
  readonly subsystems: readonly string[];
  readonly descriptions: LocalTexts;
  readonly requirements: DefinitionRequirements;
  /** Undefined if the file does not mention editions. */
  readonly accessibility: Accessibility | undefined;
  readonly update: { readonly versions: readonly UpdateRule[] };
  readonly disable: DisableOptions;
}

/** The weight of a module that specifies none, or 0. */
export const usualWeight = 900;

/** A text by language. */
export interface LocalTexts {
  readonly en: string | undefined;
  readonly ru: string | undefined;
}

/** The requirements of a module, with the one that only modules of the platform have. */
export interface DefinitionRequirements extends Requirements {
  /** Whether the cluster must be bootstrapped, or must not be; undefined if it does not matter. */
  readonly bootstrapped: boolean | undefined;
}

/** The editions of the platform by name: `ee`, or `_default` for those that are not listed. */
export interface Accessibility {
  readonly editions: ReadonlyMap<string, EditionAccess>;
}

/** Whether a module may be used in an edition, and the bundles in which it is enabled by default. */
export interface EditionAccess {
  readonly available: boolean;
  /** `Default`, `Minimal`, `Managed`. */
  readonly enabledInBundles: readonly string[];
}

/** The options for disabling a module. */
export interface DisableOptions {
  /** Whether its ModuleConfig has to be annotated first. */
  readonly confirmation: boolean;
  /** In English if there are several languages. */
  readonly message: string | undefined;
  readonly messages: LocalTexts;
}
