import {
  type BuiltinProject,
  current,
  currentOn,
  failed,
  failedOn,
  phase,
  project,
  ready,
  readyOrFailed,
  rule,
  suspended,
  waiting,
  waitingOn,
} from "./shape/rule-shape.ts";

/** Clusters, machines, and fleets of clusters. */
export const clustersProjects: readonly BuiltinProject[] = [
  project(
    "Cluster API",
    rule(
      "cluster.x-k8s.io",
      "Cluster",
      suspended("spec.paused == true"),
      failed("status.phase == 'Failed'", "conditions.Ready.message"),
      waiting(
        "status.phase in ['Pending', 'Provisioning', 'Deleting']  && !(has(conditions.Ready.severity) && conditions.Ready.severity == 'Error')",
      ),
    ),
    rule(
      "cluster.x-k8s.io",
      "MachineDeployment MachineSet MachinePool",
      ...phase("status.phase", { current: "running provisioned", failed: "failed" }),
    ),
    rule("cluster.x-k8s.io", "Machine MachineHealthCheck MachineDrainRule"),
    rule("cluster.x-k8s.io", "ClusterClass", current()),
    rule("bootstrap.cluster.x-k8s.io", "*Config"),
    rule("bootstrap.cluster.x-k8s.io", "*Template", current()),
    rule(
      "controlplane.cluster.x-k8s.io",
      "AWSManagedControlPlane",
      failed("status.failureMessage != ''", "status.failureMessage"),
      waiting(
        "has(spec.version) && has(status.version) && !status.version.startsWith(spec.version.replace('v', ''))",
      ),
    ),
    rule(
      "controlplane.cluster.x-k8s.io",
      "*ControlPlane",
      failed("status.failureMessage != ''", "status.failureMessage"),
    ),
    rule("controlplane.cluster.x-k8s.io", "*Template", current()),
    rule(
      "infrastructure.cluster.x-k8s.io",
      "*Cluster *Machine *MachinePool *ControlPlane",
      failed("status.failureMessage != ''", "status.failureMessage"),
    ),
    rule("infrastructure.cluster.x-k8s.io", "*Template *Identity", current()),
    rule("addons.cluster.x-k8s.io", "HelmChartProxy HelmReleaseProxy"),
    rule("operator.cluster.x-k8s.io", "*Provider"),
  ),
  project(
    "Karpenter",
    rule("karpenter.sh", "NodePool NodeClaim", ...readyOrFailed(), waiting()),
    rule("karpenter.k8s.aws", "EC2NodeClass", ...readyOrFailed(), waiting()),
    rule("karpenter.azure.com", "AKSNodeClass", ...readyOrFailed(), waiting()),
    rule("karpenter.sh", "Provisioner Machine", ...ready("Active"), ...ready()),
  ),
  project(
    "Gardener",
    rule(
      "core.gardener.cloud",
      "Shoot Seed",
      failed("!has(status.conditions) && has(status.lastOperation)", "status.lastOperation.description"),
      failed(
        "status.lastOperation.state in ['Error', 'Failed', 'Aborted']",
        "status.lastOperation.description",
      ),
      waiting("status.lastOperation.state in ['Processing', 'Pending']"),
      waiting(
        "status.conditions.exists(c, c.status in ['False', 'Progressing'])",
        "status.conditions.filter(c, c.status != 'True')[0].message",
      ),
      waiting("status.conditions.exists(c, c.status == 'Unknown')"),
      current("size(status.conditions) > 0"),
      waiting(),
    ),
    rule(
      "extensions.gardener.cloud",
      "*",
      ...phase(
        "status.lastOperation.state",
        { current: "succeeded", failed: "error failed" },
        "status.lastOperation.description",
      ),
    ),
  ),
  project(
    "Karmada",
    rule(
      "work.karmada.io",
      "ResourceBinding ClusterResourceBinding",
      ...waitingOn("Running", "Scheduled=False"),
      failed(
        "status.aggregatedStatus.exists(s, !s.?applied.orValue(false) || s.?health.orValue('') == 'Unhealthy')",
      ),
      ...failedOn("FullyApplied=False"),
      ...currentOn("FullyApplied"),
      waiting(),
    ),
    rule("work.karmada.io", "Work", ...failedOn("Applied=False"), ...currentOn("Applied"), waiting()),
    rule("cluster.karmada.io", "Cluster"),
  ),
  project(
    "Open Cluster Management",
    rule(
      "policy.open-cluster-management.io",
      "Policy",
      failed("status.compliant == 'NonCompliant'"),
      current("status.compliant == 'Compliant'"),
      waiting("status.compliant == 'Pending'"),
      current("size(status.placement) > 0"),
      waiting(),
    ),
    rule(
      "policy.open-cluster-management.io",
      "ConfigurationPolicy CertificatePolicy IamPolicy PolicySet",
      failed("status.compliant == 'NonCompliant'"),
      current("status.compliant == 'Compliant'"),
      waiting(),
    ),
    rule(
      "policy.open-cluster-management.io",
      "OperatorPolicy",
      failed("status.compliant == 'NonCompliant'", "conditions.Compliant.message"),
      current("status.compliant == 'Compliant' && conditions.Compliant.status == 'True'"),
      waiting(),
    ),
    rule(
      "cluster.open-cluster-management.io",
      "ManagedCluster",
      ...ready("ManagedClusterConditionAvailable"),
    ),
    rule(
      "work.open-cluster-management.io",
      "ManifestWork",
      ...failedOn("Applied=False"),
      ...currentOn("Available"),
      waiting(),
    ),
    rule("addon.open-cluster-management.io", "ManagedClusterAddOn", ...ready("Available")),
    rule(
      "apps.open-cluster-management.io",
      "Subscription",
      ...phase(
        "status.phase",
        { current: "subscribed propagated", failed: "failed propagationfailed" },
        "status.message",
      ),
    ),
    rule(
      "hive.openshift.io",
      "ClusterDeployment",
      failed(
        "status.conditions.exists(c, c.type in ['ProvisionFailed', 'ProvisionStopped'] && c.status == 'True')",
      ),
      current("spec.installed == true"),
      waiting(),
    ),
    rule(
      "hypershift.openshift.io",
      "HostedCluster NodePool",
      ...failedOn("Degraded"),
      ...ready("Available"),
      ...ready("Ready"),
    ),
  ),
];
