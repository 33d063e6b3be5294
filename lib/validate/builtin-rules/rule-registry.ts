import { checkMutatingPolicy, checkValidatingPolicy } from "./admission/admission-policy.ts";
import { checkMutatingBinding, checkValidatingBinding } from "./admission/policy-binding.ts";
import { checkClusterRole, checkClusterRoleBinding, checkRole, checkRoleBinding } from "./admission/rbac.ts";
import { checkWebhooks } from "./admission/webhook-configuration.ts";
import { checkSigningRequest } from "./certificates/signing-request.ts";
import { checkTrustBundle } from "./certificates/trust-bundle.ts";
import { checkApiService } from "./cluster/api-service.ts";
import { checkCoreEvent, checkEvent } from "./cluster/event.ts";
import { checkFlowSchema } from "./cluster/flow-schema.ts";
import { checkLease } from "./cluster/lease.ts";
import { checkNode } from "./cluster/node.ts";
import { checkPriorityLevel } from "./cluster/priority-level.ts";
import { checkRuntimeClass } from "./cluster/runtime-class.ts";
import { dns1035Label, dnsLabel, dnsSubdomain, type NameRule, pathSegment } from "./check/names.ts";
import type { Part } from "./check/part.ts";
import { checkConfigMap, checkSecret } from "./config/config-data.ts";
import { checkNamespace } from "./config/namespace.ts";
import { checkResourceClaim, checkResourceClaimTemplate } from "./devices/device-claim.ts";
import { checkDeviceClass } from "./devices/device-class.ts";
import { checkResourceSlice } from "./devices/resource-slice.ts";
import { checkEndpoints, checkEndpointSlice } from "./network/endpoints.ts";
import { checkIngress, checkIngressClass } from "./network/ingress.ts";
import { addressName, checkIpAddress } from "./network/ip-address.ts";
import { checkNetworkPolicy } from "./network/network-policy.ts";
import { checkServiceCidr } from "./network/service-cidr.ts";
import { checkService } from "./network/service.ts";
import { checkPod } from "./pod/pod.ts";
import { checkAutoscaler, checkSimpleAutoscaler } from "./policy/autoscaler.ts";
import { checkDisruptionBudget } from "./policy/disruption-budget.ts";
import { checkLimitRange } from "./policy/limit-range.ts";
import { checkPriorityClass } from "./policy/priority-class.ts";
import { checkResourceQuota } from "./policy/resource-quota.ts";
import { checkPersistentVolume } from "./storage/persistent-volume.ts";
import { checkClaim } from "./storage/persistent-volume-claim.ts";
import { checkCsiDriver } from "./storage/csi-driver.ts";
import { checkCsiNode } from "./storage/csi-node.ts";
import { checkStorageCapacity } from "./storage/storage-capacity.ts";
import { checkAttributesClassObject, checkStorageClass } from "./storage/storage-class.ts";
import { checkVolumeAttachment } from "./storage/volume-attachment.ts";
import { checkControllerRevision } from "./workload/controller-revision.ts";
import { checkDaemonSet } from "./workload/daemon-set.ts";
import { checkDeployment, checkReplicaSet } from "./workload/deployment.ts";
import { checkCronJob, checkJob } from "./workload/job.ts";
import { checkPodTemplate, checkReplicationController } from "./workload/replication-controller.ts";
import { checkStatefulSet } from "./workload/stateful-set.ts";

/** The rules of a kind beyond its schema. `old` is the object that it replaces. */
export type KindCheck = (object: Part, old: Part | undefined) => void;

/** The rules for names of a kind, and for everything else. */
export interface KindRules {
  readonly name: (minor: number) => NameRule;
  /** Absent if only names are known: then the schema says what is required. */
  readonly check?: KindCheck;
  /** Whether finalizers without a domain must be those of Kubernetes. */
  readonly hasKubeFinalizers: boolean;
}

const apps = "apps/v1";
const batch = "batch/v1";
const rbac = "rbac.authorization.k8s.io/v1";
const admission = "admissionregistration.k8s.io/v1";
const betaAdmission = "admissionregistration.k8s.io/v1beta1";
const network = "networking.k8s.io/v1";

/** The minor version since which the name of a Service may start with a digit. */
const relaxedServiceNames = 36;

const serviceName = (minor: number): NameRule => (minor >= relaxedServiceNames ? dnsLabel : dns1035Label);

