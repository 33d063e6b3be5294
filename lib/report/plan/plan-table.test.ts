import test from "ava";

import { reference, samplePlan, shop, wordpress, type SampleObject } from "../../../fixtures/sample-plan.ts";
import { planTable } from "./plan-table.ts";

const plain = { color: false, width: undefined };

test("a plan with only the main stage and weight 0 has no columns for them", (t) => {
  t.is(
    planTable(wordpress, plain),
    `GROUP  OBJECT                                WAITS FOR
1      Secret/mysql-pass
       PersistentVolumeClaim/mysql-pv-claim
       PersistentVolumeClaim/wp-pv-claim
       Service/wordpress-mysql
       Service/wordpress
       StatefulSet/wordpress-mysql           PersistentVolumeClaim/mysql-pv-claim until present
                                             Secret/mysql-pass until present

2      Deployment/wordpress                  StatefulSet/wordpress-mysql until ready
                                             PersistentVolumeClaim/wp-pv-claim until present
                                             Secret/mysql-pass until present

namespace default: 7 objects in 2 groups, each may take 5m0s
`,
  );
});

test("the table shows stages, weights, barriers, hooks, moved and freed objects, external waits and folded lists", (t) => {
  t.is(
    planTable(shop, plain),
    `GROUP  AFTER  STAGE  WEIGHT  OBJECT                                                TIMEOUT  WAITS FOR
1             crds           CustomResourceDefinition/crontabs.stable.example.com  5m0s

2      1      pre    -5      Secret/database                                       5m0s
                               moved for Job/migrate

3      1-2    pre    -5      Job/migrate                                           30m0s    Secret/database until present
                               hook pre-install

4      1-3    main   0       ConfigMap/a                                           5m0s
                             ConfigMap/b                                           5m0s
                             ConfigMap/c                                           5m0s
                             ConfigMap/d                                           5m0s
                             ConfigMap/e                                           5m0s
                             StatefulSet/database                                  5m0s     ConfigMap/ready -n infra until ready (external)
                                                                                            Secret/database until present

5      4      main   10      Deployment/web                                        5m0s     StatefulSet/database until ready
                                                                                            ConfigMap/a until present
                                                                                            ConfigMap/b until present
                                                                                            and 3 more until present
                             CronTab/nightly                                       5m0s     CustomResourceDefinition/crontabs.stable.example.com until ready
                               freed from its weight

namespace shop: 11 objects in 5 groups
`,
  );
});

test("on a narrow terminal, the waits of an object are listed below it", (t) => {
  const plan = samplePlan({
    groups: [{ objects: ["v1 ConfigMap a/b"] }, { objects: [waiting(["/namespaces/a/ConfigMap/b"])] }],
  });
  t.is(
    planTable(plan, { color: false, width: 40 }),
    `group 1
  ConfigMap/b

group 2
  Deployment/web
    waits for ConfigMap/b until ready

namespace a: 2 objects in 2 groups, each
  may take 5m0s
`,
  );
});

test("on a narrow terminal lines are wrapped between words, and names are neither padded nor broken", (t) => {
  t.is(
    planTable(shop, { color: false, width: 60 }),
    `group 1, crds
  CustomResourceDefinition/crontabs.stable.example.com

group 2, pre, weight -5, after 1
  Secret/database
    moved for Job/migrate

group 3, pre, weight -5, after 1-2
  Job/migrate
    hook pre-install
    may take 30m0s
    waits for Secret/database until present

group 4, main, weight 0, after 1-3
  ConfigMap/a
  ConfigMap/b
  ConfigMap/c
  ConfigMap/d
  ConfigMap/e
  StatefulSet/database
    waits for ConfigMap/ready -n infra until ready
      (external)
    waits for Secret/database until present

group 5, main, weight 10, after 4
  Deployment/web
    waits for StatefulSet/database until ready
    waits for ConfigMap/a until present
    waits for ConfigMap/b until present
    and 3 more until present
  CronTab/nightly
    freed from its weight
    waits for
      CustomResourceDefinition/crontabs.stable.example.com
      until ready

namespace shop: 11 objects in 5 groups, each may take 5m0s
  unless noted
`,
  );
});

