import { field, type JsonValue, listField, stringField } from "../../object/json.ts";
import { labelsOf, metadataOf, nameOf } from "../../object/metadata.ts";
import {
  admissionKinds,
  claimSources,
  csiDriverKind,
  endpointsKind,
  endpointSliceKind,
  flowKinds,
  servicePort,
} from "./admission-defaults.ts";
import { resourceClaimKind, resourceClaimTemplateKind, resourceSliceKind } from "./device-defaults.ts";
import { csiNodeKind, eventKind, newEventKind, nodeKind, signingRequestKind } from "./machine-defaults.ts";
import { changeField, changeItems, fillIn, withTemplateDefaults } from "./pod-defaults.ts";
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
  replicationControllerKind,
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
    return changeItems(bound, "subjects", ({ apiGroup, ...subject }) =>
      subject["kind"] === "ServiceAccount" && (apiGroup ?? "") === ""
        ? subject
        : { ...subject, apiGroup: (apiGroup ?? "") === "" ? rbacGroup : (apiGroup ?? rbacGroup) },
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

/** A role without rules has null. */
const role = simple((object) => fillIn(object, { rules: null }));
const nothing = simple((object) => object);
const statusOnly = simple((object) => object, { status: "always" });

/** Source: `SetDefaults_CustomResourceDefinitionSpec` of k8s.io/apiextensions-apiserver. */
const definition = simple(
  inSpec((spec) => {
    const kind = stringField(field(spec, "names"), "kind") ?? "";
    const named = changeField(spec, "names", (names) =>
      fillIn(names, { singular: kind.toLowerCase(), listKind: `${kind}List` }),
    );
    const converted = fillIn(named, { conversion: { strategy: "None" } });
    return changeField(converted, "conversion", (conversion) =>
      changeField(conversion, "webhook", (hook) => changeField(hook, "clientConfig", servicePort)),
    );
  }),
  { status: "always" },
);

/** By API version and kind. Other built-in kinds have defaults that are not known here. */
export const kindDefaults: ReadonlyMap<string, KindDefaults> = new Map<string, KindDefaults>([
  ["apps/v1 DaemonSet", daemonSetKind],
  ["apps/v1 Deployment", deploymentKind],
  ["apps/v1 ReplicaSet", workload((spec) => fillIn(spec, { replicas: 1 }))],
  ["apps/v1 StatefulSet", statefulSetKind],
  ["apps/v1 ControllerRevision", nothing],
  ["apiregistration.k8s.io/v1 APIService", simple(inSpec(servicePort), { status: "always" })],
  ["apiextensions.k8s.io/v1 CustomResourceDefinition", definition],
  [
    "autoscaling/v1 HorizontalPodAutoscaler",
    simple(
      inSpec((spec) => fillIn(spec, { minReplicas: 1 })),
      { status: "always" },
    ),
  ],
  ["autoscaling/v2 HorizontalPodAutoscaler", autoscaler],
  ["batch/v1 CronJob", cronJobKind],
  ["batch/v1 Job", jobKind],
  ["certificates.k8s.io/v1 CertificateSigningRequest", signingRequestKind],
  ["coordination.k8s.io/v1 Lease", nothing],
  ["discovery.k8s.io/v1 EndpointSlice", endpointSliceKind],
  ["events.k8s.io/v1 Event", newEventKind],
  ["networking.k8s.io/v1 IPAddress", nothing],
  ["networking.k8s.io/v1 Ingress", statusOnly],
  [
    "networking.k8s.io/v1 IngressClass",
    simple(inSpec((spec) => changeField(spec, "parameters", (one) => fillIn(one, { scope: "Cluster" })))),
  ],
  ["networking.k8s.io/v1 NetworkPolicy", networkPolicy],
  ["networking.k8s.io/v1 ServiceCIDR", statusOnly],
  ["node.k8s.io/v1 RuntimeClass", nothing],
  ["policy/v1 PodDisruptionBudget", statusOnly],
  ["rbac.authorization.k8s.io/v1 ClusterRole", role],
  ["rbac.authorization.k8s.io/v1 ClusterRoleBinding", roleBinding],
  ["rbac.authorization.k8s.io/v1 Role", role],
  ["rbac.authorization.k8s.io/v1 RoleBinding", roleBinding],
  ["resource.k8s.io/v1 DeviceClass", nothing],
  ["resource.k8s.io/v1 ResourceClaim", resourceClaimKind],
  ["resource.k8s.io/v1 ResourceClaimTemplate", resourceClaimTemplateKind],
  ["resource.k8s.io/v1 ResourceSlice", resourceSliceKind],
  ["scheduling.k8s.io/v1 PriorityClass", fixed({ preemptionPolicy: "PreemptLowerPriority" })],
  ["storage.k8s.io/v1 CSIDriver", csiDriverKind],
  ["storage.k8s.io/v1 CSINode", csiNodeKind],
  ["storage.k8s.io/v1 CSIStorageCapacity", nothing],
  ["storage.k8s.io/v1 VolumeAttachment", statusOnly],
  [
    "storage.k8s.io/v1 VolumeAttributesClass",
    simple((object) => object, { metadata: { finalizers: "always" } }),
  ],
  ["storage.k8s.io/v1 StorageClass", fixed({ reclaimPolicy: "Delete", volumeBindingMode: "Immediate" })],
  ...admissionKinds.flatMap(([kind, defaults]) =>
    ["v1", "v1beta1"].map(
      (version) => [`admissionregistration.k8s.io/${version} ${kind}`, defaults] as const,
    ),
  ),
  ...flowKinds.map(([kind, defaults]) => [`flowcontrol.apiserver.k8s.io/v1 ${kind}`, defaults] as const),
  ["v1 ConfigMap", nothing],
  ["v1 Endpoints", endpointsKind],
  ["v1 Event", eventKind],
  [
    "v1 LimitRange",
    simple((object) => object, {
      spec: { limits: { "*": { default: "absent", defaultRequest: "absent" } } },
    }),
  ],
  ["v1 Namespace", namespace],
  ["v1 Node", nodeKind],
  [
    "v1 PersistentVolume",
    simple(
      inSpec((spec) =>
        changeField(
          fillIn(claimDefaults(spec), { persistentVolumeReclaimPolicy: "Retain" }),
          "hostPath",
          (source) => fillIn(source, { type: "" }),
        ),
      ),
      { status: "always", metadata: { finalizers: "always" } },
    ),
  ],
  [
    "v1 PersistentVolumeClaim",
    simple(
      inSpec((spec) => claimSources(claimDefaults(spec))),
      {
        status: "always",
        metadata: { finalizers: "always" },
        spec: { storageClassName: "absent" },
      },
    ),
  ],
  ["v1 Pod", podKind],
  [
    "v1 PodTemplate",
    simple((object) => ({ ...object, template: withTemplateDefaults(field(object, "template")) })),
  ],
  ["v1 ReplicationController", replicationControllerKind],
  ["v1 ResourceQuota", statusOnly],
  ["v1 Secret", fixed({ type: "Opaque" })],
  ["v1 Service", { defaults: serviceDefaults, unknown: serviceUnknown }],
  ["v1 ServiceAccount", nothing],
]);
