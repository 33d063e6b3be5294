import { randomUUID } from "node:crypto";

import test from "ava";

import {
  claim,
  configMap,
  definition,
  dependsOn,
  deployment,
  job,
  namespaceNamed,
  refTo,
} from "./manifests.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

const partOf = "applyset.kubernetes.io/part-of";

async function namesOf(site: Site): Promise<readonly string[]> {
  const { object } = await site.cluster.api("GET", site.at("configmaps"));
  return (object?.items ?? [])
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== "kube-root-ca.crt");
}

test("an object that leaves the set is pruned, after everything else", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("a"), configMap("b"), configMap("c")])).code, 0);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([configMap("a"), configMap("d")]);
  t.is(code, 0, stdout);
  t.deepEqual(await namesOf(site), ["a", "d"]);
  const writes = objectWritesOf(await site.requests(mark));
  t.is(writes[0], "patch configmaps/d");
  t.deepEqual(writes.slice(1).toSorted(), ["delete configmaps/b", "delete configmaps/c"]);
});

test("objects are pruned in reverse apply order", async (t) => {
  const site = await openSite(t);
  const dependent = configMap("b", {}, dependsOn(refTo(site.namespace, ["", "ConfigMap", "a"])));
  t.is((await site.apply([configMap("a"), dependent, configMap("stays")])).code, 0);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply([configMap("stays")])).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["delete configmaps/b", "delete configmaps/a"]);
});

test("with --prune=false an object that leaves the set stays in the release until the next full run prunes it", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("a"), configMap("b")])).code, 0);
  t.is((await site.apply([configMap("a")], "--prune=false")).code, 0);
  t.deepEqual(await namesOf(site), ["a", "b"]);
  t.is((await site.apply([configMap("a")])).code, 0);
  t.deepEqual(await namesOf(site), ["a"]);
});

test("after a failure nothing is pruned, and the objects stay in the release", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("a"), configMap("b")])).code, 0);
  const mark = await site.cluster.auditMark();
  const failing = job("migrate", { pod: { "converge.test/pod": "fail" } });
  const { code, stdout } = await site.apply([configMap("a"), failing]);
  t.is(code, 1);
  t.regex(stdout, /skipped +.*ConfigMap\/b because .*Job\/migrate/);
  t.deepEqual(
    objectWritesOf(await site.requests(mark)).filter((write) => write.startsWith("delete")),
    [],
  );
  t.is((await site.apply([configMap("a"), job("other")])).code, 0);
  t.deepEqual(await namesOf(site), ["a"]);
});

test("more than a quarter of a release is not pruned without consent, and nothing is written", async (t) => {
  const site = await openSite(t);
  const all = ["a", "b", "c", "d", "e", "f"].map((name) => configMap(name));
  t.is((await site.apply(all)).code, 0);
  const few = [configMap("a", { key: "new" }), configMap("b")];
  const mark = await site.cluster.auditMark();
  const refused = await site.apply(few);
  t.is(refused.code, 2, refused.stdout);
  t.regex(`${refused.stdout}${refused.stderr}`, /--max-prune/);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  const dry = await site.apply(few, "--dry-run=client");
  t.is(dry.code, 2, dry.stdout);
  t.regex(dry.stdout, /dry run: .*; the run would be refused: 4 of 6 objects .* --max-prune=4/);
  const denied = await site.run(["apply", site.write(few), "--release", site.release, "-n", site.namespace], {
    answer: "no",
  });
  t.is(denied.code, 2);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  t.is((await site.apply(few, "--max-prune=4")).code, 0);
  t.deepEqual(await namesOf(site), ["a", "b"]);
});

test("answering yes at the terminal consents to a large prune", async (t) => {
  const site = await openSite(t);
  const all = ["a", "b", "c", "d", "e", "f"].map((name) => configMap(name));
  t.is((await site.apply(all)).code, 0);
  const words = ["apply", site.write([configMap("a")]), "--release", site.release, "-n", site.namespace];
  const { code, stdout } = await site.run(words, { answer: "yes" });
  t.is(code, 0, stdout);
  t.deepEqual(await namesOf(site), ["a"]);
});

