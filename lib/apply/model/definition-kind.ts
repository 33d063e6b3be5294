import type { Resource } from "../../client/model/cluster.ts";

/** CustomResourceDefinitions: every server serves them so. */
export const definitionKind: Resource = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  namespaced: false,
  verbs: ["get", "patch"],
};
