import type { Requirements } from "../requirement/requirements.ts";
import type { UpdateRule } from "../resource/update-rules.ts";

/** How far a module is, as its authors see it. */
export type ModuleStage = "Experimental" | "Preview" | "General Availability" | "Deprecated";

/** What a module says of itself: its `module.yaml`. */
export interface ModuleDefinition {
  readonly name: string;
  /** Modules of a lower weight start earlier. */
  readonly weight: number;
  readonly stage: ModuleStage | undefined;
  /** Of the modules of one group, one at most can be on. */
  readonly exclusiveGroup: string | undefined;
  /** The cluster cannot do without it. */
  readonly critical: boolean;
  readonly namespace: string | undefined;
  readonly tags: readonly string[];
  readonly subsystems: readonly string[];
  readonly descriptions: LocalTexts;
  readonly requirements: DefinitionRequirements;
  /** Undefined where the file says nothing of editions. */
  readonly accessibility: Accessibility | undefined;
  readonly update: { readonly versions: readonly UpdateRule[] };
  readonly disable: DisableOptions;
}

/** The weight of a module that names none, or 0. */
export const usualWeight = 900;

/** A text by language. */
export interface LocalTexts {
  readonly en: string | undefined;
  readonly ru: string | undefined;
}

/** What a module needs, and what one of the platform's own may need besides. */
export interface DefinitionRequirements extends Requirements {
  /** The cluster is set up already, or is not; undefined where either will do. */
  readonly bootstrapped: boolean | undefined;
}

/** The editions of the platform by name: `ee`, or `_default` for those that are not named. */
export interface Accessibility {
  readonly editions: ReadonlyMap<string, EditionAccess>;
}

/** Whether a module may be used in an edition, and in which bundles it is on from the start. */
export interface EditionAccess {
  readonly available: boolean;
  /** `Default`, `Minimal`, `Managed`. */
  readonly enabledInBundles: readonly string[];
}

/** What stands before switching a module off. */
export interface DisableOptions {
  /** Its ModuleConfig has to be annotated first. */
  readonly confirmation: boolean;
  /** In English where there is a choice. */
  readonly message: string | undefined;
  readonly messages: LocalTexts;
}
