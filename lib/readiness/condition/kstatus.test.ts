import { readFileSync } from "node:fs";

import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { computeReadiness } from "../compute-readiness.ts";

interface Answer {
  readonly state: string;
  /** Empty where kstatus gives none. */
  readonly reason: string;
  readonly object: JsonObject;
}

/**
 * Generated objects, each with the state and the reason that `status.Compute` of sigs.k8s.io/cli-utils
 * v0.37.2 gave for it. An error there is Unknown here. Times are far in the past or far ahead, so that the
 * clock does not count.
 */
const table = new URL("../../../fixtures/kstatus.json", import.meta.url);
const answers = JSON.parse(readFileSync(table, "utf8")) as readonly Answer[];
const now = 1_780_000_000_000;

test("in the mode kstatus every object counts as kstatus itself counts it", (t) => {
  const ours = answers.map(({ object, reason }) => {
    const said = computeReadiness(object, { mode: "kstatus", now });
    return { state: said.state, reason: reason === "" ? "" : said.reason, object };
  });
  t.true(answers.length > 800);
  t.deepEqual(ours, answers);
});

test("the answers of kstatus in the table cover every state but NotFound", (t) => {
  const states = new Set(answers.map(({ state }) => state));
  t.deepEqual([...states].toSorted(), ["Current", "Failed", "InProgress", "Terminating", "Unknown"]);
});
