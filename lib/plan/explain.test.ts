import test from "ava";

import {
  reference,
  samplePlan,
  shop,
  wordpress,
  type SampleGroup,
  type SampleObject,
} from "../../fixtures/sample-plan.ts";
import type { Plan } from "./plan.ts";
import { explain, explainAfter } from "./explain.ts";

const web = "apps/namespaces/shop/Deployment/web";

/** A chain as arrows: `web < database (depends-on)`. */
function arrows(steps: ReturnType<typeof explainAfter>): readonly string[] | undefined {
  return steps?.map(({ from, on, rule, because }) => {
    const [left, right] = [from, on].map((ref) => ref.slice(ref.lastIndexOf("/") + 1));
    return `${left} < ${right} (${rule === "barrier" ? because : rule})`;
  });
}

function config(name: string): string {
  return `/namespaces/a/ConfigMap/${name}`;
}

function hook(name: string, event: string): SampleObject {
  return { object: `batch/v1 Job a/${name}`, hook: { event, deletePolicy: [] } };
}

/** A plan of ConfigMaps, each with those it waits for. */
function configs(...groups: readonly Readonly<Record<string, readonly string[]>>[]): Plan {
  return samplePlan({
    groups: groups.map((group) => ({
      objects: Object.entries(group).map(([name, waits]) => ({
        object: `v1 ConfigMap a/${name}`,
        waitsFor: waits.map(config),
      })),
    })),
  });
}

test("a chain goes back over the dependencies that determine the group, with their positions in the files", (t) => {
  const [first, second] = explain(wordpress, "apps/namespaces/default/Deployment/wordpress");
  t.deepEqual(first, {
    from: "apps/namespaces/default/Deployment/wordpress",
    on: "apps/namespaces/default/StatefulSet/wordpress-mysql",
    rule: "depends-on",
    until: "ready",
    because: "config.kubernetes.io/depends-on",
    origin: { file: "wordpress.yaml", line: 6, column: 5, length: 31 },
  });
  t.is(second?.on, "/namespaces/default/PersistentVolumeClaim/mysql-pv-claim");
  t.is(second?.because, "spec.serviceAccountName");
});

test("barriers between stages are steps of a chain", (t) => {
  t.deepEqual(arrows(explain(shop, web)), [
    "web < database (depends-on)",
    "database < migrate (stage pre before stage main)",
    "migrate < database (reference)",
    "database < crontabs.stable.example.com (stage crds before stage pre)",
  ]);
});

test("a chain follows the dependency in the latest group, ready before present, then by name", (t) => {
  const plan = samplePlan({
    groups: [
      { objects: ["v1 ConfigMap a/old"] },
      { objects: ["v1 ConfigMap a/a", "v1 ConfigMap a/c", "v1 ConfigMap a/b"] },
      {
        objects: [
          {
            object: "v1 ConfigMap a/d",
            waitsFor: [config("old"), reference(config("a")), config("c"), config("b")],
          },
        ],
      },
    ],
  });
  t.deepEqual(arrows(explain(plan, config("d"))), ["d < b (depends-on)"]);
});

test("an edge to a group of the barrier is shown instead of the barrier", (t) => {
  const groups: readonly SampleGroup[] = [
    { objects: ["v1 ConfigMap a/a", "v1 ConfigMap a/b"] },
    { weight: 1, after: [1], objects: [{ object: "v1 ConfigMap a/c", waitsFor: [config("b")] }] },
  ];
  t.deepEqual(arrows(explain(samplePlan({ groups }), config("c"))), ["c < b (depends-on)"]);
});

test("the chain of an object freed from its weight contains no barrier", (t) => {
  t.deepEqual(arrows(explain(shop, "stable.example.com/namespaces/shop/CronTab/nightly")), [
    "nightly < crontabs.stable.example.com (custom-resource)",
  ]);
});

test("a chain can end outside the set", (t) => {
  const waitsFor = [{ on: "/namespaces/x/Service/out", external: true }];
  const plan = samplePlan({ groups: [{ objects: [{ object: "v1 ConfigMap a/a", waitsFor }] }] });
  t.deepEqual(arrows(explain(plan, config("a"))), ["a < out (depends-on)"]);
  t.deepEqual(arrows(explainAfter(plan, config("a"), "/namespaces/x/Service/out")), ["a < out (depends-on)"]);
});

