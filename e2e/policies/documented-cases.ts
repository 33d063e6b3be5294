import type { JsonObject } from "../../lib/object/json.ts";

/** A policy with a binding, and objects that it decides about. */
export interface PolicyCase {
  readonly title: string;
  readonly policy: JsonObject;
  readonly binding?: JsonObject;
  /** ConfigMaps that are its parameters, by name. */
  readonly params?: Readonly<Record<string, JsonObject>>;
  /** The objects, optionally with the state before. */
  readonly objects: readonly { readonly object: JsonObject; readonly old?: JsonObject }[];
}

const labels = { app: "web" };

/** Returns a Deployment. */
export function deployment(spec: JsonObject, image: string = "nginx", metadata: JsonObject = {}): JsonObject {
  const template = { metadata: { labels }, spec: { containers: [{ name: "web", image }] } };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", ...metadata },
    spec: { selector: { matchLabels: labels }, template, ...spec },
  };
}

/** Returns a ConfigMap. */
export function configMap(data: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web" }, data };
}

const deployments = {
  resourceRules: [
    {
      apiGroups: ["apps"],
      apiVersions: ["v1"],
      operations: ["CREATE", "UPDATE"],
      resources: ["deployments"],
    },
  ],
};
/** Constraints that match ConfigMaps. */
export const maps: JsonObject = {
  resourceRules: [
    { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["configmaps"] },
  ],
};
const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
const limit = { name: "limit", parameterNotFoundAction: "Deny" };
const scaled = [0, 1, 3, 5, 6, 100].map((replicas) => ({ object: deployment({ replicas }) }));

/**
 * Policies like those in "Validating Admission Policy" of the Kubernetes documentation.
 */
export const documentedCases: readonly PolicyCase[] = [
  {
    title: "getting started: a limit of replicas",
    policy: { matchConstraints: deployments, validations: [{ expression: "object.spec.replicas <= 5" }] },
    objects: [...scaled, { object: deployment({}) }],
  },
  {
    title: "parameters",
    policy: {
      paramKind,
      matchConstraints: deployments,
      validations: [
        { expression: "object.spec.replicas <= int(params.data.maxReplicas)", reason: "Forbidden" },
      ],
    },
    binding: { paramRef: limit },
    params: { limit: { maxReplicas: "3" } },
    objects: scaled,
  },
  {
    title: "several parameters by labels",
    policy: {
      paramKind,
      matchConstraints: deployments,
      validations: [
        {
          expression: "object.spec.replicas < int(params.data.max)",
          messageExpression: "'fewer than ' + params.data.max + ' replicas in ' + params.metadata.name",
        },
      ],
    },
    binding: { paramRef: { selector: { matchLabels: { is: "param" } }, parameterNotFoundAction: "Deny" } },
    params: { low: { max: "4" }, high: { max: "6" } },
    objects: scaled,
  },
  {
    title: "a messageExpression and a message",
    policy: {
      matchConstraints: deployments,
      validations: [
        {
          expression: "object.spec.replicas > 1",
          message: "must be replicated",
          messageExpression: "'object.spec.replicas must be more than 1, is ' + string(object.spec.replicas)",
        },
        { expression: "object.spec.replicas < 50", message: "  too many  ", messageExpression: "'  '" },
        { expression: "object.spec.replicas < 90", messageExpression: "'a\\nb'" },
        { expression: "object.metadata.name.startsWith('web')", messageExpression: "string(object.x)" },
      ],
    },
    objects: scaled,
  },
  {
    title: "variables: images match the environment",
    policy: {
      matchConstraints: deployments,
      variables: [
        {
          name: "environment",
          expression:
            "'environment' in namespaceObject.metadata.labels ? namespaceObject.metadata.labels['environment'] : 'prod'",
        },
        {
          name: "exempt",
          expression:
            "has(object.metadata.labels) && 'exempt' in object.metadata.labels && object.metadata.labels['exempt'] == 'true'",
        },
        { name: "containers", expression: "object.spec.template.spec.containers" },
        { name: "toCheck", expression: "variables.containers.filter(c, c.image.contains('example.com/'))" },
      ],
      validations: [
        {
          expression:
            "variables.exempt || variables.toCheck.all(c, c.image.startsWith(variables.environment + '.'))",
          messageExpression:
            "'only ' + variables.environment + ' images are allowed in namespace ' + namespaceObject.metadata.name",
        },
      ],
    },
    objects: [
      { object: deployment({}, "dev.example.com/nginx") },
      { object: deployment({}, "prod.example.com/nginx") },
      { object: deployment({}, "nginx") },
      { object: deployment({}, "dev.example.com/nginx", { labels: { exempt: "true" } }) },
    ],
  },
  {
    title: "match conditions",
    policy: {
      matchConstraints: maps,
      matchConditions: [
        { name: "not-a-lease", expression: "!(request.resource.group == 'coordination.k8s.io')" },
        { name: "named", expression: "object.data.x == 'y'" },
      ],
      validations: [{ expression: "false", message: "matched" }],
    },
    objects: [
      { object: configMap({ x: "y" }) },
      { object: configMap({ x: "z" }) },
      { object: configMap({ z: "z" }) },
    ],
  },
  {
    title: "an audit annotation",
    policy: {
      matchConstraints: deployments,
      auditAnnotations: [
        { key: "high-replica-count", valueExpression: "'replicas: ' + string(object.spec.replicas)" },
        { key: "x", valueExpression: "object.spec.replicas > 5 ? string(object.x) : ''" },
      ],
    },
    objects: scaled,
  },
];
