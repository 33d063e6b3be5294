/** A site whose objects are applied as the controller of Argo CD applies them. */
import type { ExecutionContext } from "ava";

import { type JsonObject, objectField, stringField } from "../../lib/object/json.ts";
import { groupOf } from "../../lib/object/object-ref.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";
import { untilDefined } from "../control-plane/until-defined.ts";
import { openSite, type Site } from "../apply/site.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const definition = "applications.argoproj.io";

/** A site with an application `web`, whose namespace is also that of Argo CD. */
export interface ArgoSite extends Site {
  /** Applies objects on the server as Argo CD does; `path` is that of each. */
  readonly sync: (objects: Readonly<Record<string, JsonObject>>) => Promise<void>;
  /** Stores the Application, which lists these objects. */
  readonly store: (application: JsonObject, listed: Readonly<Record<string, JsonObject>>) => Promise<void>;
}

/** Deletes the definition of Applications, and waits until it is gone. */
export async function withoutApplications(cluster: TestCluster): Promise<void> {
  await cluster.api("DELETE", `${definitions}/${definition}`);
  await cluster.until(`${definitions}/${definition}`, (object) => object === undefined);
}

/** Defines Applications as Argo CD does, without a schema. */
export async function defineApplications(cluster: TestCluster): Promise<void> {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const names = { plural: "applications", kind: "Application", listKind: "ApplicationList" };
  const versions = [{ name: "v1alpha1", served: true, storage: true, schema }];
  await cluster.api("POST", definitions, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: definition },
    spec: { group: "argoproj.io", scope: "Namespaced", names, versions },
  });
  await untilDefined(cluster, definition);
}

/** Opens a site, whose namespace is deleted after the test. Throws an Error if a request is refused. */
export async function openArgoSite(t: ExecutionContext): Promise<ArgoSite> {
  const site = await openSite(t);
  const { cluster, namespace, at } = site;
  await site.create("configmaps", { metadata: { name: "argocd-cm" }, data: {} });
  return {
    ...site,
    sync: async (objects) => {
      for (const [path, object] of Object.entries(objects)) {
        const answer = await cluster.api(
          "APPLY",
          `${at(path)}?fieldManager=argocd-controller&force=true`,
          tracked(object, namespace),
        );
        if (answer.status >= 300) {
          throw new Error(answer.text);
        }
      }
    },
    store: async (application, listed) => {
      const place = `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/applications`;
      t.teardown(async () => {
        // A finalizer would hold up the deletion of the definition.
        await cluster.api("PATCH", `${place}/web`, { metadata: { finalizers: null } });
      });
      const status = { resources: Object.values(listed).map((object) => listedAs(object, namespace)) };
      const { metadata = {}, ...rest } = application;
      const answer = await cluster.api("POST", place, {
        apiVersion: "argoproj.io/v1alpha1",
        kind: "Application",
        metadata: { name: "web", ...objectField({ metadata }, "metadata") },
        status: { ...status, ...objectField(application, "status") },
        spec: objectField(rest, "spec"),
      });
      if (answer.status >= 300) {
        throw new Error(answer.text);
      }
    },
  };
}

/** The place of an object as Argo CD writes it: `apps/Deployment:shop/web`. */
function placeOf(object: JsonObject, namespace: string): string {
  const name = stringField(objectField(object, "metadata"), "name") ?? "";
  const kind = stringField(object, "kind") ?? "";
  return `${groupOf(stringField(object, "apiVersion") ?? "")}/${kind}:${namespace}/${name}`;
}

function tracked(object: JsonObject, namespace: string): JsonObject {
  const metadata = objectField(object, "metadata");
  const annotations = {
    ...objectField(metadata, "annotations"),
    "argocd.argoproj.io/tracking-id": `web:${placeOf(object, namespace)}`,
  };
  return { ...object, metadata: { ...metadata, annotations } };
}

function listedAs(object: JsonObject, namespace: string): JsonObject {
  const apiVersion = stringField(object, "apiVersion") ?? "";
  const group = groupOf(apiVersion);
  return {
    ...(group === "" ? {} : { group }),
    version: apiVersion.slice(group === "" ? 0 : group.length + 1),
    kind: object["kind"] ?? "",
    namespace,
    name: objectField(object, "metadata")["name"] ?? "",
    status: "Synced",
  };
}
