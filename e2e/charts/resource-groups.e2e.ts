/**
 * Order of resource groups, as in HIP-0025, on a cluster. `R` and a number are the
 * requirements of the public test suite https://github.com/caretak3r/helm-hip-0025-e2e. Order is proven by
 * resource versions and the audit log.
 */
import test from "ava";

import { configMap } from "../apply/manifests.ts";
import { objectWritesOf } from "../apply/server-order.ts";
import { inGroup, assertRefused, openChart, type OrderedChart, part, span } from "./ordered-chart.ts";

const groups: OrderedChart = {
  name: "shop",
  objects: [
    ...part("db", inGroup("database"), ["queue"]),
    ...part("queue", inGroup("queue"), ["db"]),
    ...part("app", inGroup("app", "queue", "database")),
    configMap("loose"),
    configMap("orphan", {}, inGroup("orphan", "no-such-group")),
    configMap("lonely", {}, inGroup("lonely")),
  ],
};

test("resource groups wait for the groups that they name, and unknown groups go last (R20, R21, R22)", async (t) => {
  const site = await openChart(t, groups);
  const { code, stdout, stderr } = await site.converge("apply");
  t.is(code, 0, stdout + stderr);
  await site.overlaps("db", "queue");
  await site.overlaps("queue", "db");
  await site.follows("app", "db");
  await site.follows("app", "queue");
  for (const last of ["loose", "orphan", "lonely"]) {
    await site.follows(last, "app");
  }
  t.regex(stderr, /resource group "orphan" waits for group "no-such-group", which chart shop lacks/);
  t.regex(stderr, /resource group "lonely" is isolated/);
  t.notRegex(stderr, /loose/);
});

test("an annotation key that the API server refuses is not sent, and its replacement is stored (R25)", async (t) => {
  const site = await openChart(t, groups);
  const key = "helm.sh/depends-on/resource-groups";
  const refused = await site.cluster.api("POST", site.at("configmaps?dryRun=All"), {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "probe", annotations: { [key]: "[]" } },
  });
  t.is(refused.status, 422);
  t.is((await site.converge("apply")).code, 0);
  const { annotations = {} } = (await site.get("apps/deployments/app"))?.metadata ?? {};
  t.false(key in annotations);
  t.is(annotations["helm.sh/resource-group"], "app");
  const stored = await site.run(["get", "manifests", site.release, "-n", site.namespace]);
  t.regex(stored.stdout, /helm\.sh\/depends-on-resource-groups: .*queue.*database/);
});

test("a plan shows the order of groups, and its YAML output delimits them (R07, R26)", async (t) => {
  const site = await openChart(t, groups);
  const { stdout } = await site.converge("plan", "-o", "yaml");
  const marks = stdout.split("\n").filter((line) => line.startsWith("## "));
  const [start, end] = ["## START resource-group: shop", "## END resource-group: shop"];
  t.deepEqual(marks.slice(0, 6), [
    `${start} database`,
    `${end} database`,
    `${start} queue`,
    `${end} queue`,
    `${start} app`,
    `${end} app`,
  ]);
  const table = await site.converge("plan");
  t.regex(table.stdout, /Deployment\/app +ConfigMap\/db until ready/);
  // An object of such a chart has a minute (R12).
  t.regex(table.stdout, /each may take 1m0s/);
});

test("resource groups of a chart and of its subchart are independent (R23)", async (t) => {
  const site = await openChart(t, {
    name: "parent",
    objects: [
      ...part("parent-first", inGroup("first"), ["sub-second"]),
      ...part("parent-second", inGroup("second", "first")),
    ],
    subcharts: [
      {
        name: "sub",
        objects: [
          ...part("sub-first", inGroup("first", "second")),
          ...part("sub-second", inGroup("second"), ["parent-first"]),
        ],
      },
    ],
  });
  const { code, stdout, stderr } = await site.converge("apply");
  t.is(code, 0, stdout + stderr);
  await site.follows("parent-second", "parent-first");
  await site.follows("sub-first", "sub-second");
  await site.overlaps("sub-second", "parent-first");
  await site.overlaps("parent-first", "sub-second");
});

test("a cycle of resource groups is refused before anything is sent (R24)", async (t) => {
  await assertRefused(
    t,
    {
      name: "foo",
      objects: [
        configMap("a", {}, inGroup("a", "b")),
        configMap("b", {}, inGroup("b", "c")),
        configMap("c", {}, inGroup("c", "a")),
      ],
    },
    /dependency cycle of resource groups in chart foo: a → b → c → a/,
  );
});

test("resource groups are upgraded in their order and deleted in reverse (R08, R09)", async (t) => {
  const site = await openChart(t, groups);
  t.is((await site.converge("apply")).code, 0);
  t.is((await site.converge("apply", "--set", "global.revision=two")).code, 0);
  await site.follows("app", "db");
  await site.follows("app", "queue");
  const mark = await site.cluster.auditMark();
  t.is((await site.remove()).code, 0);
  const removed = objectWritesOf(await site.requests(mark));
  const [loose] = span(removed, /\/(?:loose|orphan|lonely)$/);
  const [app, lastOfApp] = span(removed, /\/app$/);
  const [earlier] = span(removed, /\/(?:db|queue)$/);
  t.true(loose < app && lastOfApp < earlier, removed.join("\n"));
});
