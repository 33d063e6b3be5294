import test from "ava";

import { manualClock } from "../../fixtures/manual-clock.ts";
import { object, planned } from "../../fixtures/planned.ts";
import { after, recordedAt, targetOf } from "../../fixtures/recorded-run.ts";
import { createReporter } from "./create-reporter.ts";
import type { Host } from "../host/host.ts";

const web = "apps/namespaces/shop/Deployment/web";

/** The output for an object that fails after the plan is known. */
async function printedOf(env: Host["env"]): Promise<string> {
  let text = "";
  const stdout = {
    write: (more: string) => {
      text += more;
    },
    isTerminal: false,
    width: undefined,
  };
  const reporter = await createReporter(
    { output: "text", color: "auto" },
    {
      stdout,
      env,
      exists: () => true,
      clock: { ...manualClock(recordedAt), sleep: () => Promise.resolve() },
      runId: "test",
    },
  );
  reporter.learnPlaces(planned([object("Deployment/web", { namespace: "shop" })]).plan);
  reporter.emit(
    after(1, {
      type: "actuation",
      target: targetOf(web),
      operation: "apply",
      state: "Failed",
      message: "no",
    }),
  );
  reporter.stop();
  return text;
}

test("in GitHub Actions a failed object has an annotation with the location of its manifest", async (t) => {
  t.is(
    await printedOf({ GITHUB_ACTIONS: "true" }),
    `failed      Deployment.apps/web -n shop: no
::error file=set.json,line=1,title=Deployment web failed::Deployment.apps/web -n shop failed: no
`,
  );
});

test("outside of GitHub Actions a failed object has no annotation", async (t) => {
  t.is(await printedOf({}), "failed      Deployment.apps/web -n shop: no\n");
});
