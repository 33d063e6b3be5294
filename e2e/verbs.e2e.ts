/**
 * The verbs that inspect a release, and the one that moves an object to another: `status`, `list`, `diff`,
 * `move`.
 */
import test from "ava";

import type { Recorded } from "../fixtures/recording-shell.ts";
import type { JsonObject } from "../lib/object/json.ts";
import {
  configMap,
  definition,
  dependsOn,
  deployment,
  namespaceNamed,
  refTo,
  service,
} from "./apply/manifests.ts";
import { writesOf } from "./apply/server-order.ts";
import { openSite, type Site } from "./apply/site.ts";

function verb(site: Site, name: string, ...words: readonly string[]): Promise<Recorded> {
  return site.run([name, ...words, "--release", site.release, "-n", site.namespace]);
}

test("status shows every object of a release, and exits with 0 if all are ready", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env"), deployment("web")])).code, 0);
  const mark = await site.cluster.auditMark();
  const { code, stdout, stderr } = await verb(site, "status");
  t.is(code, 0, stderr);
  t.regex(stdout, /last run: install, succeeded at /);
  t.regex(stdout, /ConfigMap\/env +Succeeded +Succeeded\n/);
  t.regex(stdout, /Deployment\/web +Succeeded +Succeeded\n/);
  t.regex(stdout, /\n2 objects: 2 ready\n$/);
  t.deepEqual(writesOf(await site.requests(mark)), []);
});

test("status shows failures of the last run and why an object is not ready, and exits with 1", async (t) => {
  const site = await openSite(t);
  const loop = deployment("loop", { pod: { "converge.test/pod": "image-pull-back-off" } });
  const after = configMap("after", {}, dependsOn(refTo(site.namespace, ["apps", "Deployment", "loop"])));
  const bad = service("bad", { spec: { ports: [{ port: -1 }] } });
  t.is((await site.apply([loop, after, bad], "--reconcile-timeout=10s", "--validate=ignore")).code, 1);
  const { code, stdout } = await verb(site, "status");
  t.is(code, 1);
  t.regex(stdout, /last run: install, failed at .*; no run has succeeded yet/);
  t.regex(stdout, /ConfigMap\/after +Skipped +Skipped +waits for .*Deployment\/loop \(depends-on\)/);
  t.regex(stdout, /Service\/bad +Failed +Skipped +.*spec\.ports\[0\]\.port/);
  t.regex(stdout, /Deployment\/loop +Succeeded +(?:Failed|Pending) +.*(?:ErrImagePull|ImagePullBackOff)/);
});

test("status shows no failures after a successful run", async (t) => {
  const site = await openSite(t);
  const bad = service("web", { spec: { ports: [{ port: -1 }] } });
  t.is((await site.apply([bad], "--validate=ignore")).code, 1);
  t.is((await verb(site, "status")).code, 1);
  t.is((await site.apply([configMap("env")])).code, 0);
  const { code, stdout } = await verb(site, "status");
  t.is(code, 0, stdout);
  t.notRegex(stdout, /Service/);
});

test("status in JSON is one document", async (t) => {
  const site = await openSite(t);
  await site.apply([configMap("env")]);
  const { stdout } = await verb(site, "status", "-o", "json");
  t.like(JSON.parse(stdout), {
    kind: "Status",
    release: site.release,
    namespace: site.namespace,
    installed: true,
    lastRun: { action: "install", verdict: "converged" },
    objects: [{ ref: `/namespaces/${site.namespace}/ConfigMap/env`, actuation: "Succeeded" }],
  });
});

test("status reports a missing release", async (t) => {
  const site = await openSite(t);
  const { code, stdout, stderr } = await verb(site, "status");
  t.is(code, 1);
  t.is(stdout, "");
  t.is(
    stderr,
    `error: there is no release shop in namespace ${site.namespace}: \`converge list -A\` shows all\n`,
  );
});

