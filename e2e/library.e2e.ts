/** The package as a library, on a cluster. */
import test, { type ExecutionContext } from "ava";

import {
  apply,
  type Cluster,
  connect,
  ConvergeError,
  diff,
  remove,
  type RunEvent,
  status,
} from "../lib/index.ts";
import { configMap, dependsOn, deployment, refTo, service } from "./apply/manifests.ts";
import { openSite, type Site } from "./apply/site.ts";

/** Connects to the cluster of a site until the test ends. */
async function connectTo(t: ExecutionContext, { cluster, namespace }: Site): Promise<Cluster> {
  const connected = await connect({ kubeconfig: cluster.kubeconfig, namespace, env: {} });
  t.teardown(connected.close);
  return connected;
}

/** The type of an event and the object it is about. */
function summaryOf(event: RunEvent): string {
  if (event.type === "run" || event.type === "group") {
    return `${event.type} ${event.status}`;
  }
  return "status" in event ? `${event.type} ${event.kind}/${event.name} ${event.status}` : event.type;
}

async function leaseHolder(site: Site): Promise<unknown> {
  const lease = await site.get("coordination.k8s.io/leases/converge-shop");
  return lease?.spec?.["holderIdentity"] ?? "";
}

test("a program applies, compares, inspects and removes a release", async (t) => {
  const site = await openSite(t);
  const cluster = await connectTo(t, site);
  const release = "shop";
  const web = refTo(site.namespace, ["apps", "Deployment", "web"]);
  const objects = [deployment("web"), configMap("after", { a: "1" }, dependsOn(web))];

  const events: RunEvent[] = [];
  const applied = await apply(cluster, { release, objects, onEvent: (event) => events.push(event) });
  t.is(applied.verdict, "converged", JSON.stringify(applied));
  t.false(applied.refused);
  t.is(applied.revision, 1);
  t.deepEqual(
    new Map(applied.objects.map(({ ref, change, reconcile }) => [ref, `${change} ${reconcile}`])),
    new Map([
      [web, "created Succeeded"],
      [`/namespaces/${site.namespace}/ConfigMap/after`, "created Succeeded"],
    ]),
  );
  const order = events.map(summaryOf);
  t.is(order[0], "run Started");
  t.is(order.at(-1), "run Finished");
  const steps = [
    "apply Deployment/web Pending",
    "apply Deployment/web Successful",
    "wait Deployment/web Successful",
    "apply ConfigMap/after Pending",
    "apply ConfigMap/after Successful",
  ];
  t.deepEqual(
    order.filter((step) => steps.includes(step)),
    steps,
  );

  t.like(await diff(cluster, { release, objects }), { refused: false, changed: false });
  await site.patch("configmaps/after", { data: { a: "2" } });
  const drifted = await diff(cluster, { release, objects });
  t.true(drifted.changed);
  t.deepEqual(
    drifted.objects.flatMap(({ ref, changes }) =>
      changes.map(({ field, before, after }) => [ref, field, before, after]),
    ),
    [[`/namespaces/${site.namespace}/ConfigMap/after`, "data.a", "2", "1"]],
  );

  const found = await status(cluster, { release });
  t.like(found, { release, namespace: site.namespace, healthy: true, installed: true, revision: 1 });
  t.is(found?.lastRun?.verdict, "converged");
  t.is(await status(cluster, { release: "absent" }), undefined);

  const removed = await remove(cluster, { release });
  t.is(removed.verdict, "converged", JSON.stringify(removed));
  t.is(await site.get("configmaps/after"), undefined);
  t.is(await status(cluster, { release }), undefined);
});

test("an aborted run is interrupted and releases its lock, and the next one continues", async (t) => {
  const site = await openSite(t);
  const cluster = await connectTo(t, site);
  const web = refTo(site.namespace, ["apps", "Deployment", "web"]);
  const slow = deployment("web", { pod: { "converge.test/ready-after": "10s" } });
  const set = { release: "shop", objects: [slow, configMap("after", {}, dependsOn(web))] };
  const end = new AbortController();
  const { verdict, objects } = await apply(cluster, {
    ...set,
    signal: end.signal,
    onEvent: (event) => {
      if (summaryOf(event) === "apply Deployment/web Successful") {
        end.abort();
      }
    },
  });
  t.is(verdict, "interrupted");
  t.deepEqual(
    objects.map(({ kind, reconcile }) => [kind, reconcile]).find(([kind]) => kind === "Deployment"),
    ["Deployment", "Interrupted"],
  );
  t.is(await leaseHolder(site), "");
  t.is(await site.get("configmaps/after"), undefined);
  t.is((await apply(cluster, set)).verdict, "converged");
  const late = await apply(cluster, { ...set, signal: AbortSignal.abort() });
  t.like(late, { verdict: "interrupted", objects: [] });
  const reason = new Error("enough");
  const asked = status(cluster, { release: "shop", signal: AbortSignal.abort(reason) });
  t.is(await t.throwsAsync(asked), reason);
});

