/**
 * Conditions of readiness that the author of a chart writes as annotations (HIP-0025,
 * https://github.com/helm/community/blob/main/hips/hip-0025.md).
 */
import { type JsonPath, parseJsonPath, plainText, selectValues } from "../object/json-path.ts";
import { field, type JsonObject, parseStringList } from "../object/json.ts";
import { truncateWord } from "../object/message-text.ts";
import { annotationOf } from "../object/metadata.ts";
import { staleStatus } from "./condition/condition.ts";
import { current, failed, inProgress, plainLine } from "./condition/readiness-result.ts";
import type { Readiness } from "./readiness.ts";

/** A JSON list of conditions, one of which makes the object ready. */
export const readinessSuccess = "helm.sh/readiness-success";

/** A JSON list of conditions, one of which makes the object failed, whatever the others say. */
export const readinessFailure = "helm.sh/readiness-failure";

type Operator = "==" | "!=" | keyof typeof orderings;

/** A comparison of a value below `.status` with a literal. */
export interface ReadinessCondition {
  /** As written: `{.phase} == Ready`. */
  readonly text: string;
  /** The path below `.status`. */
  readonly path: JsonPath;
  readonly operator: Operator;
  readonly literal: string;
}

/** The part that cannot be parsed, and what would be valid: for people, no line break. */
interface ConditionsFault {
  readonly fault: string;
}

const form = /^\{(.*)\}\s*(==|!=|<=|>=|<|>)\s*(.*)$/su;
const example = `write '["{.phase} == Ready"]'`;

/**
 * Parses a JSON list of conditions `{PATH} OPERATOR VALUE`. The path is below `.status`, which it may
 * repeat, and begins with `.` or `[`. `<`, `<=`, `>` and `>=` compare numbers.
 */
export function parseReadinessConditions(text: string): readonly ReadinessCondition[] | ConditionsFault {
  const list = parseStringList(text);
  if (list === undefined || list.length === 0) {
    return { fault: `it takes a JSON list of conditions, found "${truncateWord(text)}"; ${example}` };
  }
  const conditions: ReadinessCondition[] = [];
  for (const each of list) {
    const condition = parseCondition(each.trim());
    if ("fault" in condition) {
      return condition;
    }
    conditions.push(condition);
  }
  return conditions;
}

function parseCondition(text: string): ReadinessCondition | ConditionsFault {
  const [, path = "", operator = "", value = ""] = form.exec(text) ?? [];
  const shown = truncateWord(text);
  if (!isOperator(operator) || !/^[.[]/.test(path.trim())) {
    return { fault: `no condition in "${shown}"; ${example}` };
  }
  const literal = unquoted(value.trim());
  if (literal === "") {
    return { fault: `nothing to compare with in "${shown}"; ${example}` };
  }
  const steps = parseJsonPath(path.trim());
  return "fault" in steps ? steps : { text, path: belowStatus(steps), operator, literal };
}

/** Reports whether a condition can never hold: `<` and `>` compare numbers only. */
export function neverHolds({ operator, literal }: ReadinessCondition): boolean {
  return operator in orderings && !isNumber(literal);
}

function belowStatus(path: JsonPath): JsonPath {
  const [first] = path;
  return first?.kind === "field" && first.name === "status" ? path.slice(1) : path;
}

const orderings = {
  "<": (left: number, right: number): boolean => left < right,
  "<=": (left: number, right: number): boolean => left <= right,
  ">": (left: number, right: number): boolean => left > right,
  ">=": (left: number, right: number): boolean => left >= right,
};

function isOperator(text: string): text is Operator {
  return text === "==" || text === "!=" || text in orderings;
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

function unquoted(text: string): string {
  return /^(['"])(.*)\1$/su.exec(text)?.[2] ?? text;
}

/**
 * The readiness by an object's conditions; undefined unless it has both annotations. A condition on a value
 * that is absent does not hold. A status of an older generation decides nothing.
 */
export function conditionsReadiness(object: JsonObject): Readiness | undefined {
  const success = annotationOf(object, readinessSuccess);
  const failure = annotationOf(object, readinessFailure);
  if (success === undefined || failure === undefined) {
    return undefined;
  }
  const [ready, broken] = [parseReadinessConditions(success), parseReadinessConditions(failure)];
  if ("fault" in ready || "fault" in broken) {
    return failed("ReadinessInvalid", "its conditions of readiness cannot be read");
  }
  const stale = staleStatus(object);
  if (stale !== undefined) {
    return stale;
  }
  const failing = broken.find((condition) => holds(object, condition));
  if (failing !== undefined) {
    return failed("ReadinessFailure", plainLine(failing.text));
  }
  const met = ready.find((condition) => holds(object, condition));
  return met === undefined
    ? inProgress("ReadinessPending", `not yet ${plainLine(ready.map(({ text }) => text).join(" or "))}`)
    : current("ReadinessSuccess", plainLine(met.text));
}

function holds(object: JsonObject, { path, operator, literal }: ReadinessCondition): boolean {
  const texts = selectValues(field(object, "status") ?? null, path).map((value) => plainText(value)?.trim());
  return texts.some((text) => text !== undefined && compares(text, operator, literal));
}

/** Compares numbers as numbers, and everything else as text, which has no order. */
function compares(text: string, operator: Operator, literal: string): boolean {
  const areNumbers = isNumber(text) && isNumber(literal);
  if (operator === "==" || operator === "!=") {
    const areEqual = areNumbers ? Number(text) === Number(literal) : text === literal;
    return areEqual === (operator === "==");
  }
  return areNumbers && orderings[operator](Number(text), Number(literal));
}
