/** The lifecycle of a version of a built-in kind. Minors are those of Kubernetes 1 (22 for 1.22). */
export interface ApiLifecycle {
  readonly apiVersion: string;
  readonly kind: string;
  /** The minor that deprecates it. */
  readonly deprecated: number;
  /** The first minor that does not serve it; absent if it stays. */
  readonly removed?: number;
  /** The version to use instead, with the kind if that differs; absent if there is none. */
  readonly use?: string;
  /** The first minor that serves the replacement. */
  readonly since: number;
}

/**
 * Every version of a built-in kind that Kubernetes has deprecated or removed since 1.16, one per line: the
 * version, its kinds, the minor that deprecates them, the minor that removes them, the replacement, and the
 * first minor that has the replacement.
 *
 * Source: the life cycles in the Go module `k8s.io/api` up to v0.37.2 (`APILifecycleDeprecated`, `…Removed`,
 * `…Replacement`), and those of `k8s.io/apiextensions-apiserver` and `k8s.io/kube-aggregator`. If a life
 * cycle names no replacement, it is the newest version of the same kind. Versions that were gone before their
 * life cycle says so are listed with the minor that no longer has a discovery document for them.
 */
const table = `
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy,MutatingAdmissionPolicyBinding 35 38 admissionregistration.k8s.io/v1 36
admissionregistration.k8s.io/v1alpha1 ValidatingAdmissionPolicy,ValidatingAdmissionPolicyBinding 29 32 admissionregistration.k8s.io/v1 30
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy,MutatingAdmissionPolicyBinding 37 40 admissionregistration.k8s.io/v1 36
admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration,ValidatingWebhookConfiguration 16 22 admissionregistration.k8s.io/v1 16
admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy,ValidatingAdmissionPolicyBinding 31 34 admissionregistration.k8s.io/v1 30
apiextensions.k8s.io/v1beta1 CustomResourceDefinition 16 22 apiextensions.k8s.io/v1 16
apiregistration.k8s.io/v1beta1 APIService 19 22 apiregistration.k8s.io/v1 10
apps/v1beta1 ControllerRevision,Deployment,StatefulSet 8 16 apps/v1 9
apps/v1beta2 ControllerRevision,DaemonSet,Deployment,ReplicaSet,StatefulSet 9 16 apps/v1 9
authentication.k8s.io/v1alpha1 SelfSubjectReview 29 32 authentication.k8s.io/v1 28
authentication.k8s.io/v1beta1 SelfSubjectReview 30 33 authentication.k8s.io/v1 28
authentication.k8s.io/v1beta1 TokenReview 19 22 authentication.k8s.io/v1 6
authorization.k8s.io/v1beta1 LocalSubjectAccessReview,SelfSubjectAccessReview,SelfSubjectRulesReview,SubjectAccessReview 19 22 authorization.k8s.io/v1 6
autoscaling/v2beta1 HorizontalPodAutoscaler 22 25 autoscaling/v2 23
autoscaling/v2beta2 HorizontalPodAutoscaler 23 26 autoscaling/v2 23
batch/v1beta1 CronJob 21 25 batch/v1 21
certificates.k8s.io/v1alpha1 ClusterTrustBundle 34 37 certificates.k8s.io/v1beta1 33
certificates.k8s.io/v1alpha1 PodCertificateRequest 35 35 certificates.k8s.io/v1beta1 35
certificates.k8s.io/v1beta1 CertificateSigningRequest 19 22 certificates.k8s.io/v1 19
certificates.k8s.io/v1beta1 ClusterTrustBundle 37 40 certificates.k8s.io/v1 37
certificates.k8s.io/v1beta1 PodCertificateRequest 37 40 certificates.k8s.io/v1 37
coordination.k8s.io/v1alpha1 LeaseCandidate 32 32 coordination.k8s.io/v1beta1 33
coordination.k8s.io/v1alpha2 LeaseCandidate 35 38 coordination.k8s.io/v1beta1 33
coordination.k8s.io/v1beta1 Lease 19 22 coordination.k8s.io/v1 14
coordination.k8s.io/v1beta1 LeaseCandidate 36 39 - -
discovery.k8s.io/v1beta1 EndpointSlice 21 25 discovery.k8s.io/v1 21
events.k8s.io/v1beta1 Event 22 25 events.k8s.io/v1 19
extensions/v1beta1 DaemonSet,Deployment,ReplicaSet 8 16 apps/v1 9
extensions/v1beta1 Ingress 14 22 networking.k8s.io/v1 19
extensions/v1beta1 NetworkPolicy 9 16 networking.k8s.io/v1 7
extensions/v1beta1 PodSecurityPolicy 11 16 - -
flowcontrol.apiserver.k8s.io/v1alpha1 FlowSchema,PriorityLevelConfiguration 20 21 flowcontrol.apiserver.k8s.io/v1 29
flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema,PriorityLevelConfiguration 23 26 flowcontrol.apiserver.k8s.io/v1 29
flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema,PriorityLevelConfiguration 26 29 flowcontrol.apiserver.k8s.io/v1 29
flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema,PriorityLevelConfiguration 29 32 flowcontrol.apiserver.k8s.io/v1 29
lifecycle.k8s.io/v1alpha1 Eviction,EvictionRequest 40 43 - -
networking.k8s.io/v1alpha1 ClusterCIDR 28 29 - -
networking.k8s.io/v1alpha1 IPAddress,ServiceCIDR 30 31 networking.k8s.io/v1 33
networking.k8s.io/v1beta1 IPAddress,ServiceCIDR 34 37 networking.k8s.io/v1 33
networking.k8s.io/v1beta1 Ingress,IngressClass 19 22 networking.k8s.io/v1 19
node.k8s.io/v1beta1 RuntimeClass 22 25 node.k8s.io/v1 20
policy/v1beta1 PodDisruptionBudget 21 25 policy/v1 21
policy/v1beta1 PodSecurityPolicy 21 25 - -
rbac.authorization.k8s.io/v1beta1 ClusterRole,ClusterRoleBinding,Role,RoleBinding 17 22 rbac.authorization.k8s.io/v1 8
resource.k8s.io/v1alpha3 DeviceClass,ResourceClaim,ResourceClaimTemplate,ResourceSlice 34 34 resource.k8s.io/v1 34
resource.k8s.io/v1alpha3 DeviceTaintRule 36 39 resource.k8s.io/v1beta2 36
resource.k8s.io/v1alpha3 ResourcePoolStatusRequest 39 42 - -
resource.k8s.io/v1beta1 DeviceClass,ResourceClaim,ResourceClaimTemplate,ResourceSlice 35 38 resource.k8s.io/v1 34
resource.k8s.io/v1beta2 DeviceClass,ResourceClaim,ResourceClaimTemplate,ResourceSlice 36 39 resource.k8s.io/v1 34
resource.k8s.io/v1beta2 DeviceTaintRule 39 42 resource.k8s.io/v1 37
scheduling.k8s.io/v1alpha1 Workload 36 36 scheduling.k8s.io/v1beta1 37
scheduling.k8s.io/v1alpha2 PodGroup,Workload 37 37 scheduling.k8s.io/v1beta1 37
scheduling.k8s.io/v1beta1 PodGroup,Workload 40 43 - -
scheduling.k8s.io/v1beta1 PriorityClass 14 22 scheduling.k8s.io/v1 14
storage.k8s.io/v1alpha1 CSIStorageCapacity 21 24 storage.k8s.io/v1 24
storage.k8s.io/v1alpha1 VolumeAttachment 21 24 storage.k8s.io/v1 13
storage.k8s.io/v1alpha1 VolumeAttributesClass 32 35 storage.k8s.io/v1 34
storage.k8s.io/v1beta1 CSIDriver 19 22 storage.k8s.io/v1 18
storage.k8s.io/v1beta1 CSINode 17 22 storage.k8s.io/v1 17
storage.k8s.io/v1beta1 CSIStorageCapacity 24 27 storage.k8s.io/v1 24
storage.k8s.io/v1beta1 StorageClass 19 22 storage.k8s.io/v1 6
storage.k8s.io/v1beta1 VolumeAttachment 19 22 storage.k8s.io/v1 13
storage.k8s.io/v1beta1 VolumeAttributesClass 34 37 storage.k8s.io/v1 34
storagemigration.k8s.io/v1alpha1 StorageVersionMigration 33 35 storagemigration.k8s.io/v1beta1 35
storagemigration.k8s.io/v1beta1 StorageVersionMigration 37 40 storagemigration.k8s.io/v1 37
v1 ComponentStatus 19 - - -
v1 Endpoints 33 - discovery.k8s.io/v1,EndpointSlice 21
`;

/**
 * Returns every version of a built-in kind that Kubernetes has deprecated or removed since 1.16, or has
 * announced to remove.
 */
export function versionFates(): readonly ApiLifecycle[] {
  return table.trim().split("\n").flatMap(readLine);
}

function readLine(line: string): readonly ApiLifecycle[] {
  const [apiVersion = "", kinds = "", deprecated, removed, use = "-", since] = line.split(" ");
  return kinds.split(",").map((kind) => ({
    apiVersion,
    kind,
    deprecated: Number(deprecated),
    ...(removed === "-" ? {} : { removed: Number(removed) }),
    ...(use === "-" ? {} : { use: use.replace(",", " ") }),
    since: since === "-" ? 0 : Number(since),
  }));
}
