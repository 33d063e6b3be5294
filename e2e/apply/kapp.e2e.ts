import test from "ava";

import { isObject, type JsonObject, type JsonValue, objectField } from "../../lib/object/json.ts";
import { compareText } from "../../lib/object/object-ref.ts";
import { type Annotations, configMap, deployment } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

const slowly = { "converge.test/ready-after": "1s" };

/** Annotations of kapp. */
function kapp(words: Readonly<Record<string, string>>): Annotations {
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [`kapp.k14s.io/${key}`, value]));
}

test("change rules order applies, prunes and deletions, and a second run writes nothing", async (t) => {
  const site = await openSite(t);
  const env = configMap("env", {}, kapp({ "change-rule": "upsert after upserting example.com/db" }));
  const first = configMap("first", {}, kapp({ "change-rule": "upsert before upserting example.com/db" }));
  const rules = {
    "change-group": "example.com/db",
    "change-rule.1": "delete before deleting example.com/{name}-last",
  };
  const set = [
    env,
    deployment("db", { annotations: kapp(rules), pod: slowly }),
    first,
    configMap("kept", {}, kapp({ "change-group": "example.com/db-last" })),
  ];
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  const writes = objectWritesOf(await site.requests(mark));
  t.deepEqual(
    writes.filter((write) => write !== "patch configmaps/kept"),
    ["patch configmaps/first", "patch deployments/db", "patch configmaps/env"],
  );
  const again = await site.cluster.auditMark();
  t.is((await site.apply(set)).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(again)), []);
  const pruning = await site.cluster.auditMark();
  const smaller = await site.apply([configMap("first")], "--max-prune", "100%");
  t.is(smaller.code, 0, smaller.stdout);
  t.deepEqual(
    objectWritesOf(await site.requests(pruning)).filter((write) => /delete .*(db|kept)$/.test(write)),
    ["delete deployments/db", "delete configmaps/kept"],
  );
});

test("rule bindings of a kapp Config order objects, and an ignoreIfCyclical rule in a cycle is dropped", async (t) => {
  const site = await openSite(t);
  const config = {
    apiVersion: "kapp.k14s.io/v1alpha1",
    kind: "Config",
    changeGroupBindings: [{ name: "example.com/{kind}", resourceMatchers: [{ hasNamespaceMatcher: {} }] }],
    changeRuleBindings: [
      {
        rules: ["upsert before upserting example.com/Deployment"],
        ignoreIfCyclical: true,
        resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "ConfigMap" } }],
      },
      {
        rules: ["upsert after upserting example.com/Deployment"],
        resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "ConfigMap" } }],
      },
    ],
  };
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([configMap("env"), deployment("db", { pod: slowly }), config]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch deployments/db", "patch configmaps/env"]);
});

/** An object with the annotation `exists`, and one that waits for it. */
const givenAndUser: readonly JsonObject[] = [
  configMap("given", {}, kapp({ exists: "", "change-group": "example.com/given" })),
  configMap("env", {}, kapp({ "change-rule": "upsert after upserting example.com/given" })),
];

test("an object with kapp's exists annotation that no client creates times out", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(givenAndUser, "--reconcile-timeout", "2s");
  t.is(code, 3, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});

test("a run waits until an object with kapp's exists annotation is created, and never deletes it", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const running = site.begin(givenAndUser);
  await running.said(/given/);
  await site.create("configmaps", configMap("given"));
  const { code, stdout } = await running.ended;
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch configmaps/env"]);
  const removal = await site.cluster.auditMark();
  t.is((await site.remove()).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(removal)), ["delete configmaps/env"]);
});

test("an object with kapp's noop annotation is neither written nor pruned", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env"), configMap("old")])).code, 0);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([
    configMap("env"),
    configMap("old", { changed: "yes" }, kapp({ noop: "" })),
    configMap("never", {}, kapp({ noop: "" })),
  ]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});

/** Two objects of that revision that are not simply updated. */
function strategies(revision: string): readonly JsonObject[] {
  return [
    configMap("kept", { revision }, kapp({ "update-strategy": "skip" })),
    configMap("replaced", { revision }, kapp({ "update-strategy": "always-replace" })),
  ];
}

