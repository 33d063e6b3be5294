import test from "ava";

import { samplePlan, shop, wordpress } from "../../../fixtures/sample-plan.ts";
import { explain, explainAfter } from "../../plan/explain.ts";
import { formatWhy } from "./explanation-text.ts";

const plain = { color: false };
const web = "apps/namespaces/shop/Deployment/web";

test("the chain leads from the object back to one that waits for nothing", (t) => {
  const ref = "apps/namespaces/default/Deployment/wordpress";
  t.is(
    formatWhy(wordpress, { ref, steps: explain(wordpress, ref) }, plain),
    `group 2  apps/namespaces/default/Deployment/wordpress
         │ waits until ready, by depends-on: config.kubernetes.io/depends-on (wordpress.yaml:6:5)
group 1  apps/namespaces/default/StatefulSet/wordpress-mysql
         │ waits until present, by reference: spec.serviceAccountName (wordpress-mysql.yaml:8:3)
group 1  /namespaces/default/PersistentVolumeClaim/mysql-pv-claim
         waits for nothing
`,
  );
});

test("the chain shows hooks, moved objects and barriers", (t) => {
  t.is(
    formatWhy(shop, { ref: web, steps: explain(shop, web) }, plain),
    `group 5  apps/namespaces/shop/Deployment/web
         │ waits until ready, by depends-on: config.kubernetes.io/depends-on (web.yaml:6:5)
group 4  apps/namespaces/shop/StatefulSet/database
         │ waits until ready, by stage pre before stage main
group 3  batch/namespaces/shop/Job/migrate
         hook pre-install
         │ waits until present, by reference: spec.serviceAccountName (migrate.yaml:8:3)
group 2  /namespaces/shop/Secret/database
         moved for batch/namespaces/shop/Job/migrate
         │ waits until ready, by stage crds before stage pre
group 1  apiextensions.k8s.io/CustomResourceDefinition/crontabs.stable.example.com
         waits for nothing
`,
  );
});

test("the chain to a given object ends at that object", (t) => {
  const other = "apps/namespaces/shop/StatefulSet/database";
  t.is(
    formatWhy(shop, { ref: web, other, steps: explainAfter(shop, web, other) }, plain),
    `group 5  apps/namespaces/shop/Deployment/web
         │ waits until ready, by depends-on: config.kubernetes.io/depends-on (web.yaml:6:5)
group 4  apps/namespaces/shop/StatefulSet/database
`,
  );
});

test("a missing chain to the given object is reported", (t) => {
  const other = "stable.example.com/namespaces/shop/CronTab/nightly";
  t.is(
    formatWhy(shop, { ref: web, other, steps: explainAfter(shop, web, other) }, plain),
    `${web} does not wait for ${other}: no rule orders them that way\n`,
  );
});

test("an object that is compared with itself is reported not to wait for itself", (t) => {
  t.is(
    formatWhy(shop, { ref: web, other: web, steps: explainAfter(shop, web, web) }, plain),
    `${web} does not wait for itself: no object does\n`,
  );
});

test("an object outside the set is shown as external", (t) => {
  const ref = "/namespaces/a/ConfigMap/a";
  const waitsFor = [{ on: "/namespaces/x/Service/out", external: true }];
  const plan = samplePlan({ groups: [{ objects: [{ object: "v1 ConfigMap a/a", waitsFor }] }] });
  t.is(
    formatWhy(plan, { ref, steps: explain(plan, ref) }, plain),
    `group 1   /namespaces/a/ConfigMap/a
          │ waits until ready, by depends-on: config.kubernetes.io/depends-on (a.yaml:6:5)
external  /namespaces/x/Service/out
`,
  );
});
