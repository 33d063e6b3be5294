import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import type { LiveObject } from "../control-plane/api.ts";
import { type HelmSite, openHelmSite } from "./helm-site.ts";
import { configMap, deployment, job, service } from "./manifests.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import type { Site } from "./site.ts";

const partOf = "applyset.kubernetes.io/part-of";
const adopt = "--adopt-helm-release=shop";
const memory = "secrets/sh.helm.release.v1.shop.v1";
const kept = { "helm.sh/resource-policy": "keep" };

const secret: JsonObject = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "key" },
  stringData: { key: "value" },
};
const set: readonly JsonObject[] = [
  configMap("env", { a: "1" }),
  secret,
  service("web"),
  deployment("web"),
  job("greet", { annotations: { "helm.sh/hook": "pre-install,post-install" } }),
];
const places = ["configmaps/env", "secrets/key", "services/web", "apps/deployments/web", "batch/jobs/greet"];

async function podOf(site: Site): Promise<LiveObject | undefined> {
  const { object } = await site.cluster.api("GET", `${site.at("pods")}?labelSelector=app=web`);
  return object?.items?.[0];
}

/** The UIDs by which a recreated object or pod is recognized. */
async function identities(site: Site): Promise<readonly (string | undefined)[]> {
  const objects = await Promise.all([...places.map((place) => site.get(place)), podOf(site)]);
  return objects.map((object) => object?.metadata.uid);
}

test("a Helm release is adopted without recreating objects, and its objects outside the set are pruned", async (t) => {
  const site = await openHelmSite(t);
  await site.install("shop", [...set, configMap("old"), deployment("old"), configMap("kept", {}, kept)]);
  const before = await identities(site);
  t.false(before.includes(undefined));
  const words = [site.chart(set), "--release", "shop", "-n", site.namespace];
  const around = { path: site.path };

  const dry = await site.run(["apply", ...words, adopt, "--dry-run"], around);
  t.is(dry.code, 0, dry.stdout + dry.stderr);
  t.regex(dry.stdout, /ConfigMap\/old/);
  const compared = await site.run(["diff", ...words, adopt], around);
  t.is(compared.code, 1, compared.stdout + compared.stderr);
  t.regex(compared.stdout, /prune .*ConfigMap\/old/);
  t.is(await site.get("secrets/converge-shop"), undefined);

  const { code, stdout, stderr } = await site.run(
    ["apply", ...words, adopt, "--force-conflicts=false"],
    around,
  );
  t.is(code, 0, stdout + stderr);
  t.notRegex(stdout, /took over (?!the fields of Helm: 4 objects\n)|recreated/);
  t.deepEqual(await identities(site), before);
  t.is((await podOf(site))?.metadata.deletionTimestamp, undefined);
  t.is(await site.get("configmaps/old"), undefined);
  t.is(await site.get("apps/deployments/old"), undefined);
  t.truthy(await site.get("configmaps/kept"));
  for (const place of places.slice(0, -1)) {
    const { labels, annotations } = (await site.get(place))?.metadata ?? {};
    t.truthy(labels?.[partOf], place);
    t.is(labels?.["app.kubernetes.io/managed-by"], undefined, place);
    t.is(annotations?.["meta.helm.sh/release-name"], undefined, place);
  }
  t.is((await site.get("batch/jobs/greet"))?.metadata.labels?.[partOf], undefined);
  t.regex(stdout, /upgrading shop/);
  t.regex(stdout, new RegExp(`kubectl -n ${site.namespace} delete secret -l owner=helm,name=shop`));
  t.truthy(await site.get(memory), "Helm's memory is Helm's to delete");

  const mark = await site.cluster.auditMark();
  const again = await site.run(["apply", ...words], around);
  t.is(again.code, 0, again.stdout);
  t.notRegex(again.stdout, /Helm/);
  t.deepEqual(writesOf(await site.requests(mark)), []);
});

