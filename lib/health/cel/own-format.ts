import schema from "../../../docs/health-rules.schema.json" with { type: "json" };

import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  stringField,
  stringsField,
} from "../../object/json.ts";
import { isHealthRules } from "../../manifest/health-rules-document.ts";
import { locateField } from "../../manifest/locate-field.ts";
import type { SourceDocument } from "../../manifest/manifest.ts";
import { checkSettings, type SettingsForm } from "../../settings/read-settings.ts";
import { settingsIn } from "../../settings/settings-document.ts";
import type { MatchedRule } from "../health-rules.ts";
import type { RuleFormat } from "../rule-format.ts";
import type { RuleCase, RuleDefinition, RuleState } from "../rule-definition.ts";
import { compileHealthRule } from "./compile-rule.ts";
import { expressionDiagnostic } from "./expression-diagnostic.ts";
import { compileHealthExpression, ruleVariableTypes } from "./health-expression.ts";

const form: SettingsForm = { schema: schema satisfies JsonObject, formats: new Map() };

/** converge's own form: a document of kind `HealthRules`, described by `docs/health-rules.schema.json`. */
export const ownFormat: RuleFormat = {
  name: "converge's `kind: HealthRules`",
  recognizes: isHealthRules,
  read: async (read) => {
    const reading = await checkSettings(settingsIn(read), form);
    if ("diagnostics" in reading) {
      return { rules: [], diagnostics: reading.diagnostics };
    }
    const { document } = read;
    const entries = listField(reading.settings.value, "rules");
    const diagnostics = entries.flatMap((entry, index) => expressionFaults(entry, index, document));
    return diagnostics.length > 0
      ? { rules: [], diagnostics }
      : { rules: entries.flatMap((entry, index) => matchedRules(entry, index, document)), diagnostics: [] };
  },
};

const states: readonly RuleState[] = ["Current", "InProgress", "Failed", "Suspended"];

const expressionFields = { when: "bool", reason: "string", message: "string" } as const;

function expressionFaults(rule: JsonValue, index: number, document: SourceDocument): readonly Diagnostic[] {
  return listField(rule, "cases").flatMap((entry, at) =>
    Object.entries(expressionFields).flatMap(([name, expected]) => {
      const text = stringField(entry, name);
      const compiled =
        text === undefined ? undefined : compileHealthExpression(text, ruleVariableTypes, expected);
      return compiled === undefined || !("faults" in compiled)
        ? []
        : compiled.faults.map((fault) =>
            expressionDiagnostic(fault, {
              document,
              path: ["rules", index, "cases", at, name],
              text: text ?? "",
            }),
          );
    }),
  );
}

function matchedRules(entry: JsonValue, index: number, document: SourceDocument): readonly MatchedRule[] {
  const definition = definitionOf(entry);
  const { file, line } = locateField(document, ["rules", index], "value");
  const rule = compileHealthRule(definition, formatOrigin({ file, line }));
  return definition.kinds.map((kind) => ({ group: definition.group, kind, rule }));
}

/** Converts a rule that its schema accepts. */
function definitionOf(entry: JsonValue): RuleDefinition {
  return {
    group: stringField(entry, "group") ?? "",
    kinds: stringsField(entry, "kinds"),
    observesGeneration: field(entry, "observesGeneration") !== false,
    cases: listField(entry, "cases").map(caseOf),
  };
}

function caseOf(entry: JsonValue): RuleCase {
  const [when, reason, message] = ["when", "reason", "message"].map((name) => stringField(entry, name));
  return {
    state: states.find((state) => state === field(entry, "state")) ?? "InProgress",
    ...(when === undefined ? {} : { when }),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
}