test("an object without dependencies has no chain, and neither does an unknown object", (t) => {
  t.deepEqual(explain(wordpress, "/namespaces/default/Secret/mysql-pass"), []);
  t.deepEqual(explain(wordpress, "/namespaces/default/Secret/constructor"), []);
});

test("a chain ends where edges form a cycle", (t) => {
  const plan = configs({ a: ["b"], b: ["a"] });
  t.deepEqual(arrows(explain(plan, config("a"))), ["a < b (depends-on)", "b < a (depends-on)"]);
});

test("the shortest chain between two objects is shown", (t) => {
  const plan = configs({ a: [] }, { b: ["a"] }, { c: ["b"] }, { d: ["c", "b"] });
  t.deepEqual(arrows(explainAfter(plan, config("d"), config("a"))), [
    "d < b (depends-on)",
    "b < a (depends-on)",
  ]);
});

test("a chain of edges is preferred to a shorter one with barriers", (t) => {
  const plan = samplePlan({
    groups: [
      { objects: ["v1 ConfigMap a/a"] },
      { objects: [{ object: "v1 ConfigMap a/b", waitsFor: [config("a")] }] },
      { weight: 1, after: [1, 2], objects: [{ object: "v1 ConfigMap a/c", waitsFor: [config("b")] }] },
    ],
  });
  t.deepEqual(arrows(explainAfter(plan, config("c"), config("a"))), [
    "c < b (depends-on)",
    "b < a (depends-on)",
  ]);
});

test("a chain contains a barrier where no edges connect two objects", (t) => {
  t.deepEqual(arrows(explainAfter(shop, web, "batch/namespaces/shop/Job/migrate")), [
    "web < a (reference)",
    "a < migrate (stage pre before stage main)",
  ]);
});

test("objects that do not wait for each other have no chain", (t) => {
  t.is(explainAfter(wordpress, config("a"), config("b")), undefined);
  t.is(explainAfter(shop, "batch/namespaces/shop/Job/migrate", web), undefined);
  t.is(explainAfter(shop, web, web), undefined);
});

test("a hook of two events is explained from its first occurrence, and its last one can come after an object", (t) => {
  const plan = samplePlan({
    groups: [
      { stage: "pre", objects: [hook("check", "pre-install")] },
      { after: [1], objects: ["v1 ConfigMap a/a"] },
      { stage: "post", after: [2], objects: [hook("check", "post-install")] },
    ],
  });
  t.deepEqual(explain(plan, "batch/namespaces/a/Job/check"), []);
  t.deepEqual(arrows(explainAfter(plan, "batch/namespaces/a/Job/check", config("a"))), [
    "check < a (stage main before stage post)",
  ]);
});

test("a chain shows that hooks of one stage and weight run one at a time", (t) => {
  const plan = samplePlan({
    groups: [
      { stage: "pre", objects: [hook("a", "pre-install")] },
      { stage: "pre", after: [1], objects: [hook("b", "pre-install")] },
      { stage: "pre", weight: 5, after: [2], objects: [hook("c", "pre-install")] },
    ],
  });
  t.deepEqual(arrows(explain(plan, "batch/namespaces/a/Job/c")), [
    "c < b (weight 0 before weight 5)",
    "b < a (one hook at a time)",
  ]);
});

const definition = "apiextensions.k8s.io/v1 CustomResourceDefinition crontabs.stable.example.com";

const removal = samplePlan({
  action: "delete",
  groups: [
    {
      stage: "pre",
      objects: [{ object: "batch/v1 Job a/stop", hook: { event: "pre-delete", deletePolicy: [] } }],
    },
    { weight: 5, after: [1], objects: ["v1 ConfigMap a/a"] },
    { after: [2], objects: ["v1 ConfigMap a/b"] },
    { weight: null, after: [3], objects: [definition] },
    { weight: null, after: [4], objects: ["v1 Namespace a"] },
    {
      stage: "post",
      after: [5],
      objects: [{ object: "batch/v1 Job b/sweep", hook: { event: "post-delete", deletePolicy: [] } }],
    },
  ],
});

test("a chain of a deletion waits until objects are absent, and until hooks are ready", (t) => {
  t.deepEqual(
    explain(removal, "batch/namespaces/b/Job/sweep").map(({ until, because }) => `${until}: ${because}`),
    [
      "absent: stage main before stage post",
      "absent: CRDs before Namespaces",
      "absent: CRDs and Namespaces are last",
      "absent: weight 5 before weight 0",
      "ready: stage pre before stage main",
    ],
  );
});
