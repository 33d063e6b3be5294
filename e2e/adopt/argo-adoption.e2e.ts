import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { testCluster } from "../control-plane/test-cluster.ts";
import { configMap, deployment, service } from "../apply/manifests.ts";
import { objectWritesOf, writesOf } from "../apply/server-order.ts";
import { defineApplications, openArgoSite, withoutApplications } from "./argo-site.ts";
import { workloadState } from "./workload-state.ts";

const tracking = "argocd.argoproj.io/tracking-id";
const adopt = "--adopt-argo-app";

test.before("delete the CRD of Applications before the tests", async () =>
  withoutApplications(await testCluster()),
);
test.after.always("delete the CRD of Applications after the tests", async () =>
  withoutApplications(await testCluster()),
);

const manual: JsonObject = { spec: { syncPolicy: { syncOptions: ["ServerSideApply=true"] } } };

test.serial(
  "without the Application CRD, tracked objects of the set are adopted, and other tracked objects are kept",
  async (t) => {
    const site = await openArgoSite(t);
    const app = `${adopt}=${site.namespace}/web`;
    const none = await site.apply([configMap("env")], app);
    t.is(none.code, 2, none.stdout);
    t.regex(
      none.stdout + none.stderr,
      /there is no Argo CD application \S+\/web: the cluster does not serve applications\.argoproj\.io/,
    );
    await site.sync({
      "configmaps/env": configMap("env", { a: "1", b: "1" }),
      "configmaps/old": configMap("old"),
    });
    const { code, stdout } = await site.apply([configMap("env", { a: "1" })], app, "--force-conflicts=false");
    t.is(code, 0, stdout);
    t.regex(stdout, /warning: the cluster does not serve .* are unknown and are kept/);
    t.deepEqual((await site.get("configmaps/env"))?.data, { a: "1" });
    t.truthy(await site.get("configmaps/old"));
    const again = await site.apply([configMap("env", { a: "1" })], app);
    t.is(again.code, 0, again.stdout);
    t.regex(again.stdout, /does not serve applications\.argoproj\.io: remove --adopt-argo-app/);
    await defineApplications(site.cluster);
  },
);

