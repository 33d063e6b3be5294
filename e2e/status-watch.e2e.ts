/** `status --watch` follows a release until it is interrupted or the release is deleted. */
import test from "ava";

import { configMap, deployment } from "./apply/manifests.ts";
import { beginConverge } from "./apply/running-command.ts";
import { openSite, type Site } from "./apply/site.ts";

function beginWatch(site: Site, ...flags: readonly string[]): ReturnType<typeof beginConverge> {
  const words = ["status", "--watch", "--release", site.release, "-n", site.namespace, ...flags];
  return beginConverge(words, site.cluster.kubeconfig);
}

test("status --watch prints the table, then each change, and Ctrl-C ends it with exit code 130", async (t) => {
  const site = await openSite(t);
  const web = deployment("web", { pod: { "converge.test/ready-after": "1s" } });
  t.is((await site.apply([configMap("env"), web])).code, 0);
  const watch = beginWatch(site);
  await watch.said("2 objects: 2 ready\n");
  t.is((await site.apply([configMap("env"), configMap("more"), web])).code, 0);
  await watch.said(
    /; last run: upgrade, succeeded at [^]*ConfigMap\/more +Succeeded +Succeeded\n|ConfigMap\/more[^]*; last run: upgrade, succeeded at /,
  );
  await site.patch("apps/deployments/web", { spec: { replicas: 4 } });
  await watch.said(/Deployment\/web +Succeeded +Pending +/);
  await watch.said(/Deployment\/web +Succeeded +Pending [^]*Deployment\/web +Succeeded +Succeeded\n/);
  watch.interrupt();
  const { code, stdout, stderr } = await watch.ended;
  t.is(code, 130);
  t.is(stderr, "");
  t.is(stdout.split("OBJECT ").length, 2, "one table");
  t.is(stdout.split("ConfigMap/env").length, 2, "unchanged objects are printed once");
});

test("status --watch -o json prints a document for every change", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env")])).code, 0);
  const watch = beginWatch(site, "-o", "json");
  await watch.said('"revision": 1');
  t.is((await site.apply([configMap("env", { a: "1" })])).code, 0);
  await watch.said(/"revision": 2[^]*"verdict": "converged"[^]*\n\}\n/);
  watch.interrupt();
  const { code, stdout } = await watch.ended;
  t.is(code, 130);
  const documents = stdout.split(/(?<=^\}\n)/m).map((text) => JSON.parse(text));
  t.true(documents.every(({ kind }) => kind === "Status"));
  t.true(
    documents.every(
      (each, index) => index === 0 || JSON.stringify(each) !== JSON.stringify(documents[index - 1]),
    ),
  );
});

test("status --watch ends with exit code 1 when the release is deleted or missing", async (t) => {
  const site = await openSite(t);
  const none = await beginWatch(site).ended;
  t.is(none.code, 1);
  t.regex(none.stderr, /^error: there is no release shop/);
  t.is((await site.apply([configMap("env")])).code, 0);
  const watch = beginWatch(site);
  await watch.said("1 object: 1 ready\n");
  // With the record the table ends, even if a change of an object is not printed yet.
  await site.cluster.api("DELETE", site.at("configmaps/env"));
  await watch.said(/ConfigMap\/env +Succeeded +Failed/);
  t.is((await site.remove()).code, 0);
  const { code, stdout, stderr } = await watch.ended;
  t.is(code, 1);
  t.regex(stdout, /ConfigMap\/env +Succeeded +Failed +it is not in the cluster/);
  t.is(stderr, "error: release shop was deleted\n");
});

test("status --watch reports once which kinds may not be listed", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env"), deployment("web")])).code, 0);
  const rules = [{ apiGroups: [""], resources: ["secrets", "configmaps"], verbs: ["get", "list", "watch"] }];
  const kubeconfig = await site.cluster.kubeconfigFor(t, { namespace: site.namespace, rules });
  const words = ["status", "-w", "--release", site.release, "-n", site.namespace];
  const watch = beginConverge(words, kubeconfig);
  await watch.said("1 object: 1 ready\n");
  await site.patch("configmaps/env", { metadata: { labels: { "app.kubernetes.io/part-of": "x" } } });
  watch.interrupt();
  const { code, stderr } = await watch.ended;
  t.is(code, 130);
  t.is(stderr.split('cannot list resource "deployments"').length, 2, stderr);
});
