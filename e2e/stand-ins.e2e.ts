import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import { readyWhile } from "./apply/manifests.ts";
import {
  cleanUpOperator,
  cog,
  isLookedAfter,
  operatorManifests,
  operatorSpec,
} from "./apply/operator-manifests.ts";
import { openSite, type Site } from "./apply/site.ts";
import type { LiveObject } from "./control-plane/api.ts";
import type { BackgroundLoop } from "./control-plane/background-loop.ts";
import { startKubelet } from "./control-plane/stand-in-kubelet.ts";
import { startOperator } from "./control-plane/stand-in-operator.ts";
import { accountUser, untilForbidden } from "./control-plane/until-allowed.ts";

function isReady(pod: LiveObject | undefined): boolean {
  const {
    conditions,
  }: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] } =
    pod?.status ?? {};
  return conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
}

test("a pod is ready while the objects that its annotation names exist", async (t) => {
  const site = await openSite(t);
  startKubelet(t, site.cluster, site.namespace);
  const refs = [`/namespaces/${site.namespace}/ConfigMap/a`, "storage.k8s.io/StorageClass/standard"];
  await site.create("pods", {
    metadata: { name: "one", annotations: readyWhile(...refs) },
    spec: { containers: [{ name: "app", image: "app" }] },
  });
  const path = site.at("pods/one");
  const running = await site.cluster.until(path, (pod) => pod?.status?.["phase"] === "Running");
  t.false(isReady(running));
  await site.create("configmaps", { metadata: { name: "a" } });
  t.true(isReady(await site.cluster.until(path, isReady)));
  await site.cluster.api("DELETE", site.at("configmaps/a"));
  t.false(isReady(await site.cluster.until(path, (pod) => !isReady(pod))));
});

/** A site with a running operator, which has reconciled the Cog `big`. */
async function openOperatedSite(
  t: ExecutionContext,
): Promise<Site & BackgroundLoop & { readonly group: string }> {
  const site = await openSite(t);
  const { namespace } = site;
  const group = `cogs-${randomUUID().slice(0, 8)}.example.com`;
  cleanUpOperator(t, site, group);
  const applied = await site.apply([...operatorManifests({ namespace, group }), cog(group, "big")]);
  t.is(applied.code, 0, applied.stdout);
  const { nextRound } = startOperator(t, site.cluster, operatorSpec({ namespace, group }));
  await site.cluster.until(site.at(`${group}/cogs/big`), isLookedAfter);
  return { ...site, group, nextRound };
}

test("an operator removes its finalizer from objects that are being deleted", async (t) => {
  const site = await openOperatedSite(t);
  const path = site.at(`${site.group}/cogs/big`);
  await site.cluster.api("DELETE", path);
  t.is(await site.cluster.until(path, (object) => object === undefined), undefined);
});

const withoutIt = test.macro({
  title: (_, path: string) =>
    `an operator without its ${path.replace("rbac.authorization.k8s.io/", "")} does nothing`,
  exec: async (t, lost: string) => {
    const site = await openOperatedSite(t);
    const { api, until } = site.cluster;
    await api("DELETE", site.at(lost));
    await until(site.at(lost), (object) => object === undefined);
    if (lost.includes("rolebindings")) {
      const { namespace } = site;
      const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }];
      await untilForbidden(api, { user: accountUser(namespace, "operator"), namespace, rules });
    }
    // A round that began before may have found it.
    await site.nextRound();
    const path = site.at(`${site.group}/cogs/big`);
    await api("DELETE", path);
    await t.throwsAsync(until(path, (object) => object === undefined, 2));
  },
});
test(withoutIt, "apps/deployments/operator");
test(withoutIt, "serviceaccounts/operator");
test(withoutIt, "rbac.authorization.k8s.io/rolebindings/operator");
test(withoutIt, "configmaps/operator");
