import test from "ava";

import { reference, samplePlan, shop, wordpress, type SampleObject } from "../../../fixtures/sample-plan.ts";
import { planTable } from "./plan-table.ts";

const plain = { color: false, width: undefined };

test("a plan that is all main and weight 0 shows neither", (t) => {
  t.is(
    planTable(wordpress, plain),
    `GROUP  OBJECT                                                    WAITS FOR
1      /namespaces/default/Secret/mysql-pass
       /namespaces/default/PersistentVolumeClaim/mysql-pv-claim
       /namespaces/default/PersistentVolumeClaim/wp-pv-claim
       /namespaces/default/Service/wordpress-mysql
       /namespaces/default/Service/wordpress
       apps/namespaces/default/StatefulSet/wordpress-mysql       /namespaces/default/PersistentVolumeClaim/mysql-pv-claim until present
                                                                 /namespaces/default/Secret/mysql-pass until present

2      apps/namespaces/default/Deployment/wordpress              apps/namespaces/default/StatefulSet/wordpress-mysql until ready
                                                                 /namespaces/default/PersistentVolumeClaim/wp-pv-claim until present
                                                                 /namespaces/default/Secret/mysql-pass until present

7 objects in 2 groups, each may take 5m0s
`,
  );
});

test("stages, weights, barriers, hooks, moved and freed objects, external waits and long lists are shown", (t) => {
  t.is(
    planTable(shop, plain),
    `GROUP  AFTER  STAGE  WEIGHT  OBJECT                                                                     TIMEOUT  WAITS FOR
1             crds           apiextensions.k8s.io/CustomResourceDefinition/crontabs.stable.example.com  5m0s

2      1      pre    -5      /namespaces/shop/Secret/database                                           5m0s
                               moved for batch/namespaces/shop/Job/migrate

3      1-2    pre    -5      batch/namespaces/shop/Job/migrate                                          30m0s    /namespaces/shop/Secret/database until present
                               hook pre-install

4      1-3    main   0       /namespaces/shop/ConfigMap/a                                               5m0s
                             /namespaces/shop/ConfigMap/b                                               5m0s
                             /namespaces/shop/ConfigMap/c                                               5m0s
                             /namespaces/shop/ConfigMap/d                                               5m0s
                             /namespaces/shop/ConfigMap/e                                               5m0s
                             apps/namespaces/shop/StatefulSet/database                                  5m0s     /namespaces/infra/ConfigMap/ready until ready (external)
                                                                                                                 /namespaces/shop/Secret/database until present

5      4      main   10      apps/namespaces/shop/Deployment/web                                        5m0s     apps/namespaces/shop/StatefulSet/database until ready
                                                                                                                 /namespaces/shop/ConfigMap/a until present
                                                                                                                 /namespaces/shop/ConfigMap/b until present
                                                                                                                 and 3 more until present
                             stable.example.com/namespaces/shop/CronTab/nightly                         5m0s     apiextensions.k8s.io/CustomResourceDefinition/crontabs.stable.example.com until ready
                               freed from its weight

11 objects in 5 groups
`,
  );
});

test("on a narrow terminal, what an object waits for stands below it", (t) => {
  const plan = samplePlan({
    groups: [{ objects: ["v1 ConfigMap a/b"] }, { objects: [waiting(["/namespaces/a/ConfigMap/b"])] }],
  });
  t.is(
    planTable(plan, { color: false, width: 60 }),
    `group 1
  /namespaces/a/ConfigMap/b

group 2
  apps/namespaces/a/Deployment/web
    waits for /namespaces/a/ConfigMap/b until ready

2 objects in 2 groups, each may take 5m0s
`,
  );
});

