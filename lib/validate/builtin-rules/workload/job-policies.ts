/**
 * Rules for the failure and success policies of Jobs.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/batch/validation/validation.go
 */
import {
  reportDuplicate,
  reportInvalid,
  reportNotSupported,
  checkOneOfOrDefault,
  reportRequired,
  reportTooLong,
  reportTooMany,
} from "../check/faults.ts";
import { qualifiedLabel } from "../check/names.ts";
import { nonNegative } from "../check/numbers.ts";
import { fieldPart, countOf, has, isSet, listAt, numberIn, type Part, textAt } from "../check/part.ts";

const actions = ["Count", "FailIndex", "FailJob", "Ignore"];

/** Checks which failures of pods count. */
export function checkFailurePolicy(spec: Part): void {
  const rules = fieldPart(spec, "podFailurePolicy", "rules");
  const template = fieldPart(spec, "template", "spec");
  const containers = ["containers", "initContainers"].flatMap((name) =>
    listAt(template, name).map((container) => textAt(container, "name")),
  );
  if (countOf(rules) > 20) {
    reportTooMany(rules, 20);
  }
  for (const rule of listAt(fieldPart(spec, "podFailurePolicy"), "rules")) {
    checkAction(rule, has(spec, "backoffLimitPerIndex"));
    checkConditions(rule, containers);
  }
}

function checkAction(rule: Part, isPerIndex: boolean): void {
  const action = textAt(rule, "action");
  if (action === "") {
    reportRequired(fieldPart(rule, "action"), `valid values: ${actions.join(", ")}`);
  } else if (action === "FailIndex") {
    const fault = isPerIndex ? undefined : "requires the backoffLimitPerIndex to be set";
    reportInvalid(fieldPart(rule, "action"), fault);
  } else if (!actions.includes(action)) {
    reportNotSupported(fieldPart(rule, "action"), actions);
  }
}

function checkConditions(rule: Part, containers: readonly string[]): void {
  const codes = fieldPart(rule, "onExitCodes");
  const conditions = fieldPart(rule, "onPodConditions");
  if (isSet(codes)) {
    checkExitCodes(codes, containers);
  }
  if (countOf(conditions) > 20) {
    reportTooMany(conditions, 20);
  }
  for (const condition of listAt(rule, "onPodConditions")) {
    reportInvalid(fieldPart(condition, "type"), qualifiedLabel(textAt(condition, "type")));
    checkOneOfOrDefault(fieldPart(condition, "status"), ["False", "True", "Unknown"]);
  }
  if (isSet(codes) && countOf(conditions) > 0) {
    reportInvalid(rule, "specifying both OnExitCodes and OnPodConditions is not supported");
  } else if (!isSet(codes) && countOf(conditions) === 0) {
    reportInvalid(rule, "specifying one of OnExitCodes and OnPodConditions is required");
  }
}

function checkExitCodes(codes: Part, containers: readonly string[]): void {
  const operator = textAt(codes, "operator");
  if (operator === "") {
    reportRequired(fieldPart(codes, "operator"), "valid values: In, NotIn");
  } else if (operator !== "In" && operator !== "NotIn") {
    reportNotSupported(fieldPart(codes, "operator"), ["In", "NotIn"]);
  }
  if (has(codes, "containerName") && !containers.includes(textAt(codes, "containerName"))) {
    reportInvalid(
      fieldPart(codes, "containerName"),
      "must be one of the container or initContainer names in the pod template",
    );
  }
  const values = fieldPart(codes, "values");
  if (countOf(values) === 0) {
    reportInvalid(values, "at least one value is required");
  } else if (countOf(values) > 255) {
    reportTooMany(values, 255);
  }
  checkValues(codes, operator);
}

function checkValues(codes: Part, operator: string): void {
  const seen = new Set<number>();
  let last = Number.NEGATIVE_INFINITY;
  let isOrdered = true;
  for (const value of listAt(codes, "values")) {
    const code = numberIn(value) ?? 0;
    if (operator === "In" && code === 0) {
      reportInvalid(value, "must not be 0 for the In operator");
    }
    if (seen.has(code)) {
      reportDuplicate(value, String(code));
    }
    seen.add(code);
    isOrdered &&= code >= last;
    last = code;
  }
  if (!isOrdered) {
    reportInvalid(fieldPart(codes, "values"), "must be ordered");
  }
}

/** Checks when a Job counts as succeeded. */
export function checkSuccessPolicy(spec: Part, completions: number): void {
  const policy = fieldPart(spec, "successPolicy");
  const rules = fieldPart(policy, "rules");
  if (countOf(rules) === 0) {
    reportRequired(rules, "at least one rules must be specified when the successPolicy is specified");
  }
  if (countOf(rules) > 20) {
    reportTooMany(rules, 20);
  }
  for (const rule of listAt(policy, "rules")) {
    checkSuccessRule(rule, completions);
  }
}

function checkSuccessRule(rule: Part, completions: number): void {
  const [count, indexes] = [fieldPart(rule, "succeededCount"), fieldPart(rule, "succeededIndexes")];
  const text = textAt(rule, "succeededIndexes");
  const total = countIndexes(text, completions);
  if (!isSet(count) && !isSet(indexes)) {
    reportRequired(rule, "at least one of succeededCount or succeededIndexes must be specified");
  }
  if (text.length > 64 * 1024) {
    reportTooLong(indexes, 64 * 1024);
  }
  reportInvalid(indexes, total === undefined ? "error parsing succeededIndexes" : undefined);
  nonNegative(count);
  const most = isSet(indexes) ? Math.min(completions, total ?? 0) : completions;
  if ((numberIn(count) ?? 0) > most) {
    reportInvalid(
      count,
      `must be less than or equal to ${most} (the number of specified completions or indexes)`,
    );
  }
}

/** The number of indexes in `1,3-5`; undefined if it is malformed, unordered or beyond the completions. */
function countIndexes(text: string, completions: number): number | undefined {
  let last = Number.NEGATIVE_INFINITY;
  let total = 0;
  for (const interval of text === "" ? [] : text.split(",")) {
    const ends = intervalOf(interval);
    if (ends === undefined || ends[0] <= last || ends[1] >= completions) {
      return undefined;
    }
    total += ends[1] - ends[0] + 1;
    last = ends[1];
  }
  return total;
}

function intervalOf(text: string): readonly [first: number, last: number] | undefined {
  const [, first, last] = /^([+-]?\d+)(?:-([+]?\d+))?$/.exec(text) ?? [];
  if (first === undefined) {
    return undefined;
  }
  const ends = [Number(first), Number(last ?? first)] as const;
  return last === undefined || ends[0] < ends[1] ? ends : undefined;
}
