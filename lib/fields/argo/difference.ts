import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { type FieldMeaning, type FieldRule, placeAt, type RuleTargets } from "../../object/field-rule.ts";
import { isObject, type JsonValue, stringsField } from "../../object/json.ts";
import type { FieldRuleReading } from "../field-rule-format.ts";

/** The place of an entry of `ignoreDifferences`, and what it is for. */
export interface DifferenceContext {
  readonly targets: RuleTargets;
  readonly meaning: FieldMeaning;
  readonly origin: Origin;
}

/** Reads the fields of an entry of `ignoreDifferences`. */
export function readDifference(entry: JsonValue, context: DifferenceContext): FieldRuleReading {
  const [pointers, jq, managers] = [
    stringsField(entry, "jsonPointers"),
    stringsField(entry, "jqPathExpressions"),
    stringsField(entry, "managedFieldsManagers"),
  ];
  const wrong = pointers.find((pointer) => !/^(?:\/[^/]+)+$/.test(pointer));
  if (wrong !== undefined) {
    return unusable(`"${wrong}" is not a JSON pointer to a field: it has to begin with /`, context);
  }
  if (!isObject(entry) || pointers.length + jq.length + managers.length === 0) {
    return unusable(
      "it names no field: add jsonPointers, jqPathExpressions or managedFieldsManagers",
      context,
    );
  }
  const { targets, meaning, origin } = context;
  const rule: FieldRule = { targets, meaning, ...placeAt(origin), pointers, jq, managers };
  return { rules: [rule], diagnostics: [] };
}

/** The reading of an entry that cannot be used. */
export function unusable(fault: string, { origin }: Pick<DifferenceContext, "origin">): FieldRuleReading {
  return { rules: [], diagnostics: [faultOf(fault, origin)] };
}

function faultOf(fault: string, origin: Origin): Diagnostic {
  const message = `this entry of ignoreDifferences cannot be used: ${fault}`;
  return { code: "FieldRuleInvalid", severity: "error", message, origin };
}

/** Joins readings. */
export function joinFieldReadings(readings: readonly FieldRuleReading[]): FieldRuleReading {
  return {
    rules: readings.flatMap(({ rules }) => rules),
    diagnostics: readings.flatMap(({ diagnostics }) => diagnostics),
  };
}
