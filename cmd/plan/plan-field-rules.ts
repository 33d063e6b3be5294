import { fieldRulesInUse, withFieldRules } from "../../lib/apply/plan/plan-field-rules.ts";
import { compareDiagnostics, type Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { FieldRule } from "../../lib/object/field-rule.ts";
import type { PlanResult } from "../../lib/plan/make-plan.ts";
import { type FieldFlags, readFieldFlags } from "../flags/field-flags.ts";
import type { Host } from "../host/host.ts";

/** The flags that name files of rules, and the rules of the set. */
interface RuleSources {
  readonly flags: FieldFlags;
  readonly ofSet: readonly FieldRule[];
}

/**
 * Adds to a plan the rules about fields of each object, and a note about each rule that names none. Throws a
 * UsageError if the files of `--fields` have faults.
 */
export async function planFieldRules(
  planned: PlanResult,
  { flags, ofSet }: RuleSources,
  host: Host,
): Promise<PlanResult> {
  const rules = [...(await readFieldFlags(flags)), ...ofSet];
  const ruled = await withFieldRules(planned, rules, host);
  const used = ruled.refused ? undefined : await fieldRulesInUse(ruled.plan, rules, host);
  const notes = used === undefined ? [] : unmatched(rules.filter(({ place }) => !used.has(place)));
  const found = [...ruled.plan.diagnostics, ...notes];
  return { ...ruled, plan: { ...ruled.plan, diagnostics: found.toSorted(compareDiagnostics) } };
}

function unmatched(rules: readonly FieldRule[]): readonly Diagnostic[] {
  return rules.map(({ place, origin }) => ({
    code: "FieldRuleUnmatched",
    severity: "note",
    message: `the field rule at ${place} names no field of the set`,
    ...(origin === undefined ? {} : { origin }),
  }));
}
