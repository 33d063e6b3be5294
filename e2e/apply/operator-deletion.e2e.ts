import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import type { AuditEvent } from "../control-plane/audit-log.ts";
import { startOperator } from "../control-plane/stand-in-operator.ts";
import { untilDefined } from "../control-plane/until-defined.ts";
import { service } from "./manifests.ts";
import {
  cleanUpOperator,
  cog,
  isLookedAfter,
  operatorManifests,
  operatorSpec,
} from "./operator-manifests.ts";
import { openSite, type Site } from "./site.ts";

interface OperatedSite extends Site {
  readonly group: string;
  /** The operator with everything it needs. */
  readonly operator: readonly JsonObject[];
}

/**
 * A release of an operator, two Cogs that it has reconciled, and an unrelated Service. The CRD may be someone
 * else's.
 */
async function openOperatedSite(t: ExecutionContext, ownsDefinition = true): Promise<OperatedSite> {
  const site = await openSite(t);
  const { namespace, cluster } = site;
  const group = `cogs-${randomUUID().slice(0, 8)}.example.com`;
  cleanUpOperator(t, site, group);
  const [definition = {}, ...parts] = operatorManifests({ namespace, group });
  const operator = ownsDefinition ? [definition, ...parts] : parts;
  if (!ownsDefinition) {
    await cluster.api("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    await untilDefined(cluster, `cogs.${group}`);
  }
  const applied = await site.apply([...operator, cog(group, "big"), cog(group, "small"), service("shop")]);
  t.is(applied.code, 0, applied.stdout);
  startOperator(t, cluster, operatorSpec({ namespace, group }));
  for (const name of ["big", "small"]) {
    await cluster.until(site.at(`${group}/cogs/${name}`), isLookedAfter);
  }
  return { ...site, group, operator };
}

/** The objects of the operator, as requests name them. */
function partsOf({ namespace }: Site): readonly string[] {
  return [
    "deployments/operator",
    "serviceaccounts/operator",
    "rolebindings/operator",
    "roles/operator",
    `clusterrolebindings/operator-${namespace}`,
    `clusterroles/operator-${namespace}`,
    "configmaps/operator",
    "secrets/operator",
  ];
}

/**
 * The successful deletions by converge, and the changes by the operator, in the order in which the server
 * finished them.
 */
function historyOf(events: readonly AuditEvent[], { namespace, group }: OperatedSite): readonly string[] {
  const isOwn = ({ objectRef }: AuditEvent): boolean =>
    objectRef?.namespace === namespace || [namespace, group].some((part) => objectRef?.name?.endsWith(part));
  const account = `system:serviceaccount:${namespace}:operator`;
  return events
    .filter(isOwn)
    .filter(({ responseStatus, stage }) => stage === "ResponseComplete" && (responseStatus?.code ?? 0) < 300)
    .filter(
      ({ user, verb, userAgent }) =>
        (user.username === account && verb === "patch") ||
        (userAgent?.startsWith("converge/") === true && verb === "delete"),
    )
    .map(({ verb, objectRef }) => `${verb} ${objectRef?.resource}/${objectRef?.name}`);
}

/** Asserts that nothing of the operator was deleted before it had removed its finalizers from the Cogs. */
function assertOperatorLast(t: ExecutionContext, history: readonly string[], site: OperatedSite): void {
  const released = Math.max(history.lastIndexOf("patch cogs/big"), history.lastIndexOf("patch cogs/small"));
  t.true(released > history.indexOf("delete cogs/big"), history.join("\n"));
  for (const part of partsOf(site)) {
    t.true(history.indexOf(`delete ${part}`) > released, `${part} too early:\n${history.join("\n")}`);
  }
  const after = new Set(history.slice(history.indexOf("delete deployments/operator")));
  for (const part of partsOf(site)) {
    t.true(after.has(`delete ${part}`), `${part} before its Deployment:\n${history.join("\n")}`);
  }
}

test("a deletion keeps an operator and everything it needs until its custom resources are gone", async (t) => {
  const site = await openOperatedSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.remove("--prune-timeout=60s");
  t.is(code, 0, stdout);
  const history = historyOf(await site.cluster.auditSince(mark), site);
  assertOperatorLast(t, history, site);
  t.true(history.indexOf("delete services/shop") < history.indexOf("delete deployments/operator"));
});

test("with a CRD outside the release, an operator is still deleted after its custom resources", async (t) => {
  const site = await openOperatedSite(t, false);
  await createForeign(site);
  const refused = await site.remove();
  t.is(refused.code, 2, refused.stdout + refused.stderr);
  t.regex(refused.stdout + refused.stderr, /Cog\/foreign;.* add --delete-controllers/);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.remove("--delete-controllers", "--prune-timeout=60s");
  t.is(code, 0, stdout);
  assertOperatorLast(t, historyOf(await site.cluster.auditSince(mark), site), site);
});

const prune = ["--prune-timeout=60s", "--max-prune=100%", "--allow-prune=crds"];

test("a prune keeps an operator and everything it needs until its custom resources are gone", async (t) => {
  const site = await openOperatedSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([service("shop")], ...prune);
  t.is(code, 0, stdout);
  assertOperatorLast(t, historyOf(await site.cluster.auditSince(mark), site), site);
});

test("a custom resource stuck without its operator is reported with the operator, and applying again fixes it", async (t) => {
  const site = await openOperatedSite(t);
  const set = [...site.operator, cog(site.group, "big"), cog(site.group, "small"), service("shop")];
  await site.cluster.api("DELETE", site.at("apps/deployments/operator"));
  await site.cluster.until(site.at("apps/deployments/operator"), (object) => object === undefined);
  const hanging = await site.remove("--prune-timeout=2s");
  t.is(hanging.code, 3, hanging.stdout);
  t.regex(hanging.stdout, /Cog\/big timed out: not deleted within 2s: finalizer cogs\.example\.com\/cleanup/);
  t.regex(
    hanging.stdout,
    /Deployment\/operator of this release may remove it but no longer exists: converge apply recreates it/,
  );
  t.regex(hanging.stdout, /finalizer cogs\.example\.com\/cleanup, set by \S+;/);
  // Of several objects with the same reason one is shown in full.
  const command = String.raw`kubectl patch cogs\.${site.group} (?:big|small) -n ${site.namespace} --type=json -p='\[`;
  t.regex(hanging.stdout, new RegExp(command));
  t.notRegex(hanging.stdout, /<cluster>/);
  const repaired = await site.apply(set);
  t.is(repaired.code, 0, repaired.stdout);
  const { code, stdout } = await site.remove("--prune-timeout=60s");
  t.is(code, 0, stdout);
});

/** Creates a Cog that is not of the release, once the operator has set its finalizer. */
async function createForeign(site: OperatedSite): Promise<void> {
  await site.create(`${site.group}/cogs`, cog(site.group, "foreign"));
  await site.cluster.until(site.at(`${site.group}/cogs/foreign`), isLookedAfter);
}

test("deleting an operator of custom resources outside the release is refused without a flag", async (t) => {
  const site = await openOperatedSite(t);
  await createForeign(site);
  const refused = await site.remove();
  t.is(refused.code, 2, refused.stdout + refused.stderr);
  t.regex(
    refused.stdout + refused.stderr,
    /Deployment\/operator would be deleted, but may control .*Cog\/foreign;.* add --delete-controllers/,
  );
  t.truthy(await site.get(`${site.group}/cogs/big`));
  const { code, stdout } = await site.remove("--delete-controllers", "--prune-timeout=60s");
  t.is(code, 0, stdout);
  t.is(await site.get("apps/deployments/operator"), undefined);
  t.truthy(await site.get(`${site.group}/cogs/foreign`));
});

test("custom resources outside the release that are deleted with their CRD are deleted before their operator", async (t) => {
  const site = await openOperatedSite(t);
  await createForeign(site);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.remove("--delete-contents", "--prune-timeout=60s");
  t.is(code, 0, stdout);
  const history = historyOf(await site.cluster.auditSince(mark), site);
  assertOperatorLast(t, history, site);
  t.true(history.lastIndexOf("patch cogs/foreign") < history.indexOf("delete deployments/operator"));
});

test("pruning an operator of custom resources outside the release is refused without a flag", async (t) => {
  const site = await openOperatedSite(t);
  await createForeign(site);
  const refused = await site.apply([service("shop")], ...prune);
  t.is(refused.code, 2, refused.stdout + refused.stderr);
  t.regex(refused.stdout + refused.stderr, /Cog\/foreign;.* add --allow-prune=controllers/);
  const { code, stdout } = await site.apply([service("shop")], ...prune, "--allow-prune=controllers");
  t.is(code, 0, stdout);
});
