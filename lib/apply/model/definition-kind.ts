import type { Resource } from "../../client/model/cluster.ts";

/** The resource of CustomResourceDefinitions, which every server serves this way. */
export const definitionKind: Resource = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  namespaced: false,
  verbs: ["get", "patch"],
};
