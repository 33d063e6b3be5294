import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { barePod, claim, configMap, deployment, job, service, statefulSet } from "./manifests.ts";
import { writesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

async function uidOf(site: Site, path: string): Promise<string> {
  return (await site.get(path))?.metadata.uid ?? "";
}

const podSpec = {
  terminationGracePeriodSeconds: 0,
  containers: [{ name: "app", image: "registry.test/app:1" }],
};

const matching = (tier: string): Parameters<typeof deployment>[1] => ({
  spec: {
    selector: { matchLabels: { app: "web", tier } },
    template: {
      metadata: { labels: { app: "web", tier } },
      spec: podSpec,
    },
  },
});

function serviceText(headless: string, annotation = ""): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {${annotation}}
spec:
  ports:
    - port: 80
${headless}`;
}

const headless = "  clusterIP: None\n";

test("an immutable field is reported with its line and the ways to change it", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply(serviceText(""))).code, 0);
  const uid = await uidOf(site, "services/web");
  const refused = await site.apply(serviceText(headless));
  t.is(refused.code, 2, refused.stdout);
  t.regex(
    refused.stdout,
    /nothing was sent: Service\/web: spec\.clusterIPs.*--recreate.*converge\.dev\/recreate.*set\.yaml:6:/,
  );
  t.is(await uidOf(site, "services/web"), uid);
});

/** A set whose Deployment has another selector in each version. */
function selecting(version: string): readonly JsonObject[] {
  return [
    configMap("env", { version }),
    deployment("web", matching(version)),
    configMap("last", { version }),
  ];
}

/** A set of kinds with immutable fields, in which others change. */
function changing(image: string): readonly JsonObject[] {
  return [
    deployment("web", { podSpec: { ...podSpec, containers: [{ name: "app", image }] } }),
    statefulSet("db", { spec: { replicas: image.length } }),
    service("web", { spec: { selector: { app: image.slice(0, 3) }, ports: [{ port: 80 }] } }),
    claim("data", "standard", { note: image }),
    configMap("env", { image }),
  ];
}

test("a change of an immutable field refuses the whole set, or only its object with --validate=ignore", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply(selecting("old"))).code, 0);
  const mark = await site.cluster.auditMark();
  const refused = await site.apply(selecting("new"));
  t.is(refused.code, 2, refused.stdout);
  t.regex(
    refused.stdout,
    /nothing was sent: Deployment\/web: spec\.selector: field is immutable; spec\.selector cannot/,
  );
  const requests = await site.requests(mark);
  t.deepEqual(writesOf(requests), []);
  t.deepEqual(
    requests.filter(({ isDryRun }) => isDryRun).map(({ object }) => object),
    ["deployments/web"],
  );
  const unchecked = await site.apply(selecting("new"), "--validate=ignore");
  t.is(unchecked.code, 1, unchecked.stdout);
  t.is((await site.get("configmaps/env"))?.data?.["version"], "new");
});

test("a change of an immutable field is not refused in advance if a pre-upgrade hook may delete the object", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply(selecting("old"))).code, 0);
  const hook = job("cleanup", { annotations: { "helm.sh/hook": "pre-upgrade" } });
  const begun = await site.apply([...selecting("new"), hook]);
  t.is(begun.code, 1, begun.stdout);
  t.is((await site.get("configmaps/env"))?.data?.["version"], "new");
});

test("an update of mutable fields sends no dry run", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply(changing("app:1"), "--wait=false")).code, 0);
  const mark = await site.cluster.auditMark();
  const again = await site.apply(changing("app:10"), "--wait=false");
  t.is(again.code, 0, again.stdout);
  t.deepEqual(
    (await site.requests(mark)).filter(({ isDryRun }) => isDryRun),
    [],
  );
});

test("--recreate deletes and recreates an object with a changed immutable field", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([deployment("web", matching("old"))])).code, 0);
  const uid = await uidOf(site, "apps/deployments/web");
  const refused = await site.apply([deployment("web", matching("new"))]);
  t.is(refused.code, 2, refused.stdout);
  t.regex(refused.stdout, /spec\.selector/);
  t.is(await uidOf(site, "apps/deployments/web"), uid);
  const { code, stdout } = await site.apply([deployment("web", matching("new"))], "--recreate");
  t.is(code, 0, stdout);
  t.regex(stdout, /recreated +.*Deployment\/web/);
  t.not(await uidOf(site, "apps/deployments/web"), uid);
  const live = await site.get("apps/deployments/web");
  t.deepEqual(live?.spec?.["selector"], { matchLabels: { app: "web", tier: "new" } });
});

test("an annotation allows recreation for one object", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply(serviceText(""))).code, 0);
  const uid = await uidOf(site, "services/web");
  const { code, stdout } = await site.apply(serviceText(headless, `converge.dev/recreate: "true"`));
  t.is(code, 0, stdout);
  t.not(await uidOf(site, "services/web"), uid);
});

test("a Job is recreated by default when its template changes", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([job("migrate")])).code, 0);
  const uid = await uidOf(site, "batch/jobs/migrate");
  const changed = job("migrate", {
    podSpec: { containers: [{ name: "app", image: "registry.test/app:2" }] },
  });
  const { code, stdout } = await site.apply([changed]);
  t.is(code, 0, stdout);
  t.regex(stdout, /recreated +.*Job\/migrate/);
  t.not(await uidOf(site, "batch/jobs/migrate"), uid);
});

test("an annotation forbids the recreation of a Job", async (t) => {
  const site = await openSite(t);
  const annotations = { "converge.dev/recreate": "false" };
  t.is((await site.apply([job("migrate", { annotations })])).code, 0);
  const uid = await uidOf(site, "batch/jobs/migrate");
  const changed = job("migrate", {
    annotations,
    podSpec: { containers: [{ name: "app", image: "registry.test/app:2" }] },
  });
  const { code, stdout } = await site.apply([changed]);
  t.is(code, 2, stdout);
  t.is(await uidOf(site, "batch/jobs/migrate"), uid);
});

test("an object with a keep annotation is not deleted for recreation", async (t) => {
  const site = await openSite(t);
  const keep = { "helm.sh/resource-policy": "keep" };
  t.is((await site.apply([claim("data", "standard", keep)])).code, 0);
  const uid = await uidOf(site, "persistentvolumeclaims/data");
  const { code, stdout } = await site.apply([claim("data", "immediate", keep)], "--recreate");
  t.is(code, 2, stdout);
  t.is(await uidOf(site, "persistentvolumeclaims/data"), uid);
});

interface Replacing {
  readonly path: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The expected message of the refusal. */
  readonly message: RegExp;
}

const isRecreated = test.macro(async (t, { path, before, after, message }: Replacing) => {
  const site = await openSite(t);
  t.is((await site.apply([before], "--wait=false")).code, 0);
  const uid = await uidOf(site, path);
  const refused = await site.apply([after], "--wait=false");
  t.is(refused.code, 2, refused.stdout);
  t.regex(refused.stdout, message);
  t.regex(refused.stdout, /--recreate/);
  t.is(await uidOf(site, path), uid);
  const { code, stdout } = await site.apply([after], "--wait=false", "--recreate");
  t.is(code, 0, stdout);
  t.not(await uidOf(site, path), uid);
});

function binding(role: string): JsonObject {
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "reader" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
    subjects: [{ kind: "ServiceAccount", name: "default" }],
  };
}

function fixed(value: string): JsonObject {
  return { ...configMap("env", { key: value }), immutable: true };
}

test("a StatefulSet is recreated for another governing service", isRecreated, {
  path: "apps/statefulsets/db",
  before: statefulSet("db"),
  after: statefulSet("db", { spec: { serviceName: "other" } }),
  message: /StatefulSet\/db.*updates to statefulset spec/,
});
test("a Pod is recreated for another environment variable", isRecreated, {
  path: "pods/alone",
  before: barePod("alone"),
  after: { ...barePod("alone"), spec: { ...podSpec, hostname: "other" } },
  message: /Pod\/alone.*pod updates may not change fields/,
});
test("a RoleBinding is recreated for another role", isRecreated, {
  path: "rbac.authorization.k8s.io/rolebindings/reader",
  before: binding("view"),
  after: binding("edit"),
  message: /RoleBinding\/reader.*roleRef/,
});
test("an immutable ConfigMap is recreated for other data", isRecreated, {
  path: "configmaps/env",
  before: fixed("1"),
  after: fixed("2"),
  message: /ConfigMap\/env.*immutable/,
});
test("a PVC is recreated for another storage class", isRecreated, {
  path: "persistentvolumeclaims/data",
  before: claim("data", "standard"),
  after: claim("data", "immediate"),
  message: /PersistentVolumeClaim\/data.*immutable/,
});
