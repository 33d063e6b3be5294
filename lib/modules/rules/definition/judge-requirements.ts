import { unmetByRelease } from "../requirement/check-release.ts";
import type { InstalledModule, PlatformState } from "../requirement/platform-state.ts";
import { noRequirements, type Requirements } from "../requirement/requirements.ts";
import type { ModuleDefinition } from "./module-definition.ts";

/**
 * The versions that a definition is held against; what is undefined is not known, and nothing is said of it.
 */
export interface KnownVersions {
  readonly deckhouse: string | undefined;
  readonly kubernetes: string | undefined;
  /** All modules that are enabled, by name, with their versions. */
  readonly installed: ReadonlyMap<string, string> | undefined;
}

/** One requirement and how it stands. */
export interface JudgedRequirement {
  readonly on: "deckhouse" | "kubernetes" | "bootstrapped" | "module";
  /** The other module; undefined for anything else. */
  readonly module: string | undefined;
  /** As it is written, without `!optional`; `true` or `false` of `bootstrapped`. */
  readonly constraint: string;
  readonly isOptional: boolean;
  readonly verdict: "met" | "unmet" | "unjudged";
  /**
   * What meets it, `1.29.6` or `not installed`; why it is not met, `1.27.0 is less than 1.28`; what would
   * have to be known.
   */
  readonly reason: string;
}

/** How all requirements of a definition stand. */
export interface Judgement {
  readonly requirements: readonly JudgedRequirement[];
  /**
   * What a release of the module would be refused with, `requirements are not satisfied: …`; undefined where
   * nothing known refuses it.
   */
  readonly message: string | undefined;
}

/** Holds every requirement of a definition by itself against versions, and all of them as a release would. */
export function judgeRequirements(definition: ModuleDefinition, known: KnownVersions): Judgement {
  const { deckhouse, kubernetes, modules, bootstrapped } = definition.requirements;
  const judge = judgeOf(definition, known);
  const refusal = unmetBy(definition, known, {
    deckhouse: known.deckhouse === undefined ? undefined : deckhouse,
    kubernetes: known.kubernetes === undefined ? undefined : kubernetes,
    modules: known.installed === undefined ? [] : modules,
  });
  return {
    requirements: [
      ...(deckhouse === undefined ? [] : [judge("deckhouse", deckhouse)]),
      ...(kubernetes === undefined ? [] : [judge("kubernetes", kubernetes)]),
      ...(bootstrapped === undefined ? [] : [judgeBootstrapped(bootstrapped)]),
      ...modules.map((requirement) => judgeModule(requirement, { definition, known })),
    ],
    message: refusal === undefined ? undefined : `requirements are not satisfied: ${refusal}`,
  };
}

type Platform = "deckhouse" | "kubernetes";

function judgeOf(
  definition: ModuleDefinition,
  known: KnownVersions,
): (on: Platform, constraint: string) => JudgedRequirement {
  return (on, constraint) => {
    const version = known[on];
    const given = { on, module: undefined, constraint, isOptional: false };
    if (version === undefined) {
      return { ...given, verdict: "unjudged", reason: `give --${on} to judge it` };
    }
    const fault = unmetBy(definition, known, { ...noRequirements, [on]: constraint });
    return fault === undefined
      ? { ...given, verdict: "met", reason: version }
      : { ...given, verdict: "unmet", reason: shortReason(fault) };
  };
}

function judgeBootstrapped(bootstrapped: boolean): JudgedRequirement {
  return {
    on: "bootstrapped",
    module: undefined,
    constraint: String(bootstrapped),
    isOptional: false,
    verdict: "unjudged",
    reason: "only a cluster knows",
  };
}

function judgeModule(
  requirement: Requirements["modules"][number],
  { definition, known }: { readonly definition: ModuleDefinition; readonly known: KnownVersions },
): JudgedRequirement {
  const { module, constraint, isOptional } = requirement;
  const given = { on: "module", module, constraint, isOptional } as const;
  if (known.installed === undefined) {
    return { ...given, verdict: "unjudged", reason: "give --installed to judge it" };
  }
  const fault = unmetBy(definition, known, { ...noRequirements, modules: [requirement] });
  return fault === undefined
    ? { ...given, verdict: "met", reason: known.installed.get(module) ?? "not installed" }
    : { ...given, verdict: "unmet", reason: shortReason(fault) };
}

/** What a release of the module with these requirements alone would be refused with. */
function unmetBy(
  { name }: ModuleDefinition,
  known: KnownVersions,
  requirements: Requirements,
): string | undefined {
  // A definition does not know its own version; nobody here asks for it.
  return unmetByRelease({ name, version: "0.0.0", requirements }, platformOfVersions(known));
}

/** What is not known is asked for by nobody. */
function platformOfVersions({ deckhouse = "", kubernetes = "", installed }: KnownVersions): PlatformState {
  const modules = [...(installed ?? [])].map(([name, version]): readonly [string, InstalledModule] => [
    name,
    { name, version, isEnabled: true, isOverridden: false, requirements: noRequirements },
  ]);
  return { deckhouse, kubernetes, modules: new Map(modules) };
}

/** Words around a reason that the line of its requirement tells already. */
const given =
  /^(?:1 error occurred: )?(?:current (?:deckhouse|kubernetes) version is not suitable: |dependency '[^']*' (?:does not|not) meet (?:the )?version constraint: )?/;

function shortReason(fault: string): string {
  return fault.replace(given, "");
}