test("adopting a Helm release removes and changes fields without a conflict", async (t) => {
  const site = await openHelmSite(t);
  const names = ["1", "2", "3", "4", "5", "6", "7"].map((name) => `env-${name}`);
  const before = names.map((name) => configMap(name, { a: "1", b: "1" }));
  const after = names.map((name) => configMap(name, { a: "2" }));
  await site.install("shop", [...before, deployment("web", { spec: { replicas: 2 } })]);
  const changed = [...after, deployment("web")];
  const flags = [adopt, "--force-conflicts=false"];
  const dry = await site.apply(changed, ...flags, "--dry-run=server");
  t.is(dry.code, 0, dry.stdout);
  const { code, stdout } = await site.apply(changed, ...flags);
  t.is(code, 0, stdout);
  const live = await Promise.all(names.map((name) => site.get(`configmaps/${name}`)));
  t.deepEqual(
    live.map((object) => object?.data),
    names.map(() => ({ a: "2" })),
  );
  t.is((await site.get("apps/deployments/web"))?.spec?.["replicas"], 1);
});

test("a failed adoption that is rolled back deletes nothing that Helm created", async (t) => {
  const site = await openHelmSite(t);
  await site.install("shop", [configMap("env"), configMap("old")]);
  const before = (await site.get("configmaps/env"))?.metadata.uid;
  const failing = deployment("web", { pod: { "converge.test/pod": "crash-loop" } });
  const flags = [adopt, "--atomic", "--reconcile-timeout=5s"];
  const { code, stdout } = await site.apply(
    [configMap("env", { a: "1" }), configMap("new"), failing],
    ...flags,
  );
  t.not(code, 0, stdout);
  t.is((await site.get("configmaps/env"))?.metadata.uid, before);
  t.truthy(await site.get("configmaps/old"));
  t.is(await site.get("configmaps/new"), undefined);
  const again = await site.apply([configMap("env")], adopt);
  t.is(again.code, 0, again.stdout);
  t.regex(again.stdout, /upgrading shop/);
  t.is(await site.get("configmaps/old"), undefined);
});

test("without --adopt-helm-release, an object of Helm is refused, and the flag is suggested", async (t) => {
  const site = await openHelmSite(t);
  await site.install("shop", [configMap("env")]);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([configMap("env", { a: "1" })]);
  t.is(code, 1, stdout);
  t.regex(stdout, new RegExp(`ConfigMap/env.*--adopt-helm-release ${site.namespace}/shop`));
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});

test("objects of another Helm release are refused, and then nothing is pruned", async (t) => {
  const site = await openHelmSite(t);
  await site.install("other", [configMap("theirs")]);
  await site.install("shop", [configMap("env"), configMap("old")]);
  const sent = [configMap("env"), configMap("theirs", { a: "1" })];
  const refused = await site.apply(sent, adopt);
  t.is(refused.code, 1, refused.stdout);
  t.regex(refused.stdout, /failed +.*ConfigMap\/theirs.*other/);
  t.regex(refused.stdout, /run again with --adopt-helm-release/);
  t.truthy((await site.get("configmaps/env"))?.metadata.labels?.[partOf]);
  t.truthy(await site.get("configmaps/old"));
  const repaired = await site.apply([configMap("env")], adopt);
  t.is(repaired.code, 0, repaired.stdout);
  t.is(await site.get("configmaps/old"), undefined);
  t.truthy(await site.get("configmaps/theirs"));
});

test("adopting a Helm release does not prune many objects without consent", async (t) => {
  const site = await openHelmSite(t);
  const old = ["1", "2", "3", "4"].map((name) => configMap(`old-${name}`));
  await site.install("shop", [configMap("env"), ...old]);
  const { code, stdout, stderr } = await site.apply([configMap("env")], adopt);
  t.is(code, 2, stdout);
  t.regex(stdout + stderr, /4 of 5 objects/);
  t.truthy(await site.get("configmaps/old-1"));
  const allowed = await site.apply([configMap("env")], adopt, "--max-prune=4");
  t.is(allowed.code, 0, allowed.stdout);
  t.is(await site.get("configmaps/old-1"), undefined);
});

test("a pending Helm release is refused before anything is sent", async (t) => {
  const site = await openHelmSite(t);
  await site.install("shop", [configMap("env")]);
  const pending = { owner: "helm", name: "shop", version: "2", status: "pending-upgrade" };
  await site.create("secrets", {
    metadata: { name: "sh.helm.release.v1.shop.v2", labels: pending },
    type: "helm.sh/release.v1",
  });
  const mark = await site.cluster.auditMark();
  const { code, stdout, stderr } = await site.apply([configMap("env")], adopt);
  t.is(code, 2, stdout);
  t.regex(
    stdout + stderr,
    /has an operation in progress \(revision 2: pending-upgrade\).*helm rollback shop/,
  );
  t.deepEqual(writesOf(await site.requests(mark)), []);
});

