import { type JsonValue, listField } from "../../object/json.ts";
import { labelsOf, metadataOf, nameOf } from "../../object/metadata.ts";
import { changeField, changeItems, fillIn } from "./pod-defaults.ts";
import { serviceDefaults, serviceUnknown } from "./service-defaults.ts";
import type { UnknownFields } from "./unknown-fields.ts";
import {
  type PartChange,
  claimDefaults,
  cronJobKind,
  daemonSetKind,
  deploymentKind,
  inSpec,
  jobKind,
  type KindDefaults,
  podKind,
  statefulSetKind,
  workload,
} from "./workload-defaults.ts";

const networkPolicy: KindDefaults = {
  defaults: inSpec((given) => {
    const egress = listField(given, "egress").length > 0 ? ["Egress"] : [];
    let spec = fillIn(given, { podSelector: {}, policyTypes: ["Ingress", ...egress] });
    for (const direction of ["ingress", "egress"]) {
      spec = changeItems(spec, direction, (rule) =>
        changeItems(rule, "ports", (port) => fillIn(port, { protocol: "TCP" })),
      );
    }
    return spec;
  }),
  unknown: {},
};

const autoscaler: KindDefaults = {
  defaults: inSpec((spec) =>
    fillIn(spec, {
      minReplicas: 1,
      metrics: [
        {
          type: "Resource",
          resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
        },
      ],
    }),
  ),
  unknown: { status: "always", spec: { behavior: "always" } },
};

const rbacGroup = "rbac.authorization.k8s.io";
const roleBinding: KindDefaults = {
  defaults: (object) => {
    const bound = changeField(object, "roleRef", (role) => fillIn(role, { apiGroup: rbacGroup }));
    return changeItems(bound, "subjects", (subject) =>
      subject["kind"] === "ServiceAccount" ? subject : fillIn(subject, { apiGroup: rbacGroup }),
    );
  },
  unknown: {},
};

const namespace: KindDefaults = {
  defaults: (object) => ({
    ...object,
    metadata: {
      ...metadataOf(object),
      labels: { ...labelsOf(object), "kubernetes.io/metadata.name": nameOf(object) },
    },
    spec: { finalizers: ["kubernetes"] },
  }),
  unknown: { status: "always" },
};

function simple(defaults: PartChange, unknown: UnknownFields = {}): KindDefaults {
  return { defaults, unknown };
}

function fixed(defaults: Readonly<Record<string, JsonValue>>): KindDefaults {
  return simple((object) => fillIn(object, defaults));
}

const nothing = simple((object) => object);
const statusOnly = simple((object) => object, { status: "always" });

/** By API version and kind. Other built-in kinds have defaults that are not known here. */
export const kindDefaults: ReadonlyMap<string, KindDefaults> = new Map<string, KindDefaults>([
  ["apps/v1 DaemonSet", daemonSetKind],
  ["apps/v1 Deployment", deploymentKind],
  ["apps/v1 ReplicaSet", workload((spec) => fillIn(spec, { replicas: 1 }))],
  ["apps/v1 StatefulSet", statefulSetKind],
  ["autoscaling/v2 HorizontalPodAutoscaler", autoscaler],
  ["batch/v1 CronJob", cronJobKind],
  ["batch/v1 Job", jobKind],
  ["coordination.k8s.io/v1 Lease", nothing],
  ["networking.k8s.io/v1 Ingress", statusOnly],
  ["networking.k8s.io/v1 NetworkPolicy", networkPolicy],
  ["node.k8s.io/v1 RuntimeClass", nothing],
  ["policy/v1 PodDisruptionBudget", statusOnly],
  ["rbac.authorization.k8s.io/v1 ClusterRole", nothing],
  ["rbac.authorization.k8s.io/v1 ClusterRoleBinding", roleBinding],
  ["rbac.authorization.k8s.io/v1 Role", nothing],
  ["rbac.authorization.k8s.io/v1 RoleBinding", roleBinding],
  ["scheduling.k8s.io/v1 PriorityClass", fixed({ preemptionPolicy: "PreemptLowerPriority" })],
  ["storage.k8s.io/v1 StorageClass", fixed({ reclaimPolicy: "Delete", volumeBindingMode: "Immediate" })],
  ["v1 ConfigMap", nothing],
  [
    "v1 LimitRange",
    simple((object) => object, {
      spec: { limits: { "*": { default: "absent", defaultRequest: "absent" } } },
    }),
  ],
  ["v1 Namespace", namespace],
  [
    "v1 PersistentVolume",
    simple(
      inSpec((spec) => fillIn(claimDefaults(spec), { persistentVolumeReclaimPolicy: "Retain" })),
      { status: "always", metadata: { finalizers: "always" } },
    ),
  ],
  [
    "v1 PersistentVolumeClaim",
    simple(inSpec(claimDefaults), {
      status: "always",
      metadata: { finalizers: "always" },
      spec: { storageClassName: "absent" },
    }),
  ],
  ["v1 Pod", podKind],
  ["v1 ResourceQuota", statusOnly],
  ["v1 Secret", fixed({ type: "Opaque" })],
  ["v1 Service", { defaults: serviceDefaults, unknown: serviceUnknown }],
  ["v1 ServiceAccount", nothing],
]);
