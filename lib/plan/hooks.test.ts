import test from "ava";

import {
  dependsOn,
  findings,
  hook,
  object,
  objectNamed,
  outline,
  planned,
  weight,
} from "../../fixtures/planned.ts";

test("hooks run one by one, by weight, then name; werf.io/weight overrides helm.sh/hook-weight", (t) => {
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

test("hooks of one weight and name run in Helm's install order of kinds", (t) => {
  const kinds = ["Job", "Secret", "RoleBinding", "ServiceAccount", "example.com/v1/Widget", "ConfigMap"];
  const result = planned(
    kinds.map((kind) => object(`${kind}/migrate`, { annotations: hook("pre-install") })),
  );
  t.deepEqual(
    outline(result).map((line) => line.split(": ")[1]),
    ["ServiceAccount", "Secret", "ConfigMap", "RoleBinding", "Job", "Widget"].map(
      (kind) => `${kind}/migrate`,
    ),
  );
});

test("edges between hooks of the same weight have precedence over their names", (t) => {
  const result = planned([
    object("Job/a", {
      annotations: { ...hook("pre-install"), ...dependsOn("batch/namespaces/default/Job/b") },
    }),
    object("Job/b", { annotations: hook("pre-install") }),
  ]);
  t.deepEqual(outline(result), ["pre 0: Job/b", "pre 0 < 1: Job/a"]);
});

test("only hooks of the current action are planned", (t) => {
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

test("a depends-on on a hook of another action is ignored without a diagnostic", (t) => {
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

test("hooks of two events keep their order in both stages", (t) => {
  const events = "pre-install,post-install";
  const result = planned([
    object("Job/a", { annotations: { ...hook(events), ...dependsOn("batch/namespaces/default/Job/b") } }),
    object("Job/b", { annotations: hook(events) }),
  ]);
  t.deepEqual(outline(result), [
    "pre 0: Job/b",
    "pre 0 < 1: Job/a",
    "post 0 < 2: Job/b",
    "post 0 < 3: Job/a",
  ]);
});

test("objects moved ahead of a hook or behind one are ready before the next weight", (t) => {
  const result = planned([
    object("Job/h", {
      annotations: {
        ...hook("pre-install"),
        "werf.io/deploy-dependency-x": "state=present,kind=Deployment,name=d",
      },
    }),
    object("Deployment/d"),
    object("Deployment/z"),
    object("Job/after", { annotations: hook("post-install") }),
    object("Deployment/n", { annotations: dependsOn("batch/namespaces/default/Job/after") }),
    object("Job/smoke", { annotations: hook("post-install", 5) }),
  ]);
  t.deepEqual(outline(result), [
    "pre 0: Deployment/d",
    "pre 0: Job/h",
    "main 0 < 1 2: Deployment/z",
    "post 0 < 3: Job/after",
    "post 0 < 3: Deployment/n",
    "post 5 < 4 5: Job/smoke",
  ]);
});

test("an object that moves behind a post-hook does not move the hook ahead", (t) => {
  const result = planned([
    object("Job/early", { annotations: hook("post-install", -5) }),
    object("Job/h", { annotations: hook("post-install") }),
    object("Deployment/n", { annotations: dependsOn("batch/namespaces/default/Job/h") }),
  ]);
  t.deepEqual(outline(result), ["post -5: Job/early", "post 0 < 1: Job/h", "post 0 < 1: Deployment/n"]);
  t.is(objectNamed(result.plan, "Job/h").movedFor, null);
});

test("a dependency on a test hook is an error, and invalid annotations of the test hook are ignored", (t) => {
  const result = planned([
    object("Job/check", { annotations: { ...hook("test"), ...dependsOn("nonsense") } }),
    object("Deployment/web", { annotations: dependsOn("batch/namespaces/default/Job/check") }),
  ]);
  t.deepEqual(findings(result), ["error DependsOnExternal", "note HookLeftOut"]);
});

test("a hook that is also a test hook is planned, with a note that the test is left out", (t) => {
  const result = planned([object("Job/check", { annotations: hook("test,pre-install") })]);
  t.deepEqual(outline(result), ["pre 0: Job/check"]);
  t.deepEqual(findings(result), ["note HookLeftOut"]);
});
