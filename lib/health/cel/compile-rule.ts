import type { CostMeter, Program, Variables } from "../../cel/model/program.ts";
import { BugError } from "../../object/bug-error.ts";
import { type JsonObject, field } from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { plainLine, reasonWord } from "../../readiness/condition/readiness-result.ts";
import type { HealthRule, Readiness } from "../../readiness/readiness.ts";
import type { RuleCase, RuleDefinition, RuleState } from "../rule-definition.ts";
import { compileHealthExpression, ruleVariableTypes, startJudging, valueOf } from "./health-expression.ts";
import { ruleVariables } from "./rule-variables.ts";

/**
 * Compiles a rule whose expressions are known to be valid, at the first object it judges. Throws a BugError
 * then if one is not. `otherwise` judges an object to which no case applies; it is in progress by default.
 */
export function compileHealthRule(
  definition: RuleDefinition,
  origin: string,
  otherwise: HealthRule["judge"] = () => undecided,
): HealthRule {
  const { group, kinds, observesGeneration = true } = definition;
  const cases = definition.cases.map((ruleCase) => compileCase(ruleCase));
  const name = kinds.map((kind) => (group === "" ? kind : `${group}/${kind}`)).join(", ");
  return {
    name,
    origin,
    judge: (object, facts) => {
      if (observesGeneration && isOutdated(object)) {
        return {
          state: "InProgress",
          reason: "LatestGenerationNotObserved",
          message: "the controller has not observed the latest generation",
        };
      }
      const context = { variables: ruleVariables(object, facts.now), meter: startJudging() };
      const decided = cases.find(({ applies }) => applies(context));
      return decided === undefined ? otherwise(object, facts) : decided.verdict(context, isSecret(object));
    },
  };
}

const undecided: Readiness = {
  state: "InProgress",
  reason: "NoCaseApplies",
  message: "no case of its health rule applies yet",
};

interface Judging {
  readonly variables: Variables;
  readonly meter: CostMeter;
}

interface CompiledCase {
  readonly applies: (judging: Judging) => boolean;
  /** Returns the verdict; without words of the object if it is secret. */
  readonly verdict: (judging: Judging, secret: boolean) => Readiness;
}

function compileCase({ state, when, reason, message }: RuleCase): CompiledCase {
  const condition = when === undefined ? undefined : lazyProgram(when, "bool");
  const reasonText = textOf(reason);
  const messageText = textOf(message);
  return {
    applies: ({ variables, meter }) =>
      condition === undefined || valueOf(condition(), variables, meter) === true,
    verdict: (judging, secret) => {
      const text = secret ? "" : plainLine(messageText(judging));
      return {
        state,
        reason: secret ? state : reasonWord(reasonText(judging), state),
        message: text === "" ? defaultMessages[state] : text,
      };
    },
  };
}

const defaultMessages: Readonly<Record<RuleState, string>> = {
  Current: "ready by its health rule",
  InProgress: "not ready yet by its health rule",
  Failed: "failed by its health rule",
  Suspended: "suspended by its health rule",
};

function textOf(expression: string | undefined): (judging: Judging) => string {
  if (expression === undefined) {
    return () => "";
  }
  const program = lazyProgram(expression, "string");
  return ({ variables, meter }) => {
    const value = valueOf(program(), variables, meter);
    return typeof value === "string" ? value : "";
  };
}

/** Compiles on first use: most rules of the built-in table judge no object of a run. */
function lazyProgram(text: string, expected: "bool" | "string"): () => Program {
  let program: Program | undefined;
  return () => {
    if (program === undefined) {
      const compiled = compileHealthExpression(text, ruleVariableTypes, expected);
      if ("faults" in compiled) {
        throw new BugError(
          `health rule: ${text}: ${compiled.faults.map(({ message }) => message).join("; ")}`,
        );
      }
      program = compiled.program;
    }
    return program;
  };
}

/** Reports whether the status belongs to an older generation; some controllers write the number as a text. */
function isOutdated(object: JsonObject): boolean {
  const written = field(field(object, "status") ?? null, "observedGeneration");
  const observed = typeof written === "string" && /^\d{1,15}$/.test(written) ? Number(written) : written;
  const generation = generationOf(object);
  return typeof observed === "number" && generation !== undefined && observed < generation;
}

function isSecret(object: JsonObject): boolean {
  return field(object, "kind") === "Secret" && field(object, "apiVersion") === "v1";
}
