import test from "ava";

import type { AuditEvent } from "./control-plane/audit-log.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { configMap, deployment } from "./apply/manifests.ts";
import { type Manifests, openSite, type Site } from "./apply/site.ts";
import type { JsonObject } from "../lib/object/json.ts";
import { builtinKinds } from "../lib/object/builtin/builtin-kind.ts";
import { usesPermission, permissionsOf } from "./used-permission.ts";
import { limited, type PrintedRule } from "./limited-release.ts";
import { crdsOf, everything, createPrerequisites } from "./rbac-set.ts";
import { openSyncSite, readyAt } from "./sync/sync-site.ts";
import { defineUnits } from "./sync/reported-unit.ts";
import { openTestCluster } from "./open-test-cluster.ts";

/** The flags with which the whole set is applied, and deleted again. */
const waiting = ["--external-deps=wait"];
const pruning = ["--allow-prune=all", "--max-prune=100%"];

function refused(events: readonly AuditEvent[]): readonly string[] {
  return events
    .filter(({ responseStatus }) => responseStatus?.code === 403)
    .map(({ verb, requestURI }) => `${verb} ${requestURI}`);
}

/** The server checks these verbs within a request for another one. */
const within = new Set(["escalate", "bind"]);

test("with the printed permissions a set is applied, changed, reduced and deleted, and nothing is forbidden", async (t) => {
  const site = await openSite(t);
  await createPrerequisites(t, site);
  const set = everything(site, "1");
  const stuck = [...set, deployment("stuck", { pod: { "converge.test/pod": "unready" } })];
  const {
    apply,
    run: act,
    asked,
    rules,
  } = await limited(t, site, {
    path: site.write(set),
    flags: [...waiting, "--crds", crdsOf(t, site)],
  });
  const mark = await site.cluster.auditMark();
  for (const [step, run] of Object.entries({
    first: () => apply(set, ...waiting),
    again: () => apply(set, ...waiting),
    changed: () => apply(everything(site, "2"), ...waiting),
    pruned: () =>
      apply(
        everything(site, "2").filter((_, index) => index % 2 === 0),
        ...waiting,
        ...pruning,
      ),
    // All but one object are ready before the run that does not wait long.
    whole: () => apply(set, ...waiting),
    stuck: () => apply(stuck, ...waiting, ...pruning, "--reconcile-timeout=3s"),
    gone: () => act("delete"),
    back: () => apply(set, ...waiting),
    cleared: () => act("delete", "--delete-contents"),
  })) {
    const { code, stdout, stderr } = await run();
    t.is(code, step === "stuck" ? 3 : 0, `${step}: ${stdout}${stderr}`);
  }
  const events = await asked(mark);
  t.deepEqual(refused(events), []);
  const idle = permissionsOf(rules)
    .filter((right) => !within.has(right.verb) && !events.some((event) => usesPermission(event, right)))
    .map(({ namespace, verb, resource }) => `${verb} ${resource} ${namespace}`);
  // The Namespace existed before, since it contains a Role, and only objects in the release's namespace were
  // stuck.
  t.deepEqual(idle, ["create namespaces ", "list events default", `list events ${site.namespace}-x`]);
});

const isEnough = test.macro({
  title: (_, scenario: string) =>
    `with the printed permissions fixtures/${scenario} is applied, applied again and deleted`,
  exec: async (t, scenario: string) => {
    const site = await openSite(t);
    const folder = `fixtures/${scenario}`;
    const { run, asked } = await limited(t, site, { path: folder });
    const mark = await site.cluster.auditMark();
    for (const ran of [() => run("apply", folder), () => run("apply", folder), () => run("delete")]) {
      const { code, stdout, stderr } = await ran();
      t.is(code, 0, `${stdout}${stderr}`);
    }
    t.deepEqual(refused(await asked(mark)), []);
  },
});

test(isEnough, "werf-weights");
test(isEnough, "helm-hooks-all-events");
test(isEnough, "hook-needs-config");
test(isEnough, "werf-hooks-install");

/** A role and a binding of the same kind and name. */
function authority({ namespace }: Site, kind: string): readonly JsonObject[] {
  const apiVersion = "rbac.authorization.k8s.io/v1";
  const metadata = { name: `writer-${namespace}` };
  const rules = [{ apiGroups: ["apps"], resources: ["deployments"], verbs: ["update"] }];
  const subjects = [{ kind: "ServiceAccount", name: "default", namespace }];
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind, name: metadata.name };
  return [
    { apiVersion, kind, metadata, rules },
    { apiVersion, kind: `${kind}Binding`, metadata, subjects, roleRef },
  ];
}