test("an Application is adopted without a restart of its pods, and its objects outside the set are pruned", async (t) => {
  const site = await openArgoSite(t);
  const app = `${adopt}=${site.namespace}/web`;
  const before = {
    "configmaps/env": configMap("env", { a: "1", b: "1" }),
    "services/web": service("web"),
    "apps/deployments/web": deployment("web"),
    "configmaps/old": configMap("old"),
  };
  await site.sync(before);
  const finalizers = ["resources-finalizer.argocd.argoproj.io"];
  await site.store(
    { ...manual, metadata: { finalizers } },
    { ...before, "configmaps/gone": configMap("gone") },
  );
  const state = await workloadState(site, "apps/deployments/web", "app=web");
  const set = [configMap("env", { a: "1" }), service("web"), deployment("web")];

  const dry = await site.apply(set, app, "--dry-run=server", "--force-conflicts=false");
  t.is(dry.code, 0, dry.stdout + dry.stderr);
  t.regex(dry.stdout, /ConfigMap\/old/);
  t.truthy((await site.get("configmaps/env"))?.metadata.annotations?.[tracking]);
  const compared = await site.run(["diff", site.write(set), "--release", "shop", "-n", site.namespace, app]);
  t.regex(compared.stdout, /takes over the fields of Argo CD/);
  t.regex(compared.stdout, /- *(?:data\.)?b: "?1/);

  const { code, stdout, stderr } = await site.apply(set, app, "--force-conflicts=false");
  t.is(code, 0, stdout + stderr);
  t.regex(stdout, /upgrading shop/);
  t.regex(
    stdout,
    /Argo CD still has application \S+\/web\. Its finalizer .*argocd app delete \S+\/web --cascade=false/,
  );
  t.deepEqual(await workloadState(site, "apps/deployments/web", "app=web"), state);
  t.is(await site.get("configmaps/old"), undefined);
  t.deepEqual((await site.get("configmaps/env"))?.data, { a: "1" });
  for (const place of ["configmaps/env", "services/web", "apps/deployments/web"]) {
    const { annotations, managedFields = [] } = (await site.get(place))?.metadata ?? {};
    t.is(annotations?.[tracking], undefined, place);
    t.false(
      managedFields.some((entry) => entry["manager"] === "argocd-controller"),
      place,
    );
  }
  const mark = await site.cluster.auditMark();
  t.is((await site.apply(set)).code, 0);
  t.is((await site.apply(set, app)).code, 0);
  t.deepEqual(writesOf(await site.requests(mark)), []);
});

test("objects of an Application that has nothing of the manifests are pruned only with consent", async (t) => {
  const site = await openArgoSite(t);
  const app = `${adopt}=${site.namespace}/web`;
  const theirs = { "configmaps/one": configMap("one"), "configmaps/two": configMap("two") };
  await site.sync(theirs);
  await site.store(manual, theirs);
  const mark = await site.cluster.auditMark();
  for (const flags of [[], ["--dry-run=client"]]) {
    const refused = await site.apply([configMap("env")], app, "--max-prune=100%", ...flags);
    t.is(refused.code, 2, refused.stdout);
    t.regex(
      refused.stdout + refused.stderr,
      /nothing in the manifests belongs to Argo CD application \S+\/web, but 2 objects .*ConfigMap\/one, .*ConfigMap\/two; check its name; .*--max-prune=2/,
    );
  }
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  const { code, stdout } = await site.apply([configMap("env")], app, "--max-prune=2");
  t.is(code, 0, stdout);
  t.is(await site.get("configmaps/one"), undefined);
});

test("the mark of an Application that an unknown manager has written is removed by the first run", async (t) => {
  const site = await openArgoSite(t);
  const place = `/ConfigMap:${site.namespace}/env`;
  const marked = configMap("env", { a: "1" }, { [tracking]: `web:${place}` });
  await site.create("configmaps?fieldManager=somebody", marked);
  await site.store(manual, { "configmaps/env": configMap("env") });
  const { code, stdout } = await site.apply([configMap("env", { a: "1" })], `${adopt}=${site.namespace}/web`);
  t.is(code, 0, stdout);
  t.notRegex(stdout, /took over the fields/);
  t.is((await site.get("configmaps/env"))?.metadata.annotations?.[tracking], undefined);
});

/** A ConfigMap with the label by which Argo CD tracks the application. */
function labelledMap(name: string): JsonObject {
  return { ...configMap(name), metadata: { name, labels: { "example.com/app": "web" } } };
}

test("adopting an Application tracked by a label keeps the label only where the manifest sets it", async (t) => {
  const site = await openArgoSite(t);
  await site.patch("configmaps/argocd-cm", { data: { "application.instanceLabelKey": "example.com/app" } });
  const objects = {
    "configmaps/own": labelledMap("own"),
    "configmaps/added": labelledMap("added"),
    "configmaps/old": labelledMap("old"),
  };
  for (const [path, object] of Object.entries({
    ...objects,
    "configmaps/unlisted": labelledMap("unlisted"),
  })) {
    await site.cluster.api("APPLY", `${site.at(path)}?fieldManager=argocd-controller`, object);
  }
  await site.store(manual, objects);
  const set = [labelledMap("own"), configMap("added")];
  const { code, stdout } = await site.apply(set, `${adopt}=${site.namespace}/web`, "--max-prune=1");
  t.is(code, 0, stdout);
  t.is((await site.get("configmaps/own"))?.metadata.labels?.["example.com/app"], "web");
  t.is((await site.get("configmaps/added"))?.metadata.labels?.["example.com/app"], undefined);
  t.is(await site.get("configmaps/old"), undefined);
  t.truthy(await site.get("configmaps/unlisted"), "the Application does not list it");
});

/** Asserts that an Application in that state is refused with that message before anything is sent. */
const refuses = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, application: JsonObject, expected: RegExp) {
    const site = await openArgoSite(t);
    const objects = { "configmaps/env": configMap("env") };
    await site.sync(objects);
    await site.store(application, objects);
    const mark = await site.cluster.auditMark();
    const { code, stdout, stderr } = await site.apply([configMap("env")], `${adopt}=${site.namespace}/web`);
    t.is(code, 2, stdout);
    t.regex(stdout + stderr, expected);
    t.deepEqual(writesOf(await site.requests(mark)), []);
  },
});

test(
  refuses,
  "an Application with automatic sync is refused",
  { spec: { syncPolicy: { automated: { prune: true } } } },
  /still syncs itself: turn that off with argocd app set \S+\/web --sync-policy none/,
);
test(
  refuses,
  "an Application with an operation in progress is refused",
  { status: { operationState: { phase: "Running" } } },
  /has an operation in progress: .*argocd app terminate-op \S+\/web/,
);

test("an Application whose automatic sync is disabled is adopted", async (t) => {
  const site = await openArgoSite(t);
  const objects = { "configmaps/env": configMap("env") };
  await site.sync(objects);
  await site.store({ spec: { syncPolicy: { automated: { enabled: false } } } }, objects);
  const { code, stdout } = await site.apply([configMap("env")], `${adopt}=${site.namespace}/web`);
  t.is(code, 0, stdout);
});

test("without permission to read the Application, the adoption fails and names the missing permission", async (t) => {
  const site = await openArgoSite(t);
  await site.sync({ "configmaps/env": configMap("env") });
  await site.store(manual, {});
  const verbs = ["get", "list", "watch", "create", "patch", "update", "delete"];
  const kubeconfig = await site.cluster.kubeconfigFor(t, {
    namespace: site.namespace,
    rules: [
      { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs },
      { apiGroups: [""], resources: ["secrets", "configmaps"], verbs },
    ],
  });
  const mark = await site.cluster.auditMark();
  const words = ["apply", site.write([configMap("env")]), "--release", "shop", "-n", site.namespace];
  const { code, stdout, stderr } = await site.run([...words, `${adopt}=${site.namespace}/web`], {
    kubeconfig,
  });
  t.is(code, 4, stdout);
  t.regex(stdout + stderr, /unknown whether Argo CD still syncs .*; grant get on applications\.argoproj\.io/);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});

test("two adoption flags cannot be combined", async (t) => {
  const site = await openArgoSite(t);
  const { code, stderr } = await site.apply([configMap("env")], `${adopt}=web`, "--adopt-kapp-app=web");
  t.is(code, 2);
  t.regex(stderr, /cannot be used with/);
});
