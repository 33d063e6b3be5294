import type { ExecutionContext } from "ava";

import type { TestCluster } from "./control-plane/test-cluster.ts";

/** Defines the kind Ferry in a group until the test ends. Returns a function that deletes it earlier. */
export async function defineKind(
  t: ExecutionContext,
  plane: TestCluster,
  group: string,
): Promise<() => Promise<unknown>> {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const name = `ferries.${group}`;
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const spec = {
    group,
    scope: "Namespaced",
    names: { plural: "ferries", singular: "ferry", kind: "Ferry", listKind: "FerryList" },
    versions: [{ name: "v1", served: true, storage: true, schema }],
  };
  const drop = async (): Promise<unknown> => plane.api("DELETE", `${definitions}/${name}`);
  t.teardown(drop);
  await plane.api("POST", definitions, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name },
    spec,
  });
  return drop;
}
