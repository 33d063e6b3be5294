import { readFileSync } from "node:fs";

import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { computeReadiness } from "../compute-readiness.ts";

interface KstatusResult {
  readonly state: string;
  /** Empty where kstatus gives none. */
  readonly reason: string;
  readonly object: JsonObject;
}

/**
 * Generated objects, each with the state and the reason that `status.Compute` of sigs.k8s.io/cli-utils
 * v0.37.2 gave for it. An error there is Unknown here. Times are far in the past or far ahead, so that the
 * current time does not matter.
 */
const table = new URL("../../../fixtures/kstatus.json", import.meta.url);
const kstatusResults = JSON.parse(readFileSync(table, "utf8")) as readonly KstatusResult[];
const now = 1_780_000_000_000;

test("in kstatus mode every object has the state and reason of kstatus itself", (t) => {
  const computed = kstatusResults.map(({ object, reason }) => {
    const readiness = computeReadiness(object, { mode: "kstatus", now });
    return { state: readiness.state, reason: reason === "" ? "" : readiness.reason, object };
  });
  t.true(kstatusResults.length > 800);
  t.deepEqual(computed, kstatusResults);
});

test("the kstatus results in the table cover every state except NotFound", (t) => {
  const states = new Set(kstatusResults.map(({ state }) => state));
  t.deepEqual([...states].toSorted(), ["Current", "Failed", "InProgress", "Terminating", "Unknown"]);
});
