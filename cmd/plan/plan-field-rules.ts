import { readFieldRulesOfSet } from "../../lib/fields/read-field-rules.ts";
import { withFieldRules } from "../../lib/apply/plan/plan-field-rules.ts";
import { compareDiagnostics, type Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { FieldRule } from "../../lib/object/field-rule.ts";
import type { PlanResult } from "../../lib/plan/make-plan.ts";
import { type FieldFlags, readFieldFlags } from "../flags/field-flags.ts";
import type { Host } from "../host/host.ts";

/** Files of rules, and the texts of the set. */
interface RuleSources {
  readonly flags: FieldFlags;
  readonly sources: readonly SourceText[];
}

/**
 * Adds to a plan the rules about fields of each object, and a note about each rule that names none. Throws a
 * UsageError if the files of `--fields` have faults.
 */
export async function planFieldRules(
  planned: PlanResult,
  { flags, sources }: RuleSources,
  host: Host,
): Promise<PlanResult> {
  const ofSet = await readFieldRulesOfSet(sources);
  const rules = [...(await readFieldFlags(flags)), ...ofSet.rules];
  const ruled = await withFieldRules(planned, rules, host);
  const found = [...ruled.plan.diagnostics, ...ofSet.diagnostics, ...unmatched(rules, ruled)];
  return { ...ruled, plan: { ...ruled.plan, diagnostics: found.toSorted(compareDiagnostics) } };
}

function unmatched(rules: readonly FieldRule[], { plan, refused }: PlanResult): readonly Diagnostic[] {
  const objects = plan.groups.flatMap((group) => group.objects);
  const used = new Set(objects.flatMap(({ fieldRules = [] }) => fieldRules.map(({ place }) => place)));
  return rules
    .filter(({ place }) => !refused && !used.has(place))
    .map(({ place, origin }) => ({
      code: "FieldRuleUnmatched",
      severity: "note",
      message: `the field rule at ${place} names no field of the set`,
      ...(origin === undefined ? {} : { origin }),
    }));
}