test("status names the kinds that may not be listed, with verb and resource, and exits with 1", async (t) => {
  const site = await openSite(t);
  await site.apply([configMap("env"), deployment("web")]);
  const rules = [{ apiGroups: [""], resources: ["secrets", "configmaps"], verbs: ["get", "list"] }];
  const kubeconfig = await site.cluster.kubeconfigFor(t, { namespace: site.namespace, rules });
  const words = ["status", "--release", site.release, "-n", site.namespace];
  const { code, stdout, stderr } = await site.run(words, { kubeconfig });
  t.is(code, 1);
  t.regex(stdout, /ConfigMap\/env/);
  t.regex(stderr, /cannot list resource "deployments" in API group "apps"/);
});

test("list shows the releases of a namespace, and with -A those of the cluster", async (t) => {
  const site = await openSite(t);
  const none = await site.run(["list", "-n", site.namespace]);
  t.deepEqual(none, { code: 0, stdout: `no releases in namespace ${site.namespace}\n`, stderr: "" });
  await site.apply([configMap("env")]);
  const own = await site.run(["list", "-n", site.namespace]);
  t.regex(own.stdout, /^NAMESPACE .*\ne2e-\S+ +shop +1 +yes +succeeded +\d{4}-\S+Z\n$/);
  const all = await site.run(["list", "-A", "-o", "json"]);
  t.is(all.code, 0);
  const home = await site.run(["list", "-n", site.namespace, "-o", "json"]);
  const [, row = "no release"] = /"releases": \[\n([^]*)\n {2}\]/.exec(home.stdout) ?? [];
  t.true(all.stdout.includes(row), row);
});

test("a user who may not list all releases is refused with verb and resource", async (t) => {
  const site = await openSite(t);
  const kubeconfig = await site.cluster.kubeconfigFor(t, { namespace: site.namespace, rules: [] });
  const { code, stderr } = await site.run(["list", "-A"], { kubeconfig });
  t.is(code, 4);
  t.regex(stderr, /cannot list resource "secrets" .* at the cluster scope/);
});

test("diff shows what apply would change, field by field, and changes nothing", async (t) => {
  const site = await openSite(t);
  const before = [configMap("same"), configMap("env", { a: "1", b: "2" }), configMap("goes")];
  t.is((await site.apply(before)).code, 0);
  const version = (await site.get("configmaps/env"))?.metadata.resourceVersion;
  const set = site.write([configMap("same"), configMap("env", { a: "9" }), configMap("new", { c: "3" })]);
  const { code, stdout, stderr } = await verb(site, "diff", set);
  t.is(code, 1, stderr);
  t.is(
    stdout,
    `change ConfigMap/env
  ~ data.a: "1" → "9"
  - data.b: "2"

create ConfigMap/new
  + data:
      c: "3"

prune ConfigMap/goes

namespace ${site.namespace}: 1 to create, 1 to change, 1 to prune, 1 unchanged
`,
  );
  t.is((await site.get("configmaps/env"))?.metadata.resourceVersion, version);
  t.is(await site.get("configmaps/new"), undefined);
  t.truthy(await site.get("configmaps/goes"));
});

test("the diff of a new Service shows no address and no port that the server will assign", async (t) => {
  const site = await openSite(t);
  const open = service("web", { spec: { type: "NodePort", ports: [{ port: 80 }] } });
  const fixed = service("own", { spec: { clusterIP: "None", ports: [{ port: 80 }] } });
  const { stdout } = await verb(site, "diff", site.write([open, fixed]));
  t.regex(stdout, /type: NodePort/);
  t.notRegex(stdout, /nodePort|clusterIPs?: *"?\d|- "\d/);
  t.regex(stdout, /clusterIP: None/);
  t.is((await verb(site, "apply", site.write([open, fixed]))).code, 0);
  t.is((await verb(site, "diff", site.write([open, fixed]))).code, 0);
});

test("after an apply, diff shows no difference and exits with 0", async (t) => {
  const site = await openSite(t);
  const set = site.write([configMap("env"), deployment("web")]);
  t.is((await verb(site, "diff", set)).code, 1);
  t.is((await site.apply([configMap("env"), deployment("web")])).code, 0);
  t.like(await verb(site, "diff", set), { code: 0, stdout: "2 unchanged\n" });
});