test("update-strategy skip leaves an object unchanged, and always-replace recreates a changed object", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply(strategies("1"))).code, 0);
  const again = await site.cluster.auditMark();
  t.is((await site.apply(strategies("1"))).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(again)), []);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(strategies("2"));
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "delete configmaps/replaced",
    "patch configmaps/replaced",
  ]);
});

test("--compat=kapp applies the objects that pods need before all others", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const set = [deployment("a"), configMap("b"), configMap("c")];
  const { code, stdout } = await site.apply(set, "--compat", "kapp");
  t.is(code, 0, stdout);
  t.is(objectWritesOf(await site.requests(mark)).at(-1), "patch deployments/a");
});

/** A versioned ConfigMap, and a Deployment whose pods read it. */
function versions(data: string): readonly JsonObject[] {
  const web = deployment("web");
  const containers = [{ name: "web", image: "web", envFrom: [{ configMapRef: { name: "env" } }] }];
  const { spec } = web;
  return [
    configMap("env", { data }, kapp({ versioned: "", "num-versions": "1" })),
    { ...web, spec: withContainers(spec, containers) },
  ];
}

function withContainers(spec: JsonValue | undefined, containers: JsonValue): JsonObject {
  const template = objectField(spec, "template");
  const pod = { ...objectField(template, "spec"), containers };
  return { ...(isObject(spec) ? spec : {}), template: { ...template, spec: pod } };
}

test("a versioned object gets a new number when it changes, and a deletion deletes all versions", async (t) => {
  const site = await openSite(t);
  const writesOf = async (data: string): Promise<readonly string[]> => {
    const mark = await site.cluster.auditMark();
    const { code, stdout } = await site.apply(versions(data), "--max-prune", "100%");
    t.is(code, 0, stdout);
    return objectWritesOf(await site.requests(mark));
  };
  t.deepEqual(await writesOf("1"), ["patch configmaps/env-ver-1", "patch deployments/web"]);
  t.deepEqual(await writesOf("1"), []);
  t.deepEqual(await writesOf("2"), ["patch configmaps/env-ver-2", "patch deployments/web"]);
  t.deepEqual(await writesOf("3"), [
    "patch configmaps/env-ver-3",
    "patch deployments/web",
    "delete configmaps/env-ver-1",
  ]);
  t.deepEqual(await writesOf("3"), []);
  const live = JSON.stringify((await site.get("apps/deployments/web"))?.spec);
  t.true(live.includes('"name":"env-ver-3"'), live);
  const removal = await site.cluster.auditMark();
  t.is((await site.remove()).code, 0);
  const removed = objectWritesOf(await site.requests(removal));
  t.deepEqual(removed.toSorted(compareText), [
    "delete configmaps/env-ver-2",
    "delete configmaps/env-ver-3",
    "delete deployments/web",
  ]);
});

test("a rollback restores the older version of a versioned object", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply(versions("1"))).code, 0);
  t.is((await site.apply(versions("2"))).code, 0);
  const back = await site.run(["rollback", "1", "--release", site.release, "-n", site.namespace]);
  t.is(back.code, 0, back.stdout + back.stderr);
  const live = JSON.stringify((await site.get("apps/deployments/web"))?.spec);
  t.true(live.includes('"name":"env-ver-1"'), live);
  const next = await site.apply(versions("1"));
  t.is(next.code, 0, next.stdout);
  t.regex(next.stdout, /unchanged|nothing/i);
});

test("a field that a rebase rule copies from the cluster keeps its value", async (t) => {
  const site = await openSite(t);
  const rule = {
    path: ["data", "theirs"],
    type: "copy",
    sources: ["existing", "new"],
    resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "ConfigMap" } }],
  };
  const config = { apiVersion: "kapp.k14s.io/v1alpha1", kind: "Config", rebaseRules: [rule] };
  t.is((await site.apply([config, configMap("env", { ours: "1", theirs: "1" })])).code, 0);
  await site.patch("configmaps/env?fieldManager=somebody", { data: { theirs: "2" } });
  const { code, stdout } = await site.apply([config, configMap("env", { ours: "2", theirs: "1" })]);
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/env"))?.data, { ours: "2", theirs: "2" });
});
