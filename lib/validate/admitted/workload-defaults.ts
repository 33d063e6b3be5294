import { field, isObject, type JsonObject, objectField, stringField } from "../../object/json.ts";
import { labelsOf, metadataOf } from "../../object/metadata.ts";
import {
  changeContainers,
  changeField,
  changeItems,
  fillIn,
  withPodSpecDefaults,
  withTemplateDefaults,
} from "./pod-defaults.ts";
import type { UnknownFields } from "./unknown-fields.ts";

/** The values that the API server fills in for a kind, and the fields whose values are not known offline. */
export interface KindDefaults {
  readonly defaults: (object: JsonObject) => JsonObject;
  readonly unknown: UnknownFields;
}

/** A change of an object or a part of one. */
export type PartChange = (spec: JsonObject) => JsonObject;

/** Applies a change to the spec of an object. */
export function inSpec(change: PartChange): PartChange {
  return (object) => ({ ...object, spec: change(objectField(object, "spec")) });
}

const templateUnknown: UnknownFields = {
  status: "always",
  spec: { template: { metadata: { creationTimestamp: "absent" } } },
};

/** Returns the defaults of a kind with a pod template, beside those of the template. */
export function workload(change: PartChange): KindDefaults {
  return {
    defaults: inSpec((spec) => change({ ...spec, template: withTemplateDefaults(field(spec, "template")) })),
    unknown: templateUnknown,
  };
}

/** The defaults of a Deployment. */
export const deploymentKind: KindDefaults = workload((spec) => {
  const defaults = { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 };
  return { ...fillIn(spec, defaults), strategy: rolling(spec, "strategy", quarter) };
});
const quarter = { maxUnavailable: "25%", maxSurge: "25%" };

function rolling(spec: JsonObject, name: string, defaults: JsonObject): JsonObject {
  const strategy = fillIn(field(spec, name), { type: "RollingUpdate" });
  return stringField(strategy, "type") === "RollingUpdate"
    ? { ...strategy, rollingUpdate: fillIn(field(strategy, "rollingUpdate"), defaults) }
    : strategy;
}

/** The defaults of a DaemonSet. */
export const daemonSetKind: KindDefaults = workload((spec) => ({
  ...fillIn(spec, { revisionHistoryLimit: 10 }),
  updateStrategy: rolling(spec, "updateStrategy", { maxUnavailable: 1, maxSurge: 0 }),
}));

/** The defaults of a StatefulSet. */
export const statefulSetKind: KindDefaults = workload((spec) => {
  const strategy = objectField(spec, "updateStrategy");
  const isBare = stringField(strategy, "type") !== undefined && strategy["rollingUpdate"] === undefined;
  const defaults = { podManagementPolicy: "OrderedReady", replicas: 1, revisionHistoryLimit: 10 };
  return {
    ...fillIn(changeItems(spec, "volumeClaimTemplates", claimTemplate), defaults),
    updateStrategy: isBare ? strategy : rolling(spec, "updateStrategy", { partition: 0 }),
    persistentVolumeClaimRetentionPolicy: fillIn(field(spec, "persistentVolumeClaimRetentionPolicy"), {
      whenDeleted: "Retain",
      whenScaled: "Retain",
    }),
  };
});

function claimTemplate(claim: JsonObject): JsonObject {
  const typed = { apiVersion: "v1", kind: "PersistentVolumeClaim", ...claim };
  return changeField({ ...typed, status: { phase: "Pending" } }, "spec", claimDefaults);
}

/** Fills in the defaults of the spec of a PersistentVolumeClaim. */
export function claimDefaults(spec: JsonObject): JsonObject {
  return fillIn(spec, { volumeMode: "Filesystem" });
}

