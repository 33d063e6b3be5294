import { unmetByRelease } from "../requirement/check-release.ts";
import type { InstalledModule, PlatformState } from "../requirement/platform-state.ts";
import { noRequirements, type Requirements } from "../requirement/requirements.ts";
import type { ModuleDefinition } from "./module-definition.ts";

/**
 * The versions that a definition is checked against; undefined ones are unknown, and requirements on them are
 * not judged.
 */
export interface KnownVersions {
  readonly deckhouse: string | undefined;
  readonly kubernetes: string | undefined;
  /** All enabled modules with their versions, by name. */
  readonly installed: ReadonlyMap<string, string> | undefined;
}

/** A requirement and its verdict. */
export interface JudgedRequirement {
  readonly on: "deckhouse" | "kubernetes" | "bootstrapped" | "module";
  /** The required module; undefined for other requirements. */
  readonly module: string | undefined;
  /** As specified, without `!optional`; `true` or `false` for `bootstrapped`. */
  readonly constraint: string;
  readonly isOptional: boolean;
  readonly verdict: "met" | "unmet" | "unjudged";
  /**
   * The version that meets it, `1.29.6` or `not installed`; or the reason it is not met, `1.27.0 is less than
   * 1.28`; or the missing information.
   */
  readonly reason: string;
}

/** The verdicts on all requirements of a definition. */
export interface Judgement {
  readonly requirements: readonly JudgedRequirement[];
  /**
   * The message that would refuse a release of the module, `requirements are not satisfied: …`; undefined if
   * no known version does.
   */
  readonly message: string | undefined;
}

/** Checks every requirement of a definition on its own, and all of them together as for a release. */
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
    reason: "known only in a cluster",
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

/** Returns the message that would refuse a release of the module with only these requirements. */
function unmetBy(
  { name }: ModuleDefinition,
  known: KnownVersions,
  requirements: Requirements,
): string | undefined {
  // A definition does not contain its own version; the checks here do not use it.
  return unmetByRelease({ name, version: "0.0.0", requirements }, platformOfVersions(known));
}

/**
 * Returns the platform of the known versions. The others are empty, because no requirement on them is
 * checked.
 */
function platformOfVersions({ deckhouse = "", kubernetes = "", installed }: KnownVersions): PlatformState {
  const modules = [...(installed ?? [])].map(([name, version]): readonly [string, InstalledModule] => [
    name,
    { name, version, isEnabled: true, isOverridden: false, requirements: noRequirements },
  ]);
  return { deckhouse, kubernetes, modules: new Map(modules) };
}

/** Parts of a reason that the line of its requirement states already. */
const given =
  /^(?:1 error occurred: )?(?:current (?:deckhouse|kubernetes) version is not suitable: |dependency '[^']*' (?:does not|not) meet (?:the )?version constraint: )?/;

function shortReason(fault: string): string {
  return fault.replace(given, "");
}
