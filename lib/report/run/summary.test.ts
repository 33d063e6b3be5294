import test from "ava";

import { after, finishOf, outcomeOf, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import { printedRun } from "../../../fixtures/printed-run.ts";

const web = "apps/namespaces/shop/Deployment/web";

/** The last lines of a dry run that would create an object, but is refused. */
function endOfRefused(message: string): string {
  const target = targetOf(web);
  const outcome = outcomeOf(web, { actuation: "Succeeded", reconcile: "Succeeded", change: "created" });
  const printed = printedRun([
    startOf([[web, 1]], { dryRun: true }),
    after(1, { type: "actuation", target, operation: "apply", state: "Succeeded", change: "created" }),
    finishOf(5, { verdict: "refused", message, outcomes: [outcome] }),
  ]);
  return printed.slice(printed.lastIndexOf("\n\n"));
}

test("a dry run that lacks consent counts what it would do, and says that the run would be refused", (t) => {
  t.is(endOfRefused("b"), "\n\ndry run: 1 to create; the run would be refused: b\n");
  t.is(endOfRefused("b\nc"), "\n\ndry run: 1 to create; the run would be refused:\n  b\n  c\n");
});