/** The defaults of a ReplicationController: selector and labels are those of its template. */
export const replicationControllerKind: KindDefaults = {
  defaults: (object) => {
    const whole = workload((spec) => fillIn(spec, { replicas: 1 })).defaults(object);
    const labels = labelsOf(field(objectField(whole, "spec"), "template"));
    const hasLabels = Object.keys(labels).length > 0;
    const metadata = hasLabels ? fillIn(metadataOf(whole), { labels }) : metadataOf(whole);
    const spec = objectField(whole, "spec");
    return { ...whole, metadata, spec: hasLabels ? fillIn(spec, { selector: labels }) : spec };
  },
  unknown: { status: "always" },
};

const jobSpec: PartChange = (spec) => {
  const status = { status: "True" };
  const policed = changeField(spec, "podFailurePolicy", (policy) =>
    changeItems(policy, "rules", (rule) =>
      changeItems(rule, "onPodConditions", (condition) => fillIn(condition, status)),
    ),
  );
  const isParallel = spec["parallelism"] !== undefined || spec["completions"] !== undefined;
  return fillIn(policed, {
    ...(isParallel ? {} : { completions: 1 }),
    parallelism: 1,
    backoffLimit: spec["backoffLimitPerIndex"] === undefined ? 6 : 2_147_483_647,
    completionMode: "NonIndexed",
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed",
  });
};

/** The defaults of a Job. */
export const jobKind: KindDefaults = {
  defaults: (object) => {
    const { defaults } = workload(jobSpec);
    const labels = labelsOf(field(objectField(object, "spec"), "template"));
    const isLabeled = Object.keys(labelsOf(object)).length > 0 || Object.keys(labels).length === 0;
    return isLabeled
      ? defaults(object)
      : { ...defaults(object), metadata: { ...metadataOf(object), labels } };
  },
  unknown: {
    status: "always",
    spec: { selector: "absent", template: { metadata: { creationTimestamp: "absent", labels: "always" } } },
  },
};

/** The defaults of a CronJob. */
export const cronJobKind: KindDefaults = {
  defaults: inSpec((spec) =>
    fillIn(
      changeField(spec, "jobTemplate", (template) =>
        changeField(fillIn(template, { metadata: {} }), "spec", (inner) => ({
          ...inner,
          template: withTemplateDefaults(field(inner, "template")),
        })),
      ),
      {
        concurrencyPolicy: "Allow",
        suspend: false,
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 1,
      },
    ),
  ),
  unknown: { status: "always", spec: { jobTemplate: { metadata: "absent" } } },
};

/** Limits of containers are their requests, unless these are given: in pods, not in templates. */
function requestsOfLimits(container: JsonObject): JsonObject {
  return changeField(container, "resources", (resources) => {
    const limits = field(resources, "limits");
    return isObject(limits)
      ? { ...resources, requests: { ...limits, ...objectField(resources, "requests") } }
      : resources;
  });
}

function hostPorts(container: JsonObject): JsonObject {
  return changeItems(container, "ports", (port) => fillIn(port, { hostPort: port["containerPort"] ?? null }));
}

const containerUnknown: UnknownFields = {
  "*": { volumeMounts: "always", resources: { limits: "absent", requests: "absent" } },
};

/** Built-in admission plugins change pods: accounts, their tokens, tolerations, priorities, LimitRanges. */
export const podKind: KindDefaults = {
  defaults: inSpec((given) => {
    const spec = fillIn(withPodSpecDefaults(given), { enableServiceLinks: true });
    const withRequests = changeContainers(spec, requestsOfLimits);
    const accounts = { serviceAccount: "default", serviceAccountName: "default" };
    const ported = spec["hostNetwork"] === true ? changeContainers(withRequests, hostPorts) : withRequests;
    return fillIn(ported, accounts);
  }),
  unknown: {
    status: "always",
    spec: {
      containers: containerUnknown,
      initContainers: containerUnknown,
      imagePullSecrets: "absent",
      nodeName: "absent",
      overhead: "absent",
      preemptionPolicy: "absent",
      priority: "absent",
      tolerations: "always",
      volumes: "always",
    },
  },
};