const lacks = test.macro({
  title: (_, what: string) => `without permission to ${what} a request is refused`,
  exec: async (
    t,
    what: string,
    {
      set,
      without,
      settled,
      output: expected,
    }: {
      readonly set: (site: Site) => Manifests;
      readonly without: (rule: PrintedRule) => boolean;
      /** Waits for the state in which the set is applied once more, if that matters. */
      readonly settled?: (site: Site) => Promise<void>;
      readonly output: RegExp;
    },
  ) => {
    const site = await openSite(t);
    // Cluster-scoped objects are not deleted with the namespace of the test.
    t.teardown(() => site.remove());
    const written = set(site);
    const { apply, run: act, asked } = await limited(t, site, { path: site.write(written), without });
    const mark = await site.cluster.auditMark();
    const up = await apply(written, "--reconcile-timeout=3s");
    await settled?.(site);
    const again = settled === undefined ? [] : [await apply(written, "--reconcile-timeout=3s")];
    const gone = await act("delete");
    const output = [up, ...again, gone].map(({ stdout, stderr }) => `${stdout}${stderr}`).join("");
    t.regex(output, expected, what);
    t.not(refused(await asked(mark)).length, 0);
  },
});

const may =
  (verb: string) =>
  (rule: PrintedRule): boolean =>
    rule.verbs.includes(verb);
const on =
  (resource: string, named?: boolean) =>
  (rule: PrintedRule): boolean =>
    rule.resources.includes(resource) && (named === undefined || rule.names.length > 0 === named);
const config = (): Manifests => [configMap("env")];
/** Waits until a pod of the namespace has crashed: only then does it have logs that are worth reading. */
async function untilCrashing({ at, cluster }: Site): Promise<void> {
  for await (const pod of cluster.follow(at("pods"))) {
    if (JSON.stringify(pod.status ?? {}).includes("CrashLoopBackOff")) {
      return;
    }
  }
}
const crashing = (): Manifests => [deployment("web", { pod: { "converge.test/pod": "crash-loop" } })];

test(lacks, "grant a Role", {
  set: (site) => authority(site, "Role"),
  without: may("escalate"),
  output: /attempting to grant RBAC permissions not currently held/,
});
test(lacks, "bind a Role", {
  set: (site) => authority(site, "Role"),
  without: may("bind"),
  output: /attempting to grant RBAC permissions not currently held/,
});
test(lacks, "grant a ClusterRole", {
  set: (site) => authority(site, "ClusterRole"),
  without: may("escalate"),
  output: /clusterroles.* is forbidden/,
});
test(lacks, "watch ClusterRoles", {
  set: (site) => authority(site, "ClusterRole"),
  without: may("watch"),
  output: /cannot list resource "clusterrole/,
});
test(lacks, "write the record", {
  set: config,
  without: on("secrets"),
  output: /cannot get resource "secrets"/,
});
test(lacks, "create a lock", {
  set: config,
  without: on("leases", false),
  output: /cannot create resource "leases"/,
});
test(lacks, "hold the lock", {
  set: config,
  without: on("leases", true),
  output: /cannot get resource "leases"/,
});
test(lacks, "write objects", {
  set: config,
  without: on("configmaps"),
  output: /cannot get resource "configmaps"/,
});
test(lacks, "read the namespace", {
  set: config,
  without: on("namespaces"),
  output: /1 deleted/,
});
test(lacks, "read pods", { set: crashing, without: on("pods"), output: /pods of \S+ cannot be read/ });
test(lacks, "read logs", {
  set: crashing,
  without: on("pods/log"),
  settled: untilCrashing,
  output: /cannot get resource "pods\/log"/,
});

test("a sidecar reconciles a release with the permissions printed for it", async (t) => {
  const site = await openSyncSite(t);
  await defineUnits(site.cluster);
  const set = [configMap("env"), deployment("web")];
  const { asked, rules, account } = await limited(t, site, { path: site.write(set), flags: ["--sync"] });
  const mark = await site.cluster.auditMark();
  const commit = async (data: string): Promise<string> =>
    site.repository.commit({
      "deploy/env.json": JSON.stringify(configMap("env", { data })),
      "deploy/web.json": JSON.stringify(deployment("web")),
    });
  const first = await commit("1");
  const sidecar = site.beginSync(["--as", account]);
  await readyAt(sidecar, first);
  await readyAt(sidecar, await commit("2"));
  await sidecar.stop();
  const events = await asked(mark);
  t.deepEqual(refused(events), []);
  const needed = permissionsOf(rules).filter(({ group }) =>
    ["converge.dev", "events.k8s.io"].includes(group),
  );
  // A unit that is no longer configured is deleted, and a repeated Event is counted.
  const rare = new Set(["delete units", "patch events"]);
  const idle = needed
    .filter((right) => !events.some((event) => usesPermission(event, right)))
    .map(({ verb, resource }) => `${verb} ${resource}`);
  t.deepEqual(
    idle.filter((right) => !rare.has(right)),
    [],
  );
});

test("plurals and scopes of built-in kinds match the discovery of the server", async (t) => {
  const cluster = await openTestCluster(t, (await testCluster()).kubeconfig);
  const { find } = await cluster.discover({ signal: AbortSignal.timeout(30_000) });
  const served = builtinKinds().flatMap((known) => {
    const resource = find(known);
    return resource === undefined ? [] : [{ known, resource }];
  });
  t.true(served.length > 60, `${served.length}`);
  for (const { known, resource } of served) {
    t.like(resource, { plural: known.plural, namespaced: known.namespaced }, `${known.group}/${known.kind}`);
  }
});
