/** A set that needs every kind of permission, and the objects that it requires to exist. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { type JsonObject, objectField } from "../lib/object/json.ts";
import {
  claim,
  configMap,
  definition,
  dependsOn,
  deployment,
  job,
  namespaceNamed,
  refTo,
  service,
} from "./apply/manifests.ts";
import type { Site } from "./apply/site.ts";
import { untilDefined } from "./control-plane/until-defined.ts";
import { defineKind } from "./defined-kind.ts";

/** One object for each kind of permission, in two namespaces and cluster-scoped. */
export function everything({ namespace }: Site, data: string): readonly JsonObject[] {
  const role = { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] };
  const subjects = [{ kind: "ServiceAccount", name: "default", namespace }];
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", name: `reader-${namespace}` };
  const metadata = { name: `reader-${namespace}` };
  const apiVersion = "rbac.authorization.k8s.io/v1";
  const group = `${namespace}.example.com`;
  const config = configMap("there", { data });
  return [
    namespaceNamed(`${namespace}-x`),
    { ...config, metadata: { name: "there", namespace: `${namespace}-x` } },
    job("migrate", { annotations: { "helm.sh/hook": "pre-install,pre-upgrade,post-delete" } }),
    configMap("env", { data }),
    { apiVersion: "v1", kind: "Secret", metadata: { name: "key" }, stringData: { data } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "web" } },
    deployment("web", { podSpec: { serviceAccountName: "web" } }),
    service("web", { annotations: dependsOn(refTo(namespace, ["", "ConfigMap", "outside"])) }),
    claim("data", "standard"),
    {
      ...claim("more", ""),
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    },
    { apiVersion, kind: "Role", metadata, ...role },
    { apiVersion, kind: "RoleBinding", metadata, subjects, roleRef: { ...roleRef, kind: "Role" } },
    { apiVersion, kind: "ClusterRole", metadata, ...role },
    {
      apiVersion,
      kind: "ClusterRoleBinding",
      metadata,
      subjects,
      roleRef: { ...roleRef, kind: "ClusterRole" },
    },
    plainDefinition(group, "Boat"),
    { apiVersion: `${group}/v1`, kind: "Boat", metadata: { name: "boat" }, spec: { data } },
    { apiVersion: `outside.${group}/v1`, kind: "Ferry", metadata: { name: "ferry" }, spec: { data } },
  ];
}

/** Creates the objects that the set requires to exist. */
export async function createPrerequisites(t: ExecutionContext, site: Site): Promise<void> {
  const group = `outside.${site.namespace}.example.com`;
  await defineKind(t, site.cluster, group);
  await untilDefined(site.cluster, `ferries.${group}`);
  await site.create("configmaps", configMap("outside"));
  const path = "/api/v1/namespaces";
  t.teardown(() => site.cluster.api("DELETE", `${path}/${site.namespace}-x`));
  await site.cluster.api("POST", path, namespaceNamed(`${site.namespace}-x`));
}

/** A CRD whose objects are ready as soon as they exist. */
function plainDefinition(group: string, kind: string): JsonObject {
  const defined = definition(group, kind);
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const versions = [{ name: "v1", served: true, storage: true, schema }];
  return { ...defined, spec: { ...objectField(defined, "spec"), versions } };
}

/** The CRDs that exist outside the set, as a file. */
export function crdsOf(t: ExecutionContext, { namespace }: Site): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-crds-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const names = { kind: "Ferry", plural: "ferries", singular: "ferry" };
  const ferry = definition(`outside.${namespace}.example.com`, "Ferry");
  const spec = { ...objectField(ferry, "spec"), names };
  writeFileSync(join(folder, "ferry.json"), JSON.stringify({ ...ferry, spec }));
  return folder;
}
