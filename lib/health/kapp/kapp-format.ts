import { type ConfigRule, readConfigRules } from "../../manifest/kapp-rules.ts";
import { configOrigin, isKappConfig, isKappConfigMap, readKappConfigs } from "../../manifest/kapp-config.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import { field, type JsonObject, type JsonValue, listField, stringField } from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { integerAt, plainLine, reasonWord } from "../../readiness/condition/readiness-result.ts";
import { conditionsOf } from "../../readiness/condition/condition.ts";
import type { HealthRule, Readiness } from "../../readiness/readiness.ts";
import type { MatchedRule } from "../health-rules.ts";
import type { RuleFormat } from "../rule-format.ts";

/** kapp's form: `waitRules` of a `Config`, which may be the text of a ConfigMap. */
export const kappFormat: RuleFormat = {
  name: "kapp's `waitRules`",
  recognizes: (value) =>
    (isKappConfig(value) && listField(value, "waitRules").length > 0) || isKappConfigMap(value),
  read: ({ document, tree }) => {
    const { configs } = readKappConfigs(tree.value, document, []);
    const { rules, diagnostics } = readConfigRules(configs, "waitRules");
    const findings = rules.flatMap((rule) => yttFinding(rule));
    return Promise.resolve({
      // kapp takes the first rule that matches; of equal ones converge takes the last.
      rules: rules.flatMap((rule) => waitRules(rule)).toReversed(),
      diagnostics: [...diagnostics, ...findings].map(asHealthRule),
    });
  },
};

function asHealthRule(found: Diagnostic): Diagnostic {
  return found.code === "KappConfigInvalid" ? { ...found, code: "HealthRuleInvalid" } : found;
}

function yttFinding({ config, path, value }: ConfigRule): readonly Diagnostic[] {
  return field(value, "ytt") === undefined
    ? []
    : [
        {
          code: "OrderNotObeyed",
          severity: "warning",
          message:
            "a wait rule in ytt is ignored: write conditionMatchers, or a rule in CEL of kind HealthRules",
          origin: configOrigin(config, [...path, "ytt"], "value"),
        },
      ];
}

function waitRules({ config, path, value, matchers }: ConfigRule): readonly MatchedRule[] {
  if (field(value, "ytt") !== undefined) {
    return [];
  }
  const { file, line } = configOrigin(config, path, "value");
  const origin = formatOrigin({ file, line });
  return matchers.map(({ group, kind, applies }): MatchedRule => {
    const judging: HealthRule = { name: `${group}/${kind}`, origin, judge: (object) => judge(object, value) };
    return { group, kind, applies, rule: judging };
  });
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