const wide = samplePlan({
  groups: [
    { objects: ["v1 Namespace shop", "v1 Secret infra/db", "v1 Secret shop/db"] },
    {
      objects: [
        {
          object: "apps/v1 Deployment shop/web",
          waitsFor: ["/namespaces/shop/Secret/db", "/namespaces/infra/Secret/db", "/Namespace/shop"],
          movedFor: "/namespaces/infra/Secret/db",
        },
      ],
    },
  ],
});

test("a plan of several namespaces has a namespace column, and names waits in other namespaces with theirs", (t) => {
  t.is(
    planTable(wide, plain),
    `GROUP  NAMESPACE  OBJECT                          WAITS FOR
1                 Namespace/shop
       infra      Secret/db
       shop       Secret/db

2      shop       Deployment/web                  Secret/db until ready
                    moved for Secret/db -n infra  Secret/db -n infra until ready
                                                  Namespace/shop until ready

4 objects in 2 groups, each may take 5m0s
`,
  );
});

test("on a narrow terminal, a plan of several namespaces shows each object with its namespace", (t) => {
  t.is(
    planTable(wide, { color: false, width: 50 }),
    `group 1
  Namespace/shop
  Secret/db -n infra
  Secret/db -n shop

group 2
  Deployment/web -n shop
    moved for Secret/db -n infra
    waits for Secret/db until ready
    waits for Secret/db -n infra until ready
    waits for Namespace/shop until ready

4 objects in 2 groups, each may take 5m0s
`,
  );
});

test("coloured output has the same text as plain output", (t) => {
  // oxlint-disable-next-line no-control-regex -- the escape sequences of colours.
  const escapes = /\u001B\[\d+m/g;
  for (const width of [undefined, 60]) {
    const bare = planTable(shop, { color: true, width }).replaceAll(escapes, "");
    t.is(bare, planTable(shop, { color: false, width }));
  }
});

test("a fourth wait is shown instead of a count of one", (t) => {
  const names = ["a", "b", "c", "d"].map((name) => `/namespaces/a/ConfigMap/${name}`);
  const text = planTable(samplePlan({ groups: [{ objects: [waiting(names)] }] }), plain);
  t.true(text.includes("ConfigMap/d until ready"));
  t.false(text.includes("more"));
});

test("folded waits for different states are counted without a state", (t) => {
  const waits = ["a", "b", "c", "d"].map((name) => `/namespaces/a/ConfigMap/${name}`);
  const object = { ...waiting(waits), waitsFor: [...waits, reference("/namespaces/a/Secret/e")] };
  t.true(planTable(samplePlan({ groups: [{ objects: [object] }] }), plain).includes("and 2 more\n"));
});

test("columns stay aligned after wide characters", (t) => {
  const plan = samplePlan({
    groups: [{ objects: ["v1 ConfigMap a/日本", { object: "v1 ConfigMap a/abcd", timeout: 60_000 }] }],
  });
  const [, first, second] = planTable(plan, plain).split("\n");
  t.is(first?.indexOf("5m0s"), (second?.indexOf("1m0s") ?? 0) - 2);
});

test("control characters in names are escaped", (t) => {
  const plan = samplePlan({ groups: [{ objects: ["v1 ConfigMap a/\u001B[2Jb\u202E"] }] });
  t.true(planTable(plan, plain).includes(String.raw`ConfigMap/\x1b[2Jb\u202e`));
});

test("an empty plan prints that there is nothing to do", (t) => {
  t.is(planTable(samplePlan({ groups: [] }), plain), "nothing to plan\n");
  t.is(planTable(samplePlan({ action: "delete", groups: [] }), plain), "nothing to delete\n");
});

test("a plan of a deletion states that objects are deleted in this order", (t) => {
  const plan = samplePlan({ action: "delete", groups: [{ objects: ["v1 ConfigMap a/b"] }] });
  t.true(
    planTable(plan, plain).endsWith(
      "\nnamespace a: 1 object in 1 group, deleted in this order, may take 5m0s\n",
    ),
  );
});

function waiting(waitsFor: readonly string[]): SampleObject {
  return { object: "apps/v1 Deployment a/web", waitsFor };
}
