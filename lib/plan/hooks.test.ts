import test from "ava";

import { dependsOn, findings, hook, object, outline, planned, weight } from "../../fixtures/planned.ts";

test("hooks run one by one, by weight, then name; the weight of werf beats the weight of Helm", (t) => {
  const result = planned([
    object("Job/third", { annotations: hook("pre-install", 1) }),
    object("Job/second-b", { annotations: hook("pre-install") }),
    object("Job/second-a", { annotations: hook("pre-install", 0) }),
    object("Job/first", { annotations: { ...hook("pre-install", 9), ...weight(-1) } }),
    object("Deployment/app"),
    object("Job/after", { annotations: hook("post-install") }),
  ]);
  t.deepEqual(outline(result), [
    "pre -1: Job/first",
    "pre 0 < 1: Job/second-a",
    "pre 0 < 2: Job/second-b",
    "pre 1 < 3: Job/third",
    "main 0 < 4: Deployment/app",
    "post 0 < 5: Job/after",
  ]);
});

test("edges between hooks of the same weight come before their names", (t) => {
  const result = planned([
    object("Job/a", {
      annotations: { ...hook("pre-install"), ...dependsOn("batch/namespaces/default/Job/b") },
    }),
    object("Job/b", { annotations: hook("pre-install") }),
  ]);
  t.deepEqual(outline(result), ["pre 0: Job/b", "pre 0 < 1: Job/a"]);
});

test("only hooks of the action take part", (t) => {
  const set = [
    object("Deployment/app"),
    object("Job/install", { annotations: hook("pre-install") }),
    object("Job/upgrade", { annotations: hook("pre-upgrade,post-rollback") }),
  ];
  t.deepEqual(outline(planned(set)), ["pre 0: Job/install", "main 0 < 1: Deployment/app"]);
  t.deepEqual(outline(planned(set, { action: "upgrade" })), [
    "pre 0: Job/upgrade",
    "main 0 < 1: Deployment/app",
  ]);
  t.deepEqual(outline(planned(set, { action: "rollback" })), [
    "main 0: Deployment/app",
    "post 0 < 1: Job/upgrade",
  ]);
});

test("a hook of two events of the action is planned in both stages", (t) => {
  const result = planned([
    object("Job/announce", { annotations: hook("pre-install,post-install") }),
    object("Deployment/app"),
  ]);
  t.deepEqual(outline(result), [
    "pre 0: Job/announce",
    "main 0 < 1: Deployment/app",
    "post 0 < 2: Job/announce",
  ]);
  t.deepEqual(
    result.plan.groups.map((group) => group.objects[0]?.hook?.event),
    ["pre-install", undefined, "post-install"],
  );
});

test("a depends-on of a hook that does not take part is met, not missing", (t) => {
  const result = planned(
    [
      object("Deployment/app", { annotations: dependsOn("batch/namespaces/default/Job/seed") }),
      object("Job/seed", { annotations: hook("pre-install") }),
    ],
    { action: "upgrade" },
  );
  t.deepEqual(findings(result), []);
  t.deepEqual(outline(result), ["main 0: Deployment/app"]);
});