test("diff compares objects that wait for their namespace or CRD with nothing, and reports it", async (t) => {
  const site = await openSite(t);
  const group = `${site.namespace}.example.com`;
  const inner = { ...configMap("env"), metadata: { name: "env", namespace: `${site.namespace}-inner` } };
  const gadget = { apiVersion: `${group}/v1`, kind: "Gadget", metadata: { name: "one" }, spec: { size: 3 } };
  const set = site.write([
    namespaceNamed(`${site.namespace}-inner`),
    inner,
    definition(group, "Gadget"),
    gadget,
  ]);
  const { code, stdout, stderr } = await verb(site, "diff", set);
  t.is(code, 1, stderr);
  t.regex(
    stdout,
    /ConfigMap\/env -n \S+-inner\n {2}\(not checked by the server: namespace \S+-inner has to be applied first\)/,
  );
  t.regex(
    stdout,
    /Gadget\/one -n \S+\n {2}\(not checked by the server: its definition has to be applied first\)/,
  );
  t.regex(stdout, /\n4 to create\n$/);
});

function secret(password: string): JsonObject {
  return { apiVersion: "v1", kind: "Secret", metadata: { name: "pass" }, stringData: { password } };
}

test("diff shows that a Secret changes, without its values", async (t) => {
  const site = await openSite(t);
  await site.apply([secret("correct-horse")]);
  const set = site.write([secret("battery-staple")]);
  for (const format of ["text", "json"]) {
    const { code, stdout } = await verb(site, "diff", set, "-o", format);
    t.is(code, 1);
    t.regex(stdout, /data\.password/);
    t.notRegex(stdout, /horse|staple|Y29ycmVjd|YmF0dGVy/);
  }
});

test("diff exits with 2 if the server refuses an object, and shows the others", async (t) => {
  const site = await openSite(t);
  await site.apply([deployment("web")]);
  const other = deployment("web", { spec: { selector: { matchLabels: { app: "other" } } } });
  const set = site.write([configMap("env"), other]);
  const { code, stdout, stderr } = await verb(site, "diff", set, "--validate=ignore");
  t.is(code, 2);
  t.regex(stdout, /create .*ConfigMap\/env/);
  t.regex(stderr, /^error: Deployment\/web -n \S+: .*(?:immutable|selector)/);
});

test("diff exits with 2 for a manifest with faults", async (t) => {
  const site = await openSite(t);
  t.is((await verb(site, "diff", site.write("kind: [\n"))).code, 2);
  t.is((await verb(site, "diff", "absent/")).code, 2);
});

test("a moved object belongs to the other release, whose record lists it first", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" }), configMap("rest")])).code, 0);
  const mark = await site.cluster.auditMark();
  const moved = await verb(site, "move", "cm/env", "--to-release", "other");
  t.is(moved.code, 0, moved.stderr);
  t.regex(
    moved.stdout,
    /ConfigMap\/env moved from \S+\/shop to \S+\/other, which has not been applied yet\n/,
  );
  const writes = writesOf(await site.requests(mark)).filter((write) => !write.includes("leases"));
  t.deepEqual(writes, ["patch secrets/converge-other", "patch configmaps/env"]);
  const left = await site.apply([configMap("rest")]);
  t.is(left.code, 0, left.stdout);
  t.truthy(await site.get("configmaps/env"));
  const words = [
    "apply",
    site.write([configMap("env", { a: "1" })]),
    "--release",
    "other",
    "-n",
    site.namespace,
  ];
  t.is((await site.run(words)).code, 0);
  t.regex((await site.run(words)).stdout, /1 applied \(1 unchanged\)/);
});

test("an invalid move is refused, and the existing objects are listed", async (t) => {
  const site = await openSite(t);
  await site.apply([configMap("env"), deployment("web"), configMap("web")]);
  const refused = async (object: string, to: string): Promise<string> => {
    const { code, stderr } = await verb(site, "move", object, "--to-release", to);
    t.is(code, 2);
    return stderr;
  };
  t.regex(await refused("cm/enw", "other"), /no object "cm\/enw"; did you mean \S+\/ConfigMap\/env\?/);
  t.regex(await refused("web", "other"), /several objects of shop: \S+ConfigMap\/web, \S+Deployment\/web/);
  t.regex(await refused("cm/env", "shop"), /is both the source and the target: choose another --to-release/);
});
