import test from "ava";

import { live, reported } from "../../fixtures/live-object.ts";
import type { JsonObject } from "../object/json.ts";
import { parseReadinessConditions } from "./readiness-conditions.ts";

function probe(success: readonly string[], failure: readonly string[], status: JsonObject): JsonObject {
  const annotations = {
    "helm.sh/readiness-success": JSON.stringify(success),
    "helm.sh/readiness-failure": JSON.stringify(failure),
  };
  return live("example.com/v1/Probe", { metadata: { name: "probe", annotations }, status });
}

/** Whether the condition makes the object ready, with that status. */
const meets = test.macro({
  title: (_, condition: string, status: JsonObject, isMet: boolean) =>
    `readiness condition ${condition} is ${isMet ? "met" : "not met"} by ${JSON.stringify(status)}`,
  exec(t, condition: string, status: JsonObject, isMet: boolean) {
    const expected = isMet
      ? `Current ReadinessSuccess: ${condition}`
      : `InProgress ReadinessPending: not yet ${condition}`;
    t.is(reported(probe([condition], ["{.phase} == Failed"], status)), expected);
  },
});

for (const [condition, at, other] of [
  ["{.count} == 10", 10, 5],
  ["{.count} == 10.0", 10, 5],
  ["{.count} != 5", 10, 5],
  ["{.count} < 5", 4, 5],
  ["{.count} <= 5", 5, 10],
  ["{.count} > 10", 11, 10],
  ["{.count} >= 10", 10, 5],
  ["{.count} >= 10", "10", "9"],
] as const) {
  test(meets, condition, { count: at }, true);
  test(meets, condition, { count: other }, false);
}
test(meets, "{.phase} == Ready", { phase: "Ready" }, true);
test(meets, "{.status.phase} == Ready", { phase: "Ready" }, true);
test(meets, '{.phase} == "Ready"', { phase: "Ready" }, true);
test(meets, "{.phase} == Ready", { phase: "Pending" }, false);
test(meets, "{.ready} == true", { ready: true }, true);
test(meets, "{.ready} == true", { ready: false }, false);
test(
  meets,
  '{.conditions[?(@.type=="Synced")].status} == True',
  { conditions: [{ type: "Synced", status: "True" }] },
  true,
);
test(meets, "{['phase']} == Ready", { phase: "Ready" }, true);
test(meets, "{.phase} > 3", { phase: "Ready" }, false);
test(meets, "{.count} > many", { count: 3 }, false);
test(meets, "{.phase} != Pending", {}, false);
test(meets, "{.phase} == Ready", {}, false);

test("an object is ready if one of several readiness-success conditions is met", (t) => {
  const object = probe(["{.phase} == Ready", "{.count} >= 3"], ["{.phase} == Failed"], { count: 3 });
  t.is(reported(object), "Current ReadinessSuccess: {.count} >= 3");
});

test("readiness-failure has precedence over readiness-success", (t) => {
  const object = probe(["{.phase} == Ready"], ["{.phase} == Ready"], { phase: "Ready" });
  t.is(reported(object), "Failed ReadinessFailure: {.phase} == Ready");
});

test("readiness-success without readiness-failure has no effect", (t) => {
  const annotations = { "helm.sh/readiness-success": '["{.phase} == Ready"]' };
  const object = live("example.com/v1/Probe", { metadata: { name: "probe", annotations }, status: {} });
  t.notRegex(reported(object), /Readiness(?:Pending|Success)/);
});

test("readiness conditions ignore a status of an older generation", (t) => {
  const ready = probe(["{.phase} == Ready"], ["{.phase} == Failed"], {
    phase: "Ready",
    observedGeneration: 1,
  });
  const changed = { ...ready, metadata: { ...(ready["metadata"] as JsonObject), generation: 2 } };
  t.regex(reported(changed), /^InProgress LatestGenerationNotObserved/);
});

const refuses = test.macro({
  title: (_, text: string) => `readiness conditions ${text} are refused`,
  exec(t, text: string, fault: RegExp) {
    const read = parseReadinessConditions(text);
    t.regex("fault" in read ? read.fault : "", fault);
  },
});

test(refuses, "{.phase} == Ready", /takes a JSON list of conditions, found "\{\.phase\} == Ready"/);
test(refuses, "[]", /takes a JSON list of conditions/);
test(refuses, '["{.phase}"]', /no condition in "\{\.phase\}"/);
test(refuses, '["{phase} == Ready"]', /no condition in "\{phase\} == Ready"/);
test(refuses, '["{.phase} = Ready"]', /no condition in/);
test(refuses, '["{.phase} =="]', /nothing to compare with/);
test(refuses, '["{.items[a]} == 1"]', /cannot parse/);
