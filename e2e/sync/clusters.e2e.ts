import test from "ava";

import { readKubeconfig } from "../control-plane/kubeconfig.ts";
import { controlledClock } from "./controlled-clock.ts";
import { metric, served } from "./served.ts";
import { line, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";
import { encoded, failedUnit, openTwoClusters, requestsOf } from "./two-clusters.ts";

function isDiscovery(uri: string, userAgent = ""): boolean {
  return /^\/apis(?:\?|$)/.test(uri) && userAgent.startsWith("converge/");
}

test("units in two clusters are applied in dependency order, and report their cluster", async (t) => {
  const site = await openTwoClusters(t);
  const { repository, configureBoth, beginFleet, namespace, get, kubectl } = site;
  const there = { cluster: "eu", createNamespace: true };
  configureBoth([
    { name: "top", dependsOn: ["base", "more"] },
    { name: "base", ...there },
    { name: "more", ...there, dependsOn: ["base"] },
  ]);
  const commit = await repository.commit({
    "base/env.yaml": configMap("base"),
    "more/env.yaml": configMap("more", { a: "1" }),
    "top/env.yaml": configMap("top"),
  });
  const sidecar = beginFleet(["--metrics", "127.0.0.1:0", "--page", "127.0.0.1:0"]);
  await readyAt(sidecar, commit, "top");
  const states = sidecar.log().filter(line("state", { phase: "Ready", applied: commit }));
  t.deepEqual(
    states.map(({ unit, cluster }) => [unit, cluster]),
    [
      ["base", "eu"],
      ["more", "eu"],
      ["top", undefined],
    ],
  );
  t.is(await get("configmaps/base"), undefined);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  t.is((await site.eu.client.api("GET", `${path}/base`)).status, 200);
  t.is((await site.eu.client.api("GET", `${path}/top`)).status, 404);
  const secrets = await site.eu.client.api("GET", `/api/v1/namespaces/${namespace}/secrets/converge-base`);
  t.is(secrets.status, 200, "the record of the release is in the cluster of the unit");
  const leases = await site.eu.client.api("GET", "/apis/coordination.k8s.io/v1/leases");
  t.notRegex(leases.text, /converge-sync|"fleet/, "replicas share units in the cluster of the sidecar");
  await kubectl("wait", "--for=jsonpath={.status.keeps.cluster.name}=eu", "unit/base", "--timeout=60s");
  t.is(
    await kubectl("get", "unit", "base", "-o", "jsonpath={.spec.cluster} {.status.keeps.cluster.name}"),
    "eu eu",
  );
  t.is(await metric(sidecar, 'converge_unit_ready{unit="base",cluster="eu"}'), 1);
  t.is(await metric(sidecar, 'converge_unit_ready{unit="top"}'), 1);
  t.regex(await (await fetch(`${await served(sidecar, "page")}/api/v1/overview`)).text(), /"cluster":"eu"/);
  await site.eu.client.api("PATCH", `${path}/more`, { data: { a: "drift" } });
  await sidecar.received(line("drift", { unit: "more" }), 0);
  const output = (await sidecar.stop()).stdout;
  const { server, token = "" } = readKubeconfig(site.eu.kubeconfig);
  t.false(output.includes(token));
  t.false(output.includes(server));
});

test("while a cluster is down its units report that and other units continue; afterwards all catch up", async (t) => {
  const site = await openTwoClusters(t);
  const { repository, configureBoth, beginFleet, namespace } = site;
  const there = { cluster: "eu", createNamespace: true };
  const remote = Array.from({ length: 12 }, (_, index) => `remote-${index}`);
  configureBoth([...remote.map((name) => ({ name, ...there })), { name: "local" }]);
  const setsAt = (version: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      ["local", ...remote].map((name) => [`${name}/env.yaml`, configMap(name, { version })]),
    );
  const first = await repository.commit(setsAt("1"));
  const sidecar = beginFleet(["--metrics", "127.0.0.1:0"]);
  await Promise.all(["local", ...remote].map((name) => readyAt(sidecar, first, name)));
  const requests = await requestsOf(site.eu);
  const lists = requests.filter(
    ({ verb, requestURI: uri }) => verb === "list" && uri.includes("/configmaps?"),
  );
  t.true(lists.length > 0 && lists.length < remote.length, "the units of a cluster share their watches");
  const discoveries = requests.filter(({ requestURI, userAgent }) => isDiscovery(requestURI, userAgent));
  t.is(discoveries.length, 1, "the units of a cluster share its connections and what it serves");
  const mark = sidecar.place();
  await site.eu.kill();
  const second = await repository.commit(setsAt("2"));
  await readyAt(sidecar, second, "local");
  t.false(
    sidecar
      .log()
      .slice(mark)
      .some(line("state", { phase: "Failed" })),
    "it does not wait for runs that wait for the other cluster",
  );
  for (const name of remote) {
    t.regex(textOf(await failedUnit(sidecar, name, mark)), /^cluster eu: .*(refused|closed|answer)/);
  }
  t.is((await fetch(`${await served(sidecar, "metrics")}/readyz`)).status, 200);
  const third = await repository.commit(setsAt("3"));
  await readyAt(sidecar, third, "local");
  await site.eu.start();
  await Promise.all(remote.map((name) => readyAt(sidecar, third, name)));
  const path = `/api/v1/namespaces/${namespace}/configmaps/remote-0`;
  t.like((await site.eu.client.api("GET", path)).object, { data: { version: "3" } });
  const { code, stdout, stderr } = await sidecar.stop();
  t.is(code, 0);
  t.false((stdout + stderr).includes(new URL(readKubeconfig(site.eu.kubeconfig).server).host));
});

test("a kubeconfig Secret that is rotated, deleted or recreated is used in its current state", async (t) => {
  const site = await openTwoClusters(t);
  const { repository, configureBoth, beginFleet, at, cluster, create, patch, kubeconfigText } = site;
  const { token = "" } = readKubeconfig(site.eu.kubeconfig);
  await site.eu.client.api("POST", "/api/v1/namespaces/default/serviceaccounts", {
    metadata: { name: "two" },
  });
  const issued = await site.eu.client.api("POST", "/api/v1/namespaces/default/serviceaccounts/two/token", {
    spec: { expirationSeconds: 3600 },
  });
  await site.eu.client.api("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name: "two" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "ServiceAccount", name: "two", namespace: "default" }],
  });
  configureBoth([{ name: "local" }, { name: "shop", cluster: "eu", createNamespace: true }]);
  const clock = controlledClock();
  const sidecar = beginFleet([], clock);
  await readyAt(
    sidecar,
    await repository.commit({ "shop/a.yaml": configMap("a"), "local/a.yaml": configMap("l") }),
  );
  const rotated = kubeconfigText.replace(token, String(issued.object?.status?.["token"]));
  t.not(rotated, kubeconfigText);
  const before = sidecar.place();
  await patch("secrets/eu-cluster", encoded(rotated));
  // The next probe may be before the new token.
  const user = "system:serviceaccount:default:two";
  const isSeen = async (): Promise<boolean> =>
    (await requestsOf(site.eu)).some((request) => request.user.username === user);
  for (let turn = 0; !(await isSeen()); turn += 1) {
    const commit = await repository.commit({ "shop/a.yaml": configMap("a", { turn: String(turn) }) });
    await readyAt(sidecar, commit);
  }
  t.false(
    sidecar
      .log()
      .slice(before)
      .some(line("state", { unit: "shop", phase: "Failed" })),
  );
  const gone = sidecar.place();
  await cluster.api("DELETE", at("secrets/eu-cluster"));
  t.regex(
    textOf(await failedUnit(sidecar, "shop", gone)),
    /^cluster eu: Secret \S+\/eu-cluster does not exist: create it with the kubeconfig as key value$/,
  );
  const commit = await repository.commit({ "shop/a.yaml": configMap("a", { back: "1" }) });
  await create("secrets", encoded(rotated));
  await readyAt(sidecar, commit);
  t.false(sidecar.log().some(line("state", { unit: "local", phase: "Failed" })));
});

test("a unit that was moved while no sidecar ran reports the objects that it left behind", async (t) => {
  const site = await openTwoClusters(t);
  const { repository, configureBoth, beginFleet, namespace, cluster, at } = site;
  configureBoth([{ name: "shop", cluster: "eu", createNamespace: true }]);
  const commit = await repository.commit({ "shop/a.yaml": configMap("a") });
  const first = beginFleet();
  await readyAt(first, commit);
  const unit = `/apis/converge.dev/v1/namespaces/${namespace}/units/shop`;
  await cluster.until(unit, (found) => found?.status?.["phase"] === "Ready");
  await first.stop();
  configureBoth([{ name: "shop" }]);
  const second = beginFleet();
  const notice = await second.received(line("notice", { level: "warning", unit: "shop" }), 0);
  t.is(
    textOf(notice),
    `the unit has moved from cluster eu to home; its objects in eu are kept: release shop in namespace ${namespace}`,
  );
  await readyAt(second, commit);
  t.is((await cluster.api("GET", at("configmaps/a"))).status, 200);
  const path = `/api/v1/namespaces/${namespace}/configmaps/a`;
  t.is((await site.eu.client.api("GET", path)).status, 200);
});
