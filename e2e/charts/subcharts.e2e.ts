/**
 * Order of subcharts, as in HIP-0025, on a cluster. `R` and a number are the
 * requirements of the public test suite https://github.com/caretak3r/helm-hip-0025-e2e. Order is proven by
 * resource versions and the audit log.
 */
import test from "ava";

import { objectWritesOf } from "../apply/server-order.ts";
import {
  dependency,
  inGroup,
  assertRefused,
  openChart,
  type OrderedChart,
  part,
  span,
} from "./ordered-chart.ts";

const foo: OrderedChart = {
  name: "foo",
  fields: {
    annotations: { "helm.sh/depends-on/subcharts": '["bar","rabbitmq"]' },
    dependencies: [
      dependency("nginx"),
      dependency("rabbitmq"),
      dependency("bar", { "depends-on": ["nginx", "rabbitmq"] }),
    ],
  },
  subcharts: [
    { name: "nginx", objects: part("nginx", {}, ["rabbitmq"]) },
    { name: "rabbitmq", objects: part("rabbitmq", {}, ["nginx"]) },
    { name: "bar" },
  ],
};

test("subcharts wait for their ready dependencies, independent ones do not (R03, R04, R05, R15, R35)", async (t) => {
  const site = await openChart(t, foo);
  const { code, stdout, stderr } = await site.converge("apply", site.chart);
  t.is(code, 0, stdout + stderr);
  await site.overlaps("nginx", "rabbitmq");
  await site.overlaps("rabbitmq", "nginx");
  await site.follows("bar", "nginx");
  await site.follows("bar", "rabbitmq");
  await site.follows("foo", "bar");
  // The last one is awaited too.
  t.regex(stdout, /8 applied \(8 created\), 8 ready/);
});

/** A subchart that overlaps its dependents. */
function beside(name: string): OrderedChart {
  return { name, objects: part(name, {}, ["foo", "bar"]) };
}

test("with --sequencing=false, neither an installation nor its deletion is ordered (R01, R02)", async (t) => {
  const site = await openChart(t, {
    ...foo,
    subcharts: [beside("nginx"), beside("rabbitmq"), { name: "bar" }],
    objects: part("foo", inGroup("app", "other")),
  });
  const { code, stdout, stderr } = await site.converge("apply", "--sequencing=false");
  t.is(code, 0, stdout + stderr);
  for (const later of ["foo", "bar"]) {
    await site.overlaps(later, "nginx");
    await site.overlaps(later, "rabbitmq");
  }
  const { annotations = {} } = (await site.get("configmaps/foo"))?.metadata ?? {};
  t.deepEqual(Object.keys(annotations), ["converge.dev/applied", "helm.sh/resource-group"]);
  const removed = await site.remove();
  t.is(removed.code, 0);
  t.regex(removed.stdout, /^deleting shop .*: 8 objects in 1 group$/m);
});

test("a dependency on a subchart names its alias or its own name (R03)", async (t) => {
  const site = await openChart(t, {
    name: "parent",
    fields: {
      dependencies: [
        dependency("zeta", { alias: "z-service" }),
        dependency("alpha", { "depends-on": ["z-service", "zeta"] }),
      ],
    },
    subcharts: [{ name: "zeta" }, { name: "alpha" }],
  });
  const { code, stdout, stderr } = await site.converge("apply");
  t.is(code, 0, stdout + stderr);
  await site.follows("alpha", "zeta");
  await site.follows("parent", "alpha");
});

test("three levels of charts are applied from the innermost to the outermost (R05)", async (t) => {
  const child: OrderedChart = {
    name: "child",
    fields: { annotations: { "helm.sh/depends-on/subcharts": '["grandchild"]' } },
    subcharts: [{ name: "grandchild" }],
  };
  const site = await openChart(t, {
    name: "parent",
    fields: { annotations: { "helm.sh/depends-on/subcharts": '["child"]' } },
    subcharts: [child],
  });
  const { code, stdout, stderr } = await site.converge("apply");
  t.is(code, 0, stdout + stderr);
  await site.follows("child", "grandchild");
  await site.follows("parent", "child");
});

test("a cycle of subcharts is refused before anything is sent (R06)", async (t) => {
  await assertRefused(
    t,
    {
      name: "foo",
      fields: {
        dependencies: [dependency("a", { "depends-on": ["b"] }), dependency("b", { "depends-on": ["a"] })],
      },
      subcharts: [{ name: "a" }, { name: "b" }],
    },
    /subcharts of foo wait for each other in a cycle: a → b → a/,
  );
});

const chain: OrderedChart = {
  name: "parent",
  fields: {
    dependencies: [
      dependency("a"),
      dependency("b", { "depends-on": ["a"] }),
      dependency("c", { "depends-on": ["b"], condition: "c.enabled" }),
      dependency("d", { "depends-on": ["c"], condition: "c.enabled" }),
    ],
  },
  subcharts: [{ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" }],
};

test("upgrades and rollbacks follow the order of subcharts, and deletions reverse it (R08, R09, R10)", async (t) => {
  const site = await openChart(t, chain);
  const first = await site.converge("apply", "--set", "c.enabled=false");
  t.is(first.code, 0, first.stdout + first.stderr);
  const upgraded = await site.converge("apply", "--set", "global.revision=two,c.enabled=true");
  t.is(upgraded.code, 0, upgraded.stdout + upgraded.stderr);
  for (const [later, earlier] of [
    ["b", "a"],
    ["c", "b"],
    ["d", "c"],
    ["parent", "d"],
  ] as const) {
    await site.follows(later, earlier);
  }
  const mark = await site.cluster.auditMark();
  const back = await site.run([
    "rollback",
    "1",
    "--release",
    site.release,
    "-n",
    site.namespace,
    "--max-prune=100%",
  ]);
  t.is(back.code, 0, back.stdout + back.stderr);
  await site.follows("b", "a");
  await site.follows("parent", "b");
  const writes = objectWritesOf(await site.requests(mark));
  const [, applied] = span(writes, /^patch \S+\/parent$/);
  const [d, lastOfD] = span(writes, /^delete \S+\/d$/);
  const [c] = span(writes, /^delete \S+\/c$/);
  t.true(applied < d && lastOfD < c, writes.join("\n"));
  const removing = await site.cluster.auditMark();
  t.is((await site.remove()).code, 0);
  const removed = objectWritesOf(await site.requests(removing));
  const [, parent] = span(removed, /^delete \S+\/parent$/);
  const [b, lastOfB] = span(removed, /^delete \S+\/b$/);
  const [a] = span(removed, /^delete \S+\/a$/);
  t.true(parent < b && lastOfB < a, removed.join("\n"));
});
