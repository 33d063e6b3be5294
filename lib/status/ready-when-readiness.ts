import type { JsonObject } from "../object/json.ts";
import { conditionsOf, isStale, messageOf, reasonOf } from "./condition.ts";
import { generationOf, staleStatus } from "./generation.ts";
import { plainText, select } from "./json-path.ts";
import { plainLine } from "./plain-line.ts";
import type { Readiness } from "./readiness.ts";
import { parseReadyWhen, type Wish } from "./ready-when.ts";
import { sensitivityOf } from "./sensitivity.ts";
import { current, failed, inProgress } from "./verdict.ts";

/** What an object says of the wishes in its `converge.dev/ready-when`: the first that does not hold. */
export function readyWhenReadiness(object: JsonObject, text: string): Readiness {
  const readyWhen = parseReadyWhen(text);
  if ("fault" in readyWhen) {
    return failed("ReadyWhenInvalid", `converge.dev/ready-when cannot be read: ${readyWhen.fault}`);
  }
  for (const wish of readyWhen.wishes) {
    const unmet = wish.kind === "condition" ? unmetCondition(object, wish) : unmetPath(object, wish);
    if (unmet !== undefined) {
      return unmet;
    }
  }
  return current("ReadyWhen", plainLine(text));
}

/** As kubectl compares: upper and lower case are one, and a condition of an older generation does not count. */
function unmetCondition(
  object: JsonObject,
  wish: Extract<Wish, { kind: "condition" }>,
): Readiness | undefined {
  const wanted = wish.type.toLowerCase();
  const condition = conditionsOf(object).find(({ type }) => type.toLowerCase() === wanted);
  if (condition === undefined) {
    return inProgress("ConditionAbsent", `it has no condition ${wish.type} yet`);
  }
  if (isStale(condition, generationOf(object))) {
    return inProgress("LatestGenerationNotObserved", `its condition ${wish.type} is of an older generation`);
  }
  const stale = condition.observedGeneration === undefined ? staleStatus(object) : undefined;
  if (stale !== undefined || condition.status.toLowerCase() === wish.status.toLowerCase()) {
    return stale;
  }
  const why = condition.message === "" && condition.reason === "" ? "" : `: ${messageOf(condition)}`;
  const message = `${condition.type} is ${condition.status}, not ${wish.status}${why}`;
  return inProgress(reasonOf(condition, "ConditionNotMet"), message);
}

function unmetPath(object: JsonObject, wish: Extract<Wish, { kind: "jsonpath" }>): Readiness | undefined {
  const found = select(object, wish.path);
  if (found.length === 0) {
    return staleUnder(object, wish) ?? inProgress("ValueAbsent", `${wish.text} is not there yet`);
  }
  const { value } = wish;
  const texts = found.map((each) => plainText(each)?.trim());
  if (value === undefined || texts.every((each) => each === value.trim())) {
    return staleUnder(object, wish);
  }
  // What stands in a Secret is told to nobody.
  const actual =
    sensitivityOf(object) !== undefined
      ? "another value"
      : texts.map((each) => each ?? "no plain value").join(", ");
  return inProgress("ValueNotMet", `${wish.text} is ${actual}, not ${value}`);
}

/** A status of an older generation proves nothing; the rest of the object is always of the present one. */
function staleUnder(object: JsonObject, wish: Extract<Wish, { kind: "jsonpath" }>): Readiness | undefined {
  const [first] = wish.path;
  return first?.kind === "field" && first.name === "status" ? staleStatus(object) : undefined;
}
