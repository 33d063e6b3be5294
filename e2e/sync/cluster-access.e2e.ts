import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import test from "ava";

import { accountUser, untilAllowed } from "../control-plane/until-allowed.ts";
import { testFolder } from "../git/test-folder.ts";
import { beginSidecar, line, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";
import { encoded, failedUnit, openTwoClusters, requestsOf } from "./two-clusters.ts";

/** The permissions of `deploy/base/role.yaml`, and those for objects in the cluster of the sidecar. */
const ownRights = [
  { apiGroups: ["converge.dev"], resources: ["units", "units/status"], verbs: ["*"] },
  { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["*"] },
  { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
];

test("a kubeconfig in a Secret that would start a program is refused, for its units only, until it is fixed", async (t) => {
  const site = await openTwoClusters(t);
  const { repository, configureBoth, beginFleet, namespace, patch, kubeconfigText } = site;
  const hostile = kubeconfigText.replace(/token: \S+/, "exec: { command: /bin/touch, args: [/tmp/pwned] }");
  t.not(hostile, kubeconfigText);
  await patch("secrets/eu-cluster", encoded(hostile));
  configureBoth([{ name: "local" }, { name: "shop", cluster: "eu", createNamespace: true }]);
  const commit = await repository.commit({ "shop/a.yaml": configMap("a"), "local/a.yaml": configMap("l") });
  const sidecar = beginFleet();
  t.is(
    textOf(await failedUnit(sidecar, "shop")),
    `cluster eu: Secret ${namespace}/eu-cluster, key value: users[0].user.exec starts a program, which a kubeconfig in a Secret must not: use a token or a client certificate`,
  );
  await readyAt(sidecar, commit, "local");
  await patch("secrets/eu-cluster", encoded(kubeconfigText));
  await readyAt(sidecar, commit);
});

test("a sidecar needs permissions only for the named Secret, and reports if they are missing", async (t) => {
  const site = await openTwoClusters(t);
  const { repository, configureBoth, cluster, namespace, file } = site;
  configureBoth([{ name: "shop", cluster: "eu", createNamespace: true }]);
  const commit = await repository.commit({ "shop/a.yaml": configMap("a") });
  const refused = await cluster.kubeconfigFor(t, { namespace, rules: ownRights });
  const without = beginSidecar(t, ["--config", file, "--once"], { kubeconfig: refused });
  t.is((await without.ended).code, 4);
  t.regex(
    textOf(await failedUnit(without, "shop")),
    /^cluster eu: Secret \S+\/eu-cluster cannot be read: .*the sidecar needs get, list and watch on it$/,
  );
  const named = { apiGroups: [""], resources: ["secrets"], resourceNames: ["eu-cluster"] };
  const rules = [...ownRights, { ...named, verbs: ["get", "list", "watch"] }];
  const kubeconfig = await cluster.kubeconfigFor(t, { namespace, rules });
  const sidecar = beginSidecar(t, ["--config", file], { kubeconfig });
  await readyAt(sidecar, commit);
});

test("the commands of docs/sync/clusters.md let a sidecar read the kubeconfig, and no other Secret", async (t) => {
  const { cluster, namespace, kubeconfig, kubectl, at, kubeconfigText } = await openTwoClusters(t);
  await cluster.api("DELETE", at("secrets/eu-cluster"));
  const folder = testFolder(t);
  writeFileSync(join(folder, "eu.yaml"), kubeconfigText);
  const page = readFileSync(join(import.meta.dirname, "../../docs/sync/clusters.md"), "utf8");
  const [, commands = ""] = /^```sh\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const words = ["-e", "-c", commands.replaceAll("converge-system", namespace)];
  await promisify(execFile)("sh", words, {
    cwd: folder,
    env: { ...process.env, KUBECONFIG: kubeconfig },
  });
  t.is((await cluster.api("GET", at("secrets/eu-cluster"))).object?.data?.["value"], btoa(kubeconfigText));
  const user = accountUser(namespace, "converge");
  const account = `--as=${user}`;
  const verbs = ["get", "list", "watch"];
  const rules = [{ apiGroups: [""], resources: ["secrets"], resourceNames: ["eu-cluster"], verbs }];
  await untilAllowed(cluster.api, { user, namespace, rules });
  for (const verb of verbs) {
    t.is(await kubectl("auth", "can-i", verb, "secrets/eu-cluster", account), "yes\n");
    await t.throwsAsync(kubectl("auth", "can-i", verb, "secrets/other", account));
  }
});

test("a unit acts as its service account in its cluster, by the same kubeconfig as the others", async (t) => {
  const site = await openTwoClusters(t);
  const { repository, configureBoth, beginFleet, namespace } = site;
  const { api } = site.eu.client;
  await api("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  await api("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name: "deployer" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "ServiceAccount", name: "deployer", namespace }],
  });
  configureBoth([
    { name: "shop", cluster: "eu", serviceAccount: "deployer" },
    { name: "other", cluster: "eu" },
  ]);
  const commit = await repository.commit({ "shop/a.yaml": configMap("a"), "other/b.yaml": configMap("b") });
  const sidecar = beginFleet();
  await Promise.all([readyAt(sidecar, commit), readyAt(sidecar, commit, "other")]);
  const writers = (await requestsOf(site.eu))
    .filter(({ verb, objectRef }) => verb === "patch" && objectRef?.resource === "configmaps")
    .map(({ objectRef, impersonatedUser }) => [objectRef?.name ?? "", impersonatedUser?.username] as const);
  t.deepEqual(Object.fromEntries(writers), {
    a: `system:serviceaccount:${namespace}:deployer`,
    b: undefined,
  });
});

test("objects of a unit are deleted in its cluster, or kept there when it moves", async (t) => {
  const site = await openTwoClusters(t);
  const { repository, configureBoth, beginFleet, namespace, get, kubectl } = site;
  const there = { cluster: "eu", createNamespace: true, onRemove: "delete" };
  const clusters = [{ name: "eu", kubeconfig: { file: site.eu.kubeconfig } }];
  configureBoth(
    [
      { name: "gone", ...there },
      { name: "moved", ...there },
    ],
    clusters,
  );
  const commit = await repository.commit({ "gone/a.yaml": configMap("a"), "moved/b.yaml": configMap("b") });
  const sidecar = beginFleet();
  await Promise.all([readyAt(sidecar, commit, "gone"), readyAt(sidecar, commit, "moved")]);
  await kubectl("wait", "--for=jsonpath={.status.keeps.cluster.name}=eu", "unit/gone", "--timeout=60s");
  configureBoth([{ name: "moved" }], clusters);
  const notice = await sidecar.received(line("notice", { unit: "moved" }), 0);
  t.is(
    textOf(notice),
    `the unit has moved from cluster eu to home; its objects in eu are kept: release moved in namespace ${namespace}`,
  );
  await sidecar.received(
    (said) => line("state", { unit: "moved", phase: "Ready" })(said) && !("cluster" in said),
    0,
  );
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  await site.eu.client.until(`${path}/a`, (map) => map === undefined);
  t.is((await site.eu.client.api("GET", `${path}/b`)).status, 200);
  t.not(await get("configmaps/b"), undefined);
});
