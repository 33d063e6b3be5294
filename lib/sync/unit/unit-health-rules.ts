import { join } from "node:path";

import type { Checkout } from "../../git/model/git-repository.ts";
import { withWeakerRules } from "../../health/builtin/health-rule-sources.ts";
import { readHealthRules, readRulesOfSet } from "../../health/read-rules.ts";
import type { MatchedRule } from "../../health/health-rules.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { HealthRuleSources } from "../../readiness/readiness.ts";
import { readRuleFiles } from "../../source/read-sources.ts";
import type { UnitSources, UnitTexts } from "../apply-engine.ts";
import { relocated, withoutFolder } from "./checkout-names.ts";
import type { Unit } from "./unit.ts";

/** The health rules of a unit at one revision. */
export interface UnitHealthRules {
  /** The rules that the sidecar was given, then those of the unit. */
  readonly given: HealthRuleSources | undefined;
  /** The sources of the unit, which report the faults of its rules, and whose own rules are noted. */
  readonly sources: UnitSources;
  /** Returns all rules once the sources are read: those that the manifests contain come last. */
  readonly all: () => HealthRuleSources | undefined;
}

/**
 * Reads the health rules that a unit names in a checkout. They give way to `given`. Faults are reported with
 * the manifests, and refuse the revision as theirs do.
 */
export async function readUnitRules(
  { unit, checkout }: { readonly unit: Unit; readonly checkout: Checkout },
  sources: UnitSources,
  given: HealthRuleSources | undefined,
): Promise<UnitHealthRules> {
  const { rules, diagnostics } = await rulesInCheckout(unit, checkout.folder);
  const ofUnit = rules.length === 0 ? given : withWeakerRules(given, rules);
  let ofSet: readonly MatchedRule[] = [];
  const read = async (rendering: Parameters<UnitSources["read"]>[0]): Promise<UnitTexts> => {
    const texts = await sources.read(rendering);
    ofSet = (await readRulesOfSet(texts.sources)).rules;
    return { ...texts, found: [...texts.found, ...diagnostics] };
  };
  return {
    given: ofUnit,
    sources: { read },
    all: () => (ofSet.length === 0 ? ofUnit : withWeakerRules(ofUnit, ofSet)),
  };
}

async function rulesInCheckout(
  { health }: Unit,
  folder: string,
): Promise<{ readonly rules: readonly MatchedRule[]; readonly diagnostics: readonly Diagnostic[] }> {
  if (health.length === 0) {
    return { rules: [], diagnostics: [] };
  }
  const within = withoutFolder(folder);
  const { files, found } = await readRuleFiles(health.map((path) => join(folder, path)));
  const named = files.map((file) => ({ ...file, name: within(file.name) }));
  const { rules, diagnostics } = await readHealthRules(named);
  return { rules, diagnostics: [...found.map((each) => relocated(each, within)), ...diagnostics] };
}