test("on a narrow terminal lines are broken between words, and no name is padded or broken", (t) => {
  t.is(
    planTable(shop, { color: false, width: 60 }),
    `group 1, crds
  apiextensions.k8s.io/CustomResourceDefinition/crontabs.stable.example.com

group 2, pre, weight -5, after 1
  /namespaces/shop/Secret/database
    moved for batch/namespaces/shop/Job/migrate

group 3, pre, weight -5, after 1-2
  batch/namespaces/shop/Job/migrate
    hook pre-install
    may take 30m0s
    waits for /namespaces/shop/Secret/database until present

group 4, main, weight 0, after 1-3
  /namespaces/shop/ConfigMap/a
  /namespaces/shop/ConfigMap/b
  /namespaces/shop/ConfigMap/c
  /namespaces/shop/ConfigMap/d
  /namespaces/shop/ConfigMap/e
  apps/namespaces/shop/StatefulSet/database
    waits for /namespaces/infra/ConfigMap/ready until ready
      (external)
    waits for /namespaces/shop/Secret/database until present

group 5, main, weight 10, after 4
  apps/namespaces/shop/Deployment/web
    waits for apps/namespaces/shop/StatefulSet/database
      until ready
    waits for /namespaces/shop/ConfigMap/a until present
    waits for /namespaces/shop/ConfigMap/b until present
    and 3 more until present
  stable.example.com/namespaces/shop/CronTab/nightly
    freed from its weight
    waits for
      apiextensions.k8s.io/CustomResourceDefinition/crontabs.stable.example.com
      until ready

11 objects in 5 groups, each may take 5m0s unless noted
`,
  );
});

test("colour changes no visible character", (t) => {
  // oxlint-disable-next-line no-control-regex -- the escape sequences of colours.
  const escapes = /\u001B\[\d+m/g;
  for (const width of [undefined, 60]) {
    const bare = planTable(shop, { color: true, width }).replaceAll(escapes, "");
    t.is(bare, planTable(shop, { color: false, width }));
  }
});

test("a fourth wait is shown where folding would hide it alone", (t) => {
  const names = ["a", "b", "c", "d"].map((name) => `/namespaces/a/ConfigMap/${name}`);
  const text = planTable(samplePlan({ groups: [{ objects: [waiting(names)] }] }), plain);
  t.true(text.includes("ConfigMap/d until ready"));
  t.false(text.includes("more"));
});

test("folded waits of more than one kind name none", (t) => {
  const waits = ["a", "b", "c", "d"].map((name) => `/namespaces/a/ConfigMap/${name}`);
  const object = { ...waiting(waits), waitsFor: [...waits, reference("/namespaces/a/Secret/e")] };
  t.true(planTable(samplePlan({ groups: [{ objects: [object] }] }), plain).includes("and 2 more\n"));
});

test("wide characters keep the columns straight", (t) => {
  const plan = samplePlan({
    groups: [{ objects: ["v1 ConfigMap a/日本", { object: "v1 ConfigMap a/abcd", timeout: 60_000 }] }],
  });
  const [, first, second] = planTable(plan, plain).split("\n");
  t.is(first?.indexOf("5m0s"), (second?.indexOf("1m0s") ?? 0) - 2);
});

test("escape sequences in names are written out", (t) => {
  const plan = samplePlan({ groups: [{ objects: ["v1 ConfigMap a/\u001B[2Jb\u202E"] }] });
  t.true(planTable(plan, plain).includes(String.raw`/namespaces/a/ConfigMap/\x1b[2Jb\u202e`));
});

test("an empty plan says so", (t) => {
  t.is(planTable(samplePlan({ groups: [] }), plain), "nothing to plan\n");
  t.is(planTable(samplePlan({ action: "delete", groups: [] }), plain), "nothing to delete\n");
});

test("a plan for deletion says what its order means", (t) => {
  const plan = samplePlan({ action: "delete", groups: [{ objects: ["v1 ConfigMap a/b"] }] });
  t.true(planTable(plan, plain).endsWith("\n1 object in 1 group, deleted in this order, may take 5m0s\n"));
});

function waiting(waitsFor: readonly string[]): SampleObject {
  return { object: "apps/v1 Deployment a/web", waitsFor };
}
