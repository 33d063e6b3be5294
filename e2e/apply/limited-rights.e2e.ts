import test, { type ExecutionContext } from "ava";

import type { PolicyRule } from "../control-plane/test-user.ts";
import type { Recorded } from "../../fixtures/recording-shell.ts";
import { configMap, dependsOn, deployment, refTo } from "./manifests.ts";
import { moment, writesOf } from "./server-order.ts";
import { type Manifests, openSite, type Site } from "./site.ts";

const writing = ["get", "create", "patch", "update", "delete"];
const everything = [...writing, "list", "watch"];
const bookkeeping: readonly PolicyRule[] = [
  { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: everything },
  { apiGroups: [""], resources: ["secrets"], verbs: everything },
];

/** Applies as a user with these permissions in the namespace, and none outside of it. */
async function applyAs(
  t: ExecutionContext,
  { site, rules }: { readonly site: Site; readonly rules: readonly PolicyRule[] },
  manifests: Manifests,
): Promise<Recorded> {
  const kubeconfig = await site.cluster.kubeconfigFor(t, { namespace: site.namespace, rules });
  const words = ["apply", site.write(manifests), "--release", site.release, "-n", site.namespace];
  return site.run(words, { kubeconfig });
}

test("without permissions a run is refused with verb and resource, and nothing is sent", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout, stderr } = await applyAs(t, { site, rules: [] }, [configMap("env")]);
  t.is(code, 4, `${stdout}${stderr}`);
  t.regex(`${stdout}${stderr}`, /cannot get resource "secrets"/);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  t.is(await site.get("configmaps/env"), undefined);
});

test("objects of a kind without permissions fail, and the others are applied", async (t) => {
  const site = await openSite(t);
  const rules = [...bookkeeping, { apiGroups: [""], resources: ["configmaps"], verbs: everything }];
  const { code, stdout } = await applyAs(t, { site, rules }, [configMap("env"), deployment("web")]);
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +.*Deployment\/web.*cannot \w+ resource "deployments"/);
  t.truthy(await site.get("configmaps/env"));
});

test("objects of a kind with read-only permission fail, and the others are applied", async (t) => {
  const site = await openSite(t);
  const rules = [
    ...bookkeeping,
    { apiGroups: [""], resources: ["configmaps"], verbs: everything },
    { apiGroups: ["apps"], resources: ["deployments"], verbs: ["get", "list", "watch"] },
  ];
  const { code, stdout } = await applyAs(t, { site, rules }, [configMap("env"), deployment("web")]);
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +.*Deployment\/web.*cannot patch resource "deployments"/);
  t.truthy(await site.get("configmaps/env"));
});

test("without list and watch permission, a run succeeds more slowly and reports that", async (t) => {
  const site = await openSite(t);
  const rules = [
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: writing },
    { apiGroups: [""], resources: ["secrets", "configmaps"], verbs: writing },
    { apiGroups: ["apps"], resources: ["deployments"], verbs: writing },
  ];
  const web = refTo(site.namespace, ["apps", "Deployment", "web"]);
  const set = [
    deployment("web", { pod: { "converge.test/ready-after": "1s" } }),
    configMap("after", {}, dependsOn(web)),
  ];
  const { code, stdout } = await applyAs(t, { site, rules }, set);
  t.is(code, 0, stdout);
  t.regex(stdout, /deployments cannot be watched.*slower/);
  t.true(moment(await site.get("configmaps/after")) > moment(await site.get("apps/deployments/web")));
});

test("without delete permission nothing is pruned, and the objects stay in the release", async (t) => {
  const site = await openSite(t);
  const rules = [
    ...bookkeeping,
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch", "create", "patch"] },
  ];
  t.is((await site.apply([configMap("a"), configMap("b")])).code, 0);
  const { code, stdout } = await applyAs(t, { site, rules }, [configMap("a")]);
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +.*ConfigMap\/b.*cannot delete resource "configmaps"/);
  t.is((await site.apply([configMap("a")])).code, 0);
  t.is(await site.get("configmaps/b"), undefined);
});

test("an external object that may not be read is reported with the missing permission", async (t) => {
  const site = await openSite(t);
  const rules = [...bookkeeping, { apiGroups: [""], resources: ["configmaps"], verbs: everything }];
  const kubeconfig = await site.cluster.kubeconfigFor(t, { namespace: site.namespace, rules });
  const set = [configMap("after", {}, dependsOn(refTo(site.namespace, ["", "Pod", "database"])))];
  const words = ["apply", site.write(set), "--release", site.release, "-n", site.namespace];
  const { code, stdout } = await site.run([...words, "--external-deps=wait", "--external-timeout=10s"], {
    kubeconfig,
  });
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +.*Pod\/database.*cannot \w+ resource "pods"/);
  t.is(await site.get("configmaps/after"), undefined);
});

test("objects of a kind without list permission are not pruned, which is reported, and stay in the release", async (t) => {
  const site = await openSite(t);
  const rules = [
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: writing },
    { apiGroups: [""], resources: ["secrets", "configmaps"], verbs: writing },
  ];
  t.is((await site.apply([configMap("a"), configMap("b")])).code, 0);
  const { code, stdout, stderr } = await applyAs(t, { site, rules }, [configMap("a")]);
  t.is(code, 0, `${stdout}${stderr}`);
  t.regex(stdout, /warning: .*not pruned.*cannot \w+ resource "configmaps"/);
  t.truthy(await site.get("configmaps/b"));
  t.is((await site.apply([configMap("a")])).code, 0);
  t.is(await site.get("configmaps/b"), undefined, "the release has lost track of it");
});
