import { setImmediate } from "node:timers/promises";

import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { type JqAnswer, JqPaths } from "./jq-paths.ts";

const web = {
  spec: { containers: [{ name: "app", image: "a" }, { name: "side" }], big: 12345678901234567890n },
};

/** The paths that an expression selects in a Deployment; the clock does not advance. */
async function find(expression: string): Promise<JqAnswer> {
  const jq = new JqPaths(manualClock(0));
  try {
    return await jq.find(expression, web);
  } finally {
    jq.close();
  }
}

const names = test.macro({
  title: (_, expression: string) => `the jq expression ${expression} is evaluated`,
  async exec(t, expression: string, expected: JqAnswer) {
    t.deepEqual(await find(expression), expected);
  },
});
test(names, '.spec.containers[] | select(.name == "app") | .image # the image', {
  paths: [["spec", "containers", 0, "image"]],
});
test(names, ".spec.a, .spec.big", {
  paths: [
    ["spec", "a"],
    ["spec", "big"],
  ],
});
test(names, ".spec.none[]", { paths: [] });
test(names, ".spec.containers[0:1]", { paths: [] });
test(names, 'error("stop")', { paths: [] });
test(names, "halt", { paths: [] });
test(names, 'reduce range(100000000) as $i ("aaaaaaaa"; . + .)', { fault: "limit" });
test(names, "range(130000) as $each | .spec.a", { paths: [["spec", "a"]] });
test(names, ".none[range(10001)]", { fault: "limit" });

test("a jq expression that does not compile is a fault", async (t) => {
  const answer = await find(".spec[");
  t.like(answer, { fault: "syntax" });
  t.regex("message" in answer ? answer.message : "", /syntax error/);
});

test("a jq expression cannot include a module", async (t) => {
  t.like(await find('include "x"; .'), { fault: "syntax" });
});

test("an endless jq expression is terminated, and the next one is evaluated", async (t) => {
  const clock = manualClock(0);
  const jq = new JqPaths(clock);
  t.teardown(() => jq.close());
  t.deepEqual(await jq.find(".a", {}), { paths: [["a"]] });
  const endless = jq.find("def f: f; f", {});
  // The request is sent to the thread within this turn of the event loop.
  await setImmediate();
  clock.pass(1000);
  t.deepEqual(await endless, { fault: "limit" });
  t.deepEqual(await jq.find(".b", {}), { paths: [["b"]] });
});

test("after a jq expression that took too much memory the next one is evaluated", async (t) => {
  const jq = new JqPaths(manualClock(0));
  t.teardown(() => jq.close());
  t.deepEqual(await jq.find("[range(100000000)]", {}), { fault: "limit" });
  t.deepEqual(await jq.find("[range(300000)] as $all | .b", {}), { paths: [["b"]] });
});
