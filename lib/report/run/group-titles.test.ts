import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, groupOf, startOf, targetOf } from "../../../fixtures/recorded-run.ts";

const web = "apps/namespaces/shop/Deployment/web";

test("a group in which nothing is told of has no title and no end", (t) => {
  const target = targetOf(web);
  const run = [
    startOf([
      [web, 1],
      ["/Namespace/shop", 2],
    ]),
    after(0, { type: "group", group: groupOf(1, 1), state: "started" }),
    after(1, { type: "sending", target, operation: "apply" }),
    after(2, { type: "actuation", target, operation: "apply", state: "Succeeded", change: "unchanged" }),
    after(3, { type: "reconcile", target, operation: "apply", state: "Succeeded" }),
    after(4, { type: "group", group: groupOf(1, 1), state: "finished" }),
    after(5, { type: "group", group: groupOf(2, 1), state: "finished" }),
  ];
  t.is(printed(run).split("\n").length, 2);
  t.false(printed(run, { ci: "github" }).includes("::"));
});
