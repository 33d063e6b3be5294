/**
 * The kinds in which releases are recorded. Every server serves them this way, so they can be read before
 * discovery has answered.
 */
import type { Resource } from "../../client/model/cluster.ts";

/** Secrets: records of releases, and their revisions. */
export const secrets: Resource = {
  group: "",
  version: "v1",
  kind: "Secret",
  plural: "secrets",
  namespaced: true,
  verbs: ["get", "list", "patch", "delete"],
};

/** ConfigMaps, in which other tools record what they have applied. */
export const configMaps: Resource = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
  verbs: ["get", "list"],
};

/** Leases: locks of releases. */
export const leases: Resource = {
  group: "coordination.k8s.io",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  namespaced: true,
  verbs: ["get", "create", "update", "delete"],
};

/** The resource of CustomResourceDefinitions, which every server serves this way. */
export const definitionKind: Resource = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  namespaced: false,
  verbs: ["get", "patch"],
};
