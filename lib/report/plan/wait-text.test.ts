import test from "ava";

import { anyManifest } from "../../../fixtures/order-nodes.ts";
import type { PlannedObject, Plan } from "../../plan/plan.ts";
import { makePaint } from "../terminal/terminal-color.ts";
import { orderWaits, waitWords, timeoutClause, usualTimeout } from "./wait-text.ts";
import { samplePlan } from "../../../fixtures/sample-plan.ts";

type Wait = PlannedObject["waitsFor"][number];

/** Waits given as `name state`, external ones with an exclamation mark. */
function waits(...written: readonly string[]): readonly Wait[] {
  return written.map((text) => {
    const [name = "", until] = text.replace("!", "").split(" ");
    return {
      on: `/namespaces/default/ConfigMap/${name}`,
      until: until === "ready" || until === "absent" || until === "deleting" ? until : "present",
      external: text.endsWith("!"),
      rule: "depends-on",
      cause: { manifest: anyManifest(), path: [] },
    };
  });
}

function texts(...written: readonly string[]): readonly string[] {
  const { shown, folded } = waitWords(waits(...written), { paint: makePaint(false), nameOf: (key) => key });
  return [...shown, folded]
    .filter((words) => words.length > 0)
    .map((words) =>
      words
        .map((word) => word.shown)
        .join(" ")
        .replace("/namespaces/default/ConfigMap/", ""),
    );
}

test("a wait shows its object, the state and whether it is external", (t) => {
  t.deepEqual(texts("a ready", "b present!"), ["a until ready", "b until present (external)"]);
});

test("waits that take time are listed first, the others keep the order of the plan", (t) => {
  t.deepEqual(
    orderWaits(waits("a present", "b ready", "c present", "d absent")).map(({ on }) => on.split("/").at(-1)),
    ["b", "d", "a", "c"],
  );
});

test("up to four waits are shown, or the first three of more and the number of the rest", (t) => {
  t.is(texts("a ready", "b ready", "c ready", "d ready").at(-1), "d until ready");
  t.deepEqual(texts("a ready", "b ready", "c ready", "d present", "e present"), [
    "a until ready",
    "b until ready",
    "c until ready",
    "and 2 more until present",
  ]);
});

test("waits for several states are folded without a state", (t) => {
  t.is(texts("a ready", "b ready", "c ready", "d ready", "e present").at(-1), "and 2 more");
});

test("an object that waits for nothing has no lines", (t) => {
  t.deepEqual(texts(), []);
});

function planOf(...timeouts: readonly number[]): Plan {
  const objects = timeouts.map((timeout, index) => ({ object: `v1 ConfigMap a/c${index}`, timeout }));
  return samplePlan({ groups: [{ objects }] });
}

const summarizesTimeouts = test.macro({
  title: (_, clause: string, timeouts: readonly number[]) =>
    `timeouts of ${timeouts.join(", ")} ms are summarized as "${clause}"`,
  exec: (t, clause: string, timeouts: readonly number[]) => {
    const plan = planOf(...timeouts);
    t.is(timeoutClause(plan, usualTimeout(plan)), clause);
  },
});

test(summarizesTimeouts, ", may take 1m0s", [60_000]);
test(summarizesTimeouts, ", each may take 1m0s", [60_000, 60_000]);
test(summarizesTimeouts, ", each may take 2m0s unless noted", [60_000, 120_000, 120_000]);
test(summarizesTimeouts, ", each may take 1m0s unless noted", [120_000, 60_000]);
