import test from "ava";

import { dependsOn, object, planned, pods } from "../../../fixtures/planned.ts";
import { planSummary } from "./plan-list.ts";

const summarizes = test.macro((t, expected: string, ...request: Parameters<typeof planned>) => {
  t.is(planSummary(planned(...request).plan), expected);
});
const web = object("Deployment/web", { body: pods({ serviceAccountName: "web" }) });
const account = object("ServiceAccount/web");
const local = object("ConfigMap/a", { annotations: { "config.kubernetes.io/local-config": "true" } });

test("objects and groups are counted", summarizes, "2 objects in 2 groups", [
  object("ConfigMap/a", { annotations: dependsOn("/namespaces/default/ConfigMap/b") }),
  object("ConfigMap/b"),
]);
test("a single object is counted in the singular", summarizes, "1 object in 1 group", [
  object("ConfigMap/a"),
]);
test(
  "the summary of a single group counts its waits",
  summarizes,
  "2 objects in 1 group (1 waits until others are present)",
  [web, account],
);
test(
  "the summary of a single group to delete counts its waits for deletion",
  summarizes,
  "2 objects in 1 group (1 waits until others are being deleted), deleted in this order",
  [web, account],
  { action: "delete" },
);
test("the summary of several groups does not count waits", summarizes, "3 objects in 2 groups", [
  web,
  account,
  object("Deployment/late", { annotations: dependsOn("apps/namespaces/default/Deployment/web") }),
]);
test(
  "the summary of a plan without objects states that there is nothing to plan",
  summarizes,
  "nothing to plan",
  [local],
);
test(
  "the summary of a deletion without objects states that there is nothing to delete",
  summarizes,
  "nothing to delete",
  [local],
  {
    action: "delete",
  },
);
