/** A sidecar with exactly the permissions of `deploy/` and those to apply its objects. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import { isObject, type JsonObject, listField, stringField, stringsField } from "../../lib/object/json.ts";
import { openSite, type Site } from "../apply/site.ts";
import type { AuditEvent } from "../control-plane/audit-log.ts";
import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import type { PolicyRule } from "../control-plane/test-user.ts";
import { accountUser, untilAllowed } from "../control-plane/until-allowed.ts";
import { deployFolder } from "../deployed.ts";
import { testFolder } from "../git/test-folder.ts";
import { openTestRepository } from "../git/test-repository.ts";
import { beginSidecar, line, type Sidecar } from "./sidecar.ts";
import { configMap } from "./sync-site.ts";
import { defineUnits } from "./reported-unit.ts";

const rbac = "rbac.authorization.k8s.io";

/** The rules for the sidecar itself. */
export function roleOfSidecar(): readonly JsonObject[] {
  const name = "role.yaml";
  const { objects } = readManifests({ name, text: readFileSync(join(deployFolder, "base", name), "utf8") });
  const role = objects.find(({ kind }) => kind === "Role");
  return listField(role?.value, "rules").filter((rule) => isObject(rule));
}

/** The same rules without one verb of a resource. */
export function withoutVerb(
  rules: readonly JsonObject[],
  verb: string,
  resource: string,
): readonly JsonObject[] {
  return rules.map((rule) => {
    const verbs = stringsField(rule, "verbs").filter((each) => each !== verb);
    return stringsField(rule, "resources").includes(resource)
      ? // A rule needs a verb; nothing uses this one.
        { ...rule, verbs: verbs.length === 0 ? ["deletecollection"] : verbs }
      : rule;
  });
}

/**
 * The requests that are refused to a sidecar with those rules in its own namespace, as `patch units/status`,
 * while it does all it can: it joins, creates the resource of its unit and removes an orphaned one, writes
 * Events and updates the count of one, and leaves.
 */
export async function refusalsOf(
  t: ExecutionContext,
  rules: readonly JsonObject[],
): Promise<readonly string[]> {
  const home = await openSite(t);
  const objects = await openSite(t);
  const { cluster, namespace } = home;
  await (defined ??= defineUnits(cluster));
  await home.create("serviceaccounts", { metadata: { name: "converge" } });
  await grant(home, rules, namespace);
  await allowObjects(objects, namespace);
  await home.create("converge.dev/units", leftUnit);
  const mark = await cluster.auditMark();
  await live(t, { home, objects });
  const user = accountUser(namespace, "converge");
  const asked = (await cluster.auditSince(mark, namespace)).filter(
    ({ impersonatedUser }) => impersonatedUser?.username === user,
  );
  return [...new Set(asked.flatMap(refusalOf))].toSorted();
}

let defined: Promise<void> | undefined;

const name = "shop";

/** The resource of a unit that is no longer configured. */
const leftUnit = {
  apiVersion: "converge.dev/v1",
  kind: "Unit",
  metadata: { name: "left", labels: { "converge.dev/sync": name } },
  spec: {
    source: { url: "https://example.com/left.git", ref: "main", path: "" },
    release: "left",
    namespace: "default",
    dependsOn: [],
    interval: "1m",
    prune: true,
    onRemove: "orphan",
  },
};

/** Grants rules in the namespace of a site to the account of that namespace, and waits for their effect. */
async function grant(site: Site, rules: readonly JsonObject[], account: string): Promise<void> {
  await site.create(`${rbac}/roles`, { metadata: { name: "converge" }, rules });
  await bind(site, { kind: "Role", name: "converge" }, { account, rules });
}

async function bind(
  { cluster, create, namespace }: Site,
  role: { readonly kind: string; readonly name: string },
  { account, rules }: { readonly account: string; readonly rules: readonly JsonObject[] },
): Promise<void> {
  await create(`${rbac}/rolebindings`, bindingTo(role, account));
  const known: readonly PolicyRule[] = JSON.parse(JSON.stringify(rules));
  await untilAllowed(cluster.api, { user: accountUser(account, "converge"), namespace, rules: known });
}

async function allowObjects(site: Site, account: string): Promise<void> {
  const maps = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["patch"] }];
  await bind(site, { kind: "ClusterRole", name: "admin" }, { account, rules: maps });
  const leases = [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["*"] }];
  await grant(site, leases, account);
}

function bindingTo(role: { readonly kind: string; readonly name: string }, namespace: string): object {
  return {
    metadata: { name: role.name },
    roleRef: { apiGroup: rbac, ...role },
    subjects: [{ kind: "ServiceAccount", name: "converge", namespace }],
  };
}

async function live(
  t: ExecutionContext,
  { home, objects }: { readonly home: Site; readonly objects: Site },
): Promise<void> {
  const { server, ca, adminToken: token } = home.cluster;
  const { namespace } = home;
  const kubeconfig = writeKubeconfig(join(testFolder(t), "kubeconfig"), { server, ca, token, namespace });
  const repository = await openTestRepository(t);
  await repository.commit({ "deploy/env.yaml": configMap("env") });
  const file = home.write(
    JSON.stringify({
      apiVersion: "converge.dev/v1",
      kind: "Sync",
      name,
      units: [
        {
          name,
          namespace: objects.namespace,
          source: { url: repository.url, ref: "main", path: "deploy" },
          interval: "1s",
        },
      ],
    }),
  );
  const words = ["--config", file, "--as", `system:serviceaccount:${namespace}:converge`];
  const sidecar = beginSidecar(t, words, { kubeconfig });
  const isReady = line("state", { unit: name, phase: "Ready" });
  const received = await sidecar.received((said) => isReady(said) || isWithoutLease(said), 0);
  if (isReady(received)) {
    await drift(sidecar, objects);
    await drift(sidecar, objects);
  }
  await sidecar.stop();
}

/** Whether the sidecar has no Lease, and is therefore assigned no units. */
function isWithoutLease(said: JsonObject): boolean {
  return stringField(said, "message")?.includes("by Leases") === true;
}

/** Causes drift once. A second one increments the count of the same Event. */
async function drift(sidecar: Sidecar, { cluster, at }: Site): Promise<void> {
  const place = sidecar.place();
  await cluster.api("DELETE", at("configmaps/env"));
  const run = await sidecar.received(line("runEnded", { unit: name }), place);
  await sidecar.received(line("state", { unit: name, phase: "Ready" }), sidecar.log().indexOf(run));
}

/** `patch units/status`, as the server names it: creating an object by a patch needs two permissions. */
function refusalOf({ responseStatus }: AuditEvent): readonly string[] {
  const said = JSON.stringify(responseStatus ?? {});
  const [, verb, resource] = /cannot (\w+) resource \\"([^"\\]+)/.exec(said) ?? [];
  return verb === undefined ? [] : [`${verb} ${resource}`];
}
