import { CelFailure } from "../../cel/model/expression.ts";
import { plainValue } from "../../cel/model/plain-value.ts";
import type { Program, Variables } from "../../cel/model/program.ts";
import { type CelType, simpleTypes } from "../../cel/model/type.ts";
import { locateField } from "../../manifest/locate-field.ts";
import type { SourceDocument } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { groupOf } from "../../object/object-ref.ts";
import { integerAt } from "../../readiness/condition/readiness-result.ts";
import type { HealthRule, Readiness } from "../../readiness/readiness.ts";
import { expressionDiagnostic } from "../cel/expression-diagnostic.ts";
import { compileHealthExpression, startJudging } from "../cel/health-expression.ts";
import type { MatchedRule } from "../health-rules.ts";
import type { RuleFormat, RuleReading } from "../rule-format.ts";

const groups: ReadonlySet<string> = new Set(["kustomize.toolkit.fluxcd.io", "helm.toolkit.fluxcd.io"]);

/** Flux's form: `spec.healthCheckExprs` of a Kustomization or a HelmRelease. */
export const fluxFormat: RuleFormat = {
  name: "Flux's `healthCheckExprs`",
  recognizes: (value) =>
    groups.has(groupOf(stringField(value, "apiVersion") ?? "")) && entriesOf(value).length > 0,
  read: ({ document, tree }) => {
    const readings = entriesOf(tree.value).map((entry, index) => readEntry(entry, index, document));
    return Promise.resolve({
      rules: readings.flatMap(({ rules }) => rules),
      diagnostics: readings.flatMap(({ diagnostics }) => diagnostics),
    });
  },
};

function entriesOf(value: JsonValue): readonly JsonValue[] {
  return listField(objectField(value, "spec"), "healthCheckExprs");
}

/** The questions in the order in which Flux asks them, each with the state if the answer is yes. */
const questions = [
  ["inProgress", "InProgress"],
  ["failed", "Failed"],
  ["current", "Current"],
] as const;

type QuestionName = (typeof questions)[number][0];

function readEntry(entry: JsonValue, index: number, document: SourceDocument): RuleReading {
  const path = ["spec", "healthCheckExprs", index];
  const programs = new Map<QuestionName, Program>();
  const diagnostics = missingFields(entry).map((name): Diagnostic => {
    const origin = locateField(document, path, "value");
    return {
      code: "HealthRuleInvalid",
      severity: "error",
      message: `this health check has no ${name}: add it`,
      origin,
    };
  });
  for (const [name] of questions) {
    const text = stringField(entry, name) ?? "";
    const compiled = text === "" ? undefined : compileHealthExpression(text, topLevelFields(text), "bool");
    if (compiled !== undefined && "faults" in compiled) {
      const place = { document, path: [...path, name], text };
      diagnostics.push(...compiled.faults.map((fault) => expressionDiagnostic(fault, place)));
    } else if (compiled !== undefined) {
      programs.set(name, compiled.program);
    }
  }
  const { file, line } = locateField(document, path, "value");
  const rules = diagnostics.length > 0 ? [] : [matchedRule(entry, programs, formatOrigin({ file, line }))];
  return { rules, diagnostics };
}

function missingFields(entry: JsonValue): readonly string[] {
  return ["apiVersion", "current"].filter((name) => (stringField(entry, name) ?? "") === "");
}

/** Flux matches by group, whatever the version, and by kind if one is given. */
function matchedRule(
  entry: JsonValue,
  programs: ReadonlyMap<QuestionName, Program>,
  origin: string,
): MatchedRule {
  const group = groupOf(stringField(entry, "apiVersion") ?? "");
  const kind = stringField(entry, "kind") ?? "*";
  const name = group === "" ? kind : `${group}/${kind}`;
  const rule: HealthRule = { name, origin, judge: (object) => judge(object, programs) };
  return { group, kind, rule };
}

/** Every field of the object is a variable of no known type. */
function topLevelFields(text: string): ReadonlyMap<string, CelType> {
  const names = text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
  return new Map(
    names.filter((name) => !typeNames.has(name)).map((name) => [name, simpleTypes.dyn] as const),
  );
}

/** Names of types, which a variable would hide. */
const typeNames: ReadonlySet<string> = new Set(
  "bool bytes double int uint list map null_type string type true false null in".split(" "),
);

function judge(object: JsonObject, programs: ReadonlyMap<QuestionName, Program>): Readiness {
  const observed = integerAt(object, ["status", "observedGeneration"]);
  const generation = generationOf(object);
  if (observed !== undefined && generation !== undefined && observed !== generation) {
    return said("InProgress", "LatestGenerationNotObserved", "the latest generation is not observed yet");
  }
  const variables: Variables = (name) => {
    const value = field(object, name);
    return value === undefined ? undefined : plainValue(value);
  };
  const meter = startJudging();
  for (const [name, state] of questions) {
    const answer = programs.get(name)?.evaluate(variables, meter);
    if (answer instanceof CelFailure) {
      return said("InProgress", "ExpressionFailed", `"${name}" cannot be evaluated yet: ${answer.message}`);
    }
    if (answer === true) {
      return said(state, state, `"${name}" is true`);
    }
  }
  return said("InProgress", "NoExpressionTrue", "none of its expressions is true yet");
}

function said(state: Readiness["state"], reason: string, message: string): Readiness {
  return { state, reason, message };
}
