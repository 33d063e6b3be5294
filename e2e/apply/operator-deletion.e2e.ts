import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import type { AuditEvent } from "../control-plane/audit-log.ts";
import { startOperator } from "../control-plane/stand-in-operator.ts";
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

/** A release of an operator, two Cogs that it has reconciled, and an unrelated Service. */
async function openOperatedSite(t: ExecutionContext): Promise<OperatedSite> {
  const site = await openSite(t);
  const { namespace, cluster } = site;
  const group = `cogs-${randomUUID().slice(0, 8)}.example.com`;
  cleanUpOperator(t, site, group);
  const operator = operatorManifests({ namespace, group });
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

const prune = ["--prune-timeout=60s", "--max-prune=100%", "--allow-prune=crds"];

test("a prune keeps an operator and everything it needs until its custom resources are gone", async (t) => {
  const site = await openOperatedSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([service("shop")], ...prune);
  t.is(code, 0, stdout);
  assertOperatorLast(t, historyOf(await site.cluster.auditSince(mark), site), site);
});

test("a custom resource whose operator was deleted is stuck with the name of the operator, and applying again fixes it", async (t) => {
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
  t.notRegex(hanging.stdout, /<cluster>/);
  const repaired = await site.apply(set);
  t.is(repaired.code, 0, repaired.stdout);
  const { code, stdout } = await site.remove("--prune-timeout=60s");
  t.is(code, 0, stdout);
});
