/** The kinds of one API group, by scope: names separated by spaces. */
export interface BuiltinGroup {
  readonly group: string;
  readonly namespaced: string;
  readonly cluster: string;
}

/**
 * Every kind that a Kubernetes 1.37 API server can serve by itself, alpha and beta versions included.
 *
 * Source: the discovery documents in `api/discovery/` of the Go module `k8s.io/kubernetes` v1.37.2, one per
 * group and version. Recipe: from each `apis__<group>__<version>.json` (and `api__v1.json`) take the
 * `resources` without a `/` in `name` (those are subresources), merge the versions of a group, split the
 * kinds by `namespaced`, sort.
 */
export const servedKinds: readonly BuiltinGroup[] = [
  {
    group: "",
    namespaced:
      "Binding ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount",
    cluster: "ComponentStatus Namespace Node PersistentVolume",
  },
  {
    group: "admissionregistration.k8s.io",
    namespaced: "",
    cluster:
      "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration",
  },
  { group: "apiextensions.k8s.io", namespaced: "", cluster: "CustomResourceDefinition" },
  { group: "apiregistration.k8s.io", namespaced: "", cluster: "APIService" },
  {
    group: "apps",
    namespaced: "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet",
    cluster: "",
  },
  { group: "authentication.k8s.io", namespaced: "", cluster: "SelfSubjectReview TokenReview" },
  {
    group: "authorization.k8s.io",
    namespaced: "LocalSubjectAccessReview",
    cluster: "SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
  },
  { group: "autoscaling", namespaced: "HorizontalPodAutoscaler", cluster: "" },
  { group: "batch", namespaced: "CronJob Job", cluster: "" },
  {
    group: "certificates.k8s.io",
    namespaced: "PodCertificateRequest",
    cluster: "CertificateSigningRequest ClusterTrustBundle",
  },
  { group: "coordination.k8s.io", namespaced: "Lease LeaseCandidate", cluster: "" },
  { group: "discovery.k8s.io", namespaced: "EndpointSlice", cluster: "" },
  { group: "events.k8s.io", namespaced: "Event", cluster: "" },
  {
    group: "flowcontrol.apiserver.k8s.io",
    namespaced: "",
    cluster: "FlowSchema PriorityLevelConfiguration",
  },
  { group: "internal.apiserver.k8s.io", namespaced: "", cluster: "StorageVersion" },
  { group: "lifecycle.k8s.io", namespaced: "Eviction EvictionRequest", cluster: "" },
  {
    group: "networking.k8s.io",
    namespaced: "Ingress NetworkPolicy",
    cluster: "IPAddress IngressClass ServiceCIDR",
  },
  { group: "node.k8s.io", namespaced: "", cluster: "RuntimeClass" },
  { group: "policy", namespaced: "PodDisruptionBudget", cluster: "" },
  {
    group: "rbac.authorization.k8s.io",
    namespaced: "Role RoleBinding",
    cluster: "ClusterRole ClusterRoleBinding",
  },
  {
    group: "resource.k8s.io",
    namespaced: "ResourceClaim ResourceClaimTemplate",
    cluster: "DeviceClass DeviceTaintRule ResourcePoolStatusRequest ResourceSlice",
  },
  { group: "scheduling.k8s.io", namespaced: "CompositePodGroup PodGroup Workload", cluster: "PriorityClass" },
  {
    group: "storage.k8s.io",
    namespaced: "CSIStorageCapacity",
    cluster: "CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass",
  },
  { group: "storagemigration.k8s.io", namespaced: "", cluster: "StorageVersionMigration" },
];

/**
 * Kinds of older releases that existing manifests still contain. Source: the discovery documents and API
 * references of the releases named here, and the Kubernetes deprecation guide.
 */
export const retiredKinds: readonly BuiltinGroup[] = [
  // InitializerConfiguration was removed in 1.14, ExternalAdmissionHookConfiguration in 1.9.
  {
    group: "admissionregistration.k8s.io",
    namespaced: "",
    cluster: "ExternalAdmissionHookConfiguration InitializerConfiguration",
  },
  // Removed in 1.19.
  { group: "auditregistration.k8s.io", namespaced: "", cluster: "AuditSink" },
  // ScheduledJob became CronJob in 1.5.
  { group: "batch", namespaced: "ScheduledJob", cluster: "" },
  // Workloads and NetworkPolicy were removed in 1.16, Ingress in 1.22, ThirdPartyResource in 1.8.
  {
    group: "extensions",
    namespaced: "DaemonSet Deployment HorizontalPodAutoscaler Ingress Job NetworkPolicy ReplicaSet",
    cluster: "PodSecurityPolicy ThirdPartyResource",
  },
  // Alpha from 1.25 to 1.28.
  { group: "networking.k8s.io", namespaced: "", cluster: "ClusterCIDR" },
  // Removed in 1.25.
  { group: "policy", namespaced: "", cluster: "PodSecurityPolicy" },
  // v1alpha1 to v1alpha3 of 1.26 to 1.31.
  {
    group: "resource.k8s.io",
    namespaced: "PodScheduling PodSchedulingContext ResourceClaimParameters ResourceClassParameters",
    cluster: "ResourceClass",
  },
  // Removed in 1.20.
  { group: "settings.k8s.io", namespaced: "PodPreset", cluster: "" },
];