test("PVCs, CRDs and namespaces are pruned only with consent for their kind", async (t) => {
  const site = await openSite(t);
  const id = randomUUID().slice(0, 8);
  const group = `prune-${id}.example.com`;
  const other = `e2e-prune-${id}`;
  const definitionPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`;
  t.teardown(async () => {
    await site.cluster.api("DELETE", definitionPath);
    await site.cluster.api("DELETE", `/api/v1/namespaces/${other}`);
  });
  const precious = [claim("data", "standard"), definition(group, "Cog"), namespaceNamed(other)];
  t.is((await site.apply([configMap("a"), ...precious])).code, 0);
  const mark = await site.cluster.auditMark();
  const refused = await site.apply([configMap("a", { key: "new" })]);
  const said = `${refused.stdout}${refused.stderr}`;
  t.is(refused.code, 2, said);
  for (const [consent, key] of [
    ["pvcs", "PersistentVolumeClaim/data"],
    ["crds", `CustomResourceDefinition/cogs.${group}`],
    ["namespaces", `/Namespace/${other}`],
  ] as const) {
    t.true(said.includes(key), said);
    t.true(said.includes(consent), said);
  }
  const partly = await site.apply([configMap("a", { key: "new" })], "--allow-prune=pvcs,crds");
  t.is(partly.code, 2);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  const allowed = await site.apply([configMap("a", { key: "new" })], "--allow-prune=all");
  t.is(allowed.code, 0, allowed.stdout);
  t.is((await site.cluster.api("GET", definitionPath)).status, 404);
  t.is((await site.cluster.api("GET", `/api/v1/namespaces/${other}`)).status, 404);
  t.is(await site.get("persistentvolumeclaims/data"), undefined);
});

test("objects that leave the set are pruned in every namespace, even if the set has none there", async (t) => {
  const site = await openSite(t);
  const other = await site.cluster.createNamespace(t);
  const there = { ...configMap("there"), metadata: { name: "there", namespace: other } };
  t.is((await site.apply([configMap("here"), there])).code, 0);
  const path = `/api/v1/namespaces/${other}/configmaps/there`;
  t.is((await site.cluster.api("GET", path)).status, 200);
  const { code, stdout } = await site.apply([configMap("here")]);
  t.is(code, 0, stdout);
  t.is((await site.cluster.api("GET", path)).status, 404);
});

test("with the propagation policy Orphan, the dependents of a pruned workload are kept", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("a"), deployment("web")])).code, 0);
  const { code, stdout } = await site.apply([configMap("a")], "--prune-propagation-policy=Orphan");
  t.is(code, 0, stdout);
  t.is(await site.get("apps/deployments/web"), undefined);
  const left = (await site.cluster.api("GET", site.at("apps/replicasets"))).object?.items ?? [];
  t.is(left.length, 1);
  t.deepEqual(left[0]?.metadata.ownerReferences ?? [], []);
});

const isKept = test.macro(async (t, annotations: Readonly<Record<string, string>>) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("a"), configMap("kept", {}, annotations)])).code, 0);
  const { code, stdout } = await site.apply([configMap("a")]);
  t.is(code, 0, stdout);
  t.regex(stdout, /ConfigMap\/kept.*kept: /);
  const live = await site.get("configmaps/kept");
  t.not(live, undefined);
  t.is(live?.metadata.labels?.[partOf], undefined);
  t.is((await site.remove()).code, 0);
  t.deepEqual(await namesOf(site), ["kept"]);
});

test("an object with helm.sh/resource-policy: keep is not pruned", isKept, {
  "helm.sh/resource-policy": "keep",
});
test("an object with client.lifecycle.config.k8s.io/deletion: detach is not pruned", isKept, {
  "client.lifecycle.config.k8s.io/deletion": "detach",
});
test("an object with converge.dev/prune: keep is not pruned", isKept, { "converge.dev/prune": "keep" });

test("a namespace with objects outside the release is kept, and they are listed", async (t) => {
  const site = await openSite(t);
  const other = `e2e-held-${randomUUID().slice(0, 8)}`;
  t.teardown(async () => site.cluster.api("DELETE", `/api/v1/namespaces/${other}`));
  const home = namespaceNamed(other);
  t.is((await site.apply([configMap("a"), home])).code, 0);
  await site.cluster.api("POST", `/api/v1/namespaces/${other}/configmaps`, configMap("foreign"));
  const kept = await site.apply([configMap("a")], "--allow-prune=namespaces");
  t.is(kept.code, 0, kept.stdout);
  t.regex(kept.stdout, /Namespace\/e2e-held-.*it still contains .*foreign/);
  const live = await site.cluster.api("GET", `/api/v1/namespaces/${other}`);
  t.is(live.object?.metadata.deletionTimestamp, undefined);
  t.is((await site.apply([configMap("a"), home])).code, 0);
  const gone = await site.apply([configMap("a")], "--allow-prune=namespaces", "--delete-contents");
  t.is(gone.code, 0, gone.stdout);
  t.is((await site.cluster.api("GET", `/api/v1/namespaces/${other}`)).status, 404);
});