test("no value of a Secret is in an event or a result, even if the server quotes it", async (t) => {
  const site = await openSite(t);
  const cluster = await connectTo(t, site);
  const password = "correct-horse-battery";
  const objects = [
    { apiVersion: "v1", kind: "Secret", metadata: { name: "login" }, stringData: { password } },
    service("web", { spec: { clusterIP: password, ports: [{ port: 80 }] } }),
  ];
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): number => events.push(event);
  const result = await apply(cluster, { release: "shop", objects, validate: "ignore", onEvent });
  t.is(result.verdict, "failed");
  const refusal = result.objects.find(({ kind }) => kind === "Service");
  t.regex(refusal?.message ?? "", /clusterIP/);
  const compared = await diff(cluster, { release: "shop", objects, validate: "ignore" });
  t.deepEqual(
    compared.errors.map(({ ref }) => ref),
    [`/namespaces/${site.namespace}/Service/web`],
  );
  const output = JSON.stringify([events, result, compared]);
  for (const value of [password, Buffer.from(password).toString("base64")]) {
    t.false(output.includes(value), output);
  }
});

test("a set with faults is refused with diagnostics, and nothing is sent", async (t) => {
  const site = await openSite(t);
  const cluster = await connectTo(t, site);
  const objects = [configMap("env"), { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "A B" } }];
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): number => events.push(event);
  const result = await apply(cluster, { release: "shop", objects, onEvent });
  t.like(result, { verdict: "refused", refused: true, objects: [] });
  t.true(result.diagnostics.some(({ severity }) => severity === "error"));
  t.is(events[0]?.type, "validation");
  t.is(await site.get("configmaps/env"), undefined);
  const compared = await diff(cluster, { release: "shop", objects });
  t.like(compared, { refused: true, changed: false, objects: [] });
  t.deepEqual(compared.diagnostics, result.diagnostics);
});

test("confirmPrune is called with the prune limits that a run exceeds", async (t) => {
  const site = await openSite(t);
  const cluster = await connectTo(t, site);
  const objects = ["a", "b", "c", "d", "e"].map((name) => configMap(name));
  t.is((await apply(cluster, { release: "shop", objects })).verdict, "converged");
  const fewer = { release: "shop", objects: objects.slice(0, 1) };
  const refused = await apply(cluster, fewer);
  t.like(refused, { verdict: "refused", refused: true });
  t.regex(refused.message ?? "", /4/);
  const asked: string[] = [];
  const confirmed = await apply(cluster, {
    ...fewer,
    confirmPrune: (refusals) => {
      asked.push(...refusals.map(({ guard, objects: { length } }) => `${guard} ${length}`));
      return true;
    },
  });
  t.is(confirmed.verdict, "converged");
  t.deepEqual(asked, ["max-prune 4"]);
});

test("an error of the event callback is thrown once the run has ended", async (t) => {
  const site = await openSite(t);
  const cluster = await connectTo(t, site);
  const thrown = new Error("callback");
  const onEvent = (): void => {
    throw thrown;
  };
  const run = apply(cluster, { release: "shop", objects: [configMap("env")], onEvent });
  t.is(await t.throwsAsync(run), thrown);
  t.truthy(await site.get("configmaps/env"));
  t.is(await leaseHolder(site), "");
});

test("an unauthenticated user, and a user without permissions, get AccessDenied", async (t) => {
  const site = await openSite(t);
  const { server, kubeconfig } = site.cluster;
  const unknown = connect({ server, token: "wrong", insecureSkipTlsVerify: true, env: {} });
  t.is((await t.throwsAsync(unknown, { instanceOf: ConvergeError })).code, "AccessDenied");
  await using limited = await connect({ kubeconfig, namespace: site.namespace, as: "nobody", env: {} });
  const run = apply(limited, { release: "shop", objects: [configMap("env")] });
  t.is((await t.throwsAsync(run, { instanceOf: ConvergeError })).code, "AccessDenied");
  const asked = status(limited, { release: "shop" });
  t.is((await t.throwsAsync(asked, { instanceOf: ConvergeError })).code, "AccessDenied");
});

test("a closed cluster cannot be used", async (t) => {
  const site = await openSite(t);
  const cluster = await connectTo(t, site);
  await cluster.close();
  const error = await t.throwsAsync(status(cluster, { release: "shop" }), { instanceOf: TypeError });
  t.is(error.message, "status: cluster is closed");
});

test("apply and status evaluate health rules, and a missing rule file is refused", async (t) => {
  const site = await openSite(t);
  const cluster = await connectTo(t, site);
  const rules = site.write(`apiVersion: converge.dev/v1alpha1
kind: HealthRules
rules:
  - group: ""
    kinds: [ConfigMap]
    cases:
      - state: Failed
        when: self.data.a == 'broken'
        message: "'it is broken'"
      - state: Current
`);
  const verdictFor = async (value: string): Promise<string> => {
    const objects = [configMap("env", { a: value })];
    return (await apply(cluster, { release: "shop", objects, health: [rules] })).verdict;
  };
  t.is(await verdictFor("whole"), "converged");
  t.is(await verdictFor("broken"), "failed");
  const found = await status(cluster, { release: "shop", health: [rules] });
  t.like(found?.objects[0], { reconcile: "Failed" });
  await t.throwsAsync(status(cluster, { release: "shop", health: [`${rules}.missing`] }), {
    instanceOf: TypeError,
    message: /^status: health: .*does not exist/,
  });
});
