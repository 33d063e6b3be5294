import type { JsonObject } from "../object/json.ts";
import { generationOf } from "../object/metadata.ts";
import { conditionsOf, isStale, messageOf, reasonOf, staleStatus } from "./condition/condition.ts";
import { plainText, selectValues } from "../object/json-path.ts";
import { plainLine, current, failed, inProgress } from "./condition/readiness-result.ts";
import type { Readiness } from "./readiness.ts";
import { parseReadyWhen, type Expectation } from "./ready-when.ts";
import { sensitivityOf } from "../redact/sensitivity.ts";

/** The readiness by an object's `converge.dev/ready-when`: the first expectation that does not hold. */
export function readyWhenReadiness(object: JsonObject, text: string): Readiness {
  const readyWhen = parseReadyWhen(text);
  if ("fault" in readyWhen) {
    return failed("ReadyWhenInvalid", `converge.dev/ready-when cannot be read: ${readyWhen.fault}`);
  }
  for (const expectation of readyWhen.expectations) {
    const unmet =
      expectation.kind === "condition" ? unmetCondition(object, expectation) : unmetPath(object, expectation);
    if (unmet !== undefined) {
      return unmet;
    }
  }
  return current("ReadyWhen", plainLine(text));
}

/** Compares as kubectl does: case is ignored, and a condition of an older generation does not count. */
function unmetCondition(
  object: JsonObject,
  expectation: Extract<Expectation, { kind: "condition" }>,
): Readiness | undefined {
  const wanted = expectation.type.toLowerCase();
  const condition = conditionsOf(object).find(({ type }) => type.toLowerCase() === wanted);
  if (condition === undefined) {
    return inProgress("ConditionAbsent", `it has no condition ${expectation.type} yet`);
  }
  if (isStale(condition, generationOf(object))) {
    return inProgress(
      "LatestGenerationNotObserved",
      `its condition ${expectation.type} is of an older generation`,
    );
  }
  const stale = condition.observedGeneration === undefined ? staleStatus(object) : undefined;
  if (stale !== undefined || condition.status.toLowerCase() === expectation.status.toLowerCase()) {
    return stale;
  }
  const why = condition.message === "" && condition.reason === "" ? "" : `: ${messageOf(condition)}`;
  const message = `${condition.type} is ${condition.status}, not ${expectation.status}${why}`;
  return inProgress(reasonOf(condition, "ConditionNotMet"), message);
}

function unmetPath(
  object: JsonObject,
  expectation: Extract<Expectation, { kind: "jsonpath" }>,
): Readiness | undefined {
  const found = selectValues(object, expectation.path);
  if (found.length === 0) {
    return staleUnder(object, expectation) ?? inProgress("ValueAbsent", `${expectation.text} is not set yet`);
  }
  const { value } = expectation;
  const texts = found.map((each) => plainText(each)?.trim());
  if (value === undefined || texts.every((each) => each === value.trim())) {
    return staleUnder(object, expectation);
  }
  // Values of a Secret are not disclosed.
  const actual =
    sensitivityOf(object) !== undefined
      ? "another value"
      : texts.map((each) => each ?? "not a plain value").join(", ");
  return inProgress("ValueNotMet", `${expectation.text} is ${actual}, not ${value}`);
}

/** A status of an older generation proves nothing; the rest of the object is always current. */
function staleUnder(
  object: JsonObject,
  expectation: Extract<Expectation, { kind: "jsonpath" }>,
): Readiness | undefined {
  const [first] = expectation.path;
  return first?.kind === "field" && first.name === "status" ? staleStatus(object) : undefined;
}