test("adopting a missing Helm release is refused before anything is sent", async (t) => {
  const site = await openHelmSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout, stderr } = await site.apply([configMap("env")], adopt);
  t.is(code, 2, stdout);
  t.regex(stdout + stderr, /there is no Helm release .*\/shop.*helm list/);
  t.deepEqual(writesOf(await site.requests(mark)), []);
});

/** Creates the objects as Helm 3 does, client-side. */
async function createAsHelm3(site: Site, name: string): Promise<void> {
  const marked = {
    ...configMap(name, { a: "1", b: "1" }),
    metadata: {
      name,
      labels: { "app.kubernetes.io/managed-by": "Helm" },
      annotations: {
        "meta.helm.sh/release-name": "shop",
        "meta.helm.sh/release-namespace": site.namespace,
      },
    },
  };
  await site.create("configmaps?fieldManager=helm", marked);
}

test("without Helm's release Secrets, objects are adopted by their labels, and others are kept", async (t) => {
  const site = await openHelmSite(t);
  await createAsHelm3(site, "env");
  await createAsHelm3(site, "old");
  const { code, stdout } = await site.apply([configMap("env", { a: "2" })], adopt);
  t.is(code, 0, stdout);
  t.regex(stdout, /warning: Helm has no Secrets of release .*\/shop/);
  const live = await site.get("configmaps/env");
  t.deepEqual(live?.data, { a: "2" });
  t.deepEqual(Object.keys(live?.metadata.annotations ?? {}), ["converge.dev/applied"]);
  t.truthy(await site.get("configmaps/old"));
});

/** A user with all permissions that converge needs, except to list Secrets. */
async function userWithoutList(t: Parameters<typeof openHelmSite>[0], site: HelmSite): Promise<string> {
  const verbs = ["get", "create", "patch", "update", "delete"];
  return site.cluster.kubeconfigFor(t, {
    namespace: site.namespace,
    rules: [
      { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs },
      { apiGroups: [""], resources: ["secrets"], verbs },
      { apiGroups: [""], resources: ["configmaps"], verbs: [...verbs, "list", "watch"] },
    ],
  });
}

test("without permission to list Helm's release Secrets, objects are adopted by labels, with a warning", async (t) => {
  const site = await openHelmSite(t);
  await site.install("shop", [configMap("env"), configMap("old")]);
  const kubeconfig = await userWithoutList(t, site);
  const words = ["apply", site.write([configMap("env")]), "--release", "shop", "-n", site.namespace];
  const { code, stdout } = await site.run([...words, adopt], { kubeconfig });
  t.is(code, 0, stdout);
  t.regex(stdout, /warning: .* are unknown and are kept: .*cannot list resource "secrets"/);
  t.truthy((await site.get("configmaps/env"))?.metadata.labels?.[partOf]);
  t.truthy(await site.get("configmaps/old"));
});

test("a Helm installation that never finished is adopted as an installation", async (t) => {
  const site = await openHelmSite(t);
  const hanging = deployment("web", { pod: { "converge.test/pod": "unready" } });
  const chart = site.chart([configMap("env"), configMap("old"), hanging]);
  await t.throwsAsync(site.helm("install", "shop", chart, "--wait", "--timeout", "1s"));
  const { code, stdout } = await site.apply([configMap("env"), deployment("web")], adopt);
  t.is(code, 0, stdout);
  t.regex(stdout, /installing shop/);
  t.is(await site.get("configmaps/old"), undefined);
});

test("a release that Helm upgraded after its adoption is adopted again", async (t) => {
  const site = await openHelmSite(t);
  await site.install("shop", [configMap("env", { a: "1" })]);
  const sent = [configMap("env", { a: "1" })];
  t.is((await site.apply(sent, adopt)).code, 0);
  await site.helm("upgrade", "shop", site.chart([...sent, configMap("new")]));
  t.truthy((await site.get("configmaps/env"))?.metadata.annotations?.["meta.helm.sh/release-name"]);
  const { code, stdout } = await site.apply(sent, adopt);
  t.is(code, 0, stdout);
  t.deepEqual(Object.keys((await site.get("configmaps/env"))?.metadata.annotations ?? {}), [
    "converge.dev/applied",
  ]);
  t.is(await site.get("configmaps/new"), undefined);
});
