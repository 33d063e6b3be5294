/**
 * Compares the result with that of @kubernetes/client-node, for kubeconfigs that it reads as kubectl does.
 */
import { KubeConfig } from "@kubernetes/client-node";
import test from "ava";

import { kubeconfigOf, openIn, settle } from "../../../fixtures/access-home.ts";

const agrees = test.macro({
  async exec(t, kubeconfig: string) {
    const access = await openIn(settle(t, { ".kube/config": kubeconfig }), {});
    const theirs = new KubeConfig();
    theirs.loadFromString(kubeconfig);
    const headers = new Headers();
    const options: { headers?: Record<string, string>; auth?: string } = { headers: {} };
    await theirs.applyToHTTPSOptions(options);
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      headers.set(name, value);
    }
    const { headers: ours } = await access.credentials();
    const basic = options.auth === undefined ? undefined : `Basic ${btoa(options.auth)}`;
    t.is(access.server, theirs.getCurrentCluster()?.server ?? "");
    t.is(access.namespace, theirs.getContextObject(theirs.getCurrentContext())?.namespace ?? "default");
    t.deepEqual(ours["authorization"], headers.get("authorization") ?? basic);
    t.deepEqual(ours["impersonate-user"], headers.get("impersonate-user") ?? undefined);
  },
  title: (_, kubeconfig: string) =>
    `a kubeconfig is read as by @kubernetes/client-node: ${kubeconfig.split("\n").slice(1).join(" ").trim()}`,
});

test(agrees, kubeconfigOf('{server: "https://one.example:6443"}'));
test(agrees, kubeconfigOf('{server: "https://one.example:6443"}', "{token: abc}"));
test(agrees, kubeconfigOf('{server: "https://one.example/k8s/c1"}', "{username: me, password: secret}"));
test(agrees, kubeconfigOf('{server: "https://one.example:6443"}', "{token: abc, as: jane}"));
test(
  agrees,
  kubeconfigOf('{server: "https://one.example:6443"}', "{token: abc}").replace(
    "user: u}",
    "user: u, namespace: shop}",
  ),
);