/** The kinds with rules, and the rule for their names if it is not that of a subdomain. */
const registered: readonly (readonly [
  version: string,
  kind: string,
  check: KindCheck | undefined,
  name?: NameRule,
])[] = [
  ["v1", "ConfigMap", checkConfigMap],
  ["v1", "Endpoints", checkEndpoints],
  ["v1", "LimitRange", checkLimitRange],
  ["v1", "Namespace", checkNamespace, dnsLabel],
  ["v1", "Event", checkCoreEvent, pathSegment],
  ["v1", "Node", checkNode],
  ["v1", "PersistentVolume", checkPersistentVolume],
  ["v1", "PersistentVolumeClaim", checkClaim],
  ["v1", "Pod", checkPod],
  ["v1", "PodTemplate", checkPodTemplate],
  ["v1", "ReplicationController", checkReplicationController],
  ["v1", "ResourceQuota", checkResourceQuota],
  ["v1", "Secret", checkSecret],
  ["v1", "ServiceAccount", undefined],
  [apps, "ControllerRevision", checkControllerRevision],
  [apps, "DaemonSet", checkDaemonSet],
  [apps, "Deployment", checkDeployment],
  [apps, "ReplicaSet", checkReplicaSet],
  [apps, "StatefulSet", checkStatefulSet, dnsLabel],
  [batch, "CronJob", checkCronJob],
  [batch, "Job", checkJob],
  [rbac, "ClusterRole", checkClusterRole, pathSegment],
  [rbac, "ClusterRoleBinding", checkClusterRoleBinding, pathSegment],
  [rbac, "Role", checkRole, pathSegment],
  [rbac, "RoleBinding", checkRoleBinding, pathSegment],
  ["autoscaling/v1", "HorizontalPodAutoscaler", checkSimpleAutoscaler],
  ["autoscaling/v2", "HorizontalPodAutoscaler", checkAutoscaler],
  ["policy/v1", "PodDisruptionBudget", checkDisruptionBudget, pathSegment],
  ["scheduling.k8s.io/v1", "PriorityClass", checkPriorityClass],
  ["apiregistration.k8s.io/v1", "APIService", checkApiService, pathSegment],
  ["discovery.k8s.io/v1", "EndpointSlice", checkEndpointSlice],
  ["flowcontrol.apiserver.k8s.io/v1", "FlowSchema", checkFlowSchema],
  ["flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", checkPriorityLevel],
  ["storage.k8s.io/v1", "CSIDriver", checkCsiDriver],
  ["storage.k8s.io/v1", "CSINode", checkCsiNode],
  ["storage.k8s.io/v1", "CSIStorageCapacity", checkStorageCapacity],
  ["storage.k8s.io/v1", "StorageClass", checkStorageClass],
  ["storage.k8s.io/v1", "VolumeAttachment", checkVolumeAttachment],
  ["storage.k8s.io/v1", "VolumeAttributesClass", checkAttributesClassObject],
  ["storage.k8s.io/v1beta1", "VolumeAttributesClass", checkAttributesClassObject],
  ...["resource.k8s.io/v1", "resource.k8s.io/v1beta2"].flatMap(
    (version): (readonly [string, string, KindCheck])[] => [
      [version, "DeviceClass", checkDeviceClass],
      [version, "ResourceClaim", checkResourceClaim],
      [version, "ResourceClaimTemplate", checkResourceClaimTemplate],
      [version, "ResourceSlice", checkResourceSlice],
    ],
  ),
  ["coordination.k8s.io/v1", "Lease", checkLease],
  ["node.k8s.io/v1", "RuntimeClass", checkRuntimeClass],
  ["certificates.k8s.io/v1", "CertificateSigningRequest", checkSigningRequest, pathSegment],
  ["certificates.k8s.io/v1beta1", "ClusterTrustBundle", checkTrustBundle, pathSegment],
  ["events.k8s.io/v1", "Event", checkEvent],
  [network, "Ingress", checkIngress],
  [network, "IngressClass", checkIngressClass],
  [network, "NetworkPolicy", checkNetworkPolicy],
  ...[network, "networking.k8s.io/v1beta1"].flatMap(
    (version): (readonly [string, string, KindCheck, NameRule?])[] => [
      [version, "IPAddress", checkIpAddress, addressName],
      [version, "ServiceCIDR", checkServiceCidr],
    ],
  ),
  [admission, "MutatingWebhookConfiguration", checkWebhooks],
  [admission, "ValidatingWebhookConfiguration", checkWebhooks],
  ...[admission, betaAdmission].flatMap((version): (readonly [string, string, KindCheck])[] => [
    [version, "MutatingAdmissionPolicy", checkMutatingPolicy],
    [version, "MutatingAdmissionPolicyBinding", checkMutatingBinding],
    [version, "ValidatingAdmissionPolicy", checkValidatingPolicy],
    [version, "ValidatingAdmissionPolicyBinding", checkValidatingBinding],
  ]),
];

const rules: ReadonlyMap<string, KindRules> = new Map<string, KindRules>([
  ["v1/Service", { check: checkService, name: serviceName, hasKubeFinalizers: true }],
  ...registered.map(([version, kind, check, name = dnsSubdomain]): readonly [string, KindRules] => [
    `${version}/${kind}`,
    {
      name: () => name,
      hasKubeFinalizers:
        !version.startsWith("admissionregistration.k8s.io/") &&
        !["APIService", "Lease", "PodDisruptionBudget", "RuntimeClass"].includes(kind),
      ...(check === undefined ? {} : { check }),
    },
  ]),
]);

/** The rules of a kind in a version: `apps/v1`, `Deployment`; undefined if it has none. */
export function rulesOf(apiVersion: string, kind: string): KindRules | undefined {
  return rules.get(`${apiVersion}/${kind}`);
}
