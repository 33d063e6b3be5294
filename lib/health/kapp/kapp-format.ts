import { locateField } from "../../manifest/locate-field.ts";
import type { SourceDocument } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  type Path,
  stringField,
} from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { integerAt, plainLine, reasonWord } from "../../readiness/condition/readiness-result.ts";
import { conditionsOf } from "../../readiness/condition/condition.ts";
import type { HealthRule, Readiness } from "../../readiness/readiness.ts";
import type { MatchedRule } from "../health-rules.ts";
import type { RuleFormat, RuleReading } from "../rule-format.ts";
import { compileMatcher, type Matcher } from "./resource-matcher.ts";

/** kapp's form: `waitRules` of a `Config`. */
export const kappFormat: RuleFormat = {
  name: "kapp's `waitRules`",
  recognizes: (value) =>
    (stringField(value, "apiVersion") ?? "").startsWith("kapp.k14s.io/") &&
    stringField(value, "kind") === "Config" &&
    listField(value, "waitRules").length > 0,
  read: ({ document, tree }) => {
    const readings = listField(tree.value, "waitRules").map((rule, index) => readRule(rule, index, document));
    return Promise.resolve({
      // kapp takes the first rule that matches; of equal ones converge takes the last.
      rules: readings.flatMap(({ rules }) => rules).toReversed(),
      diagnostics: readings.flatMap(({ diagnostics }) => diagnostics),
    });
  },
};

function readRule(rule: JsonValue, index: number, document: SourceDocument): RuleReading {
  const path: Path = ["waitRules", index];
  const at = (place: Path, message: string): Diagnostic => ({
    code: "HealthRuleInvalid",
    severity: "error",
    message,
    origin: locateField(document, place, "value"),
  });
  if (field(rule, "ytt") !== undefined) {
    const message =
      "wait rules in ytt are not supported: write conditionMatchers, or a rule in CEL of kind HealthRules";
    return { rules: [], diagnostics: [at([...path, "ytt"], message)] };
  }
  const diagnostics: Diagnostic[] = [];
  const matchers = listField(rule, "resourceMatchers").flatMap((entry, number): readonly Matcher[] => {
    const compiled = compileMatcher(entry);
    if ("unknown" in compiled) {
      const message = `converge does not know the matcher ${compiled.unknown}: use one of kapp's resource matchers`;
      diagnostics.push(at([...path, "resourceMatchers", number], message));
      return [];
    }
    return [compiled];
  });
  const { file, line } = locateField(document, path, "value");
  const origin = formatOrigin({ file, line });
  const rules = matchers.map(({ group, kind, applies }): MatchedRule => {
    const judging: HealthRule = { name: `${group}/${kind}`, origin, judge: (object) => judge(object, rule) };
    return { group, kind, applies, rule: judging };
  });
  return { rules, diagnostics };
}

/** Judges as kapp does: the observed generation, then conditions of failure, then those of success. */
function judge(object: JsonObject, rule: JsonValue): Readiness {
  const observed = integerAt(object, ["status", "observedGeneration"]);
  const isOutdated = observed !== generationOf(object);
  if (field(rule, "supportsObservedGeneration") === true && isOutdated) {
    return {
      state: "InProgress",
      reason: "LatestGenerationNotObserved",
      message: "the latest generation is not observed yet",
    };
  }
  const matchers = listField(rule, "conditionMatchers");
  return (
    byCondition(object, matchers, "failure") ??
    byCondition(object, matchers, "success") ??
    byCondition(object, matchers, "unblockChanges") ?? {
      state: "InProgress",
      reason: "NoConditionMatches",
      message: "none of its conditions has matched yet",
    }
  );
}

const states = { failure: "Failed", success: "Current", unblockChanges: "InProgress" } as const;

function byCondition(
  object: JsonObject,
  matchers: readonly JsonValue[],
  effect: keyof typeof states,
): Readiness | undefined {
  const conditions = conditionsOf(object);
  for (const matcher of matchers.filter((each) => field(each, effect) === true)) {
    const found = conditions.find(
      ({ type, status }) =>
        type === stringField(matcher, "type") && status === stringField(matcher, "status"),
    );
    if (found !== undefined) {
      const { type, status, reason, message } = found;
      return {
        state: states[effect],
        reason: reasonWord(reason, type),
        message: plainLine(message) || `${type} is ${status}`,
        ...(effect === "unblockChanges" ? { unblocks: true } : {}),
      };
    }
  }
  return undefined;
}
