import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  phase,
  project,
  ready,
  readyOrFailed,
  rule,
  suspendedWhen,
  waitingWhen,
  waitingOn,
} from "./shape/rule-shape.ts";

/** Clusters, machines, and fleets of clusters. */
export const clustersProjects: readonly BuiltinProject[] = [
  project(
    "Cluster API",
    rule(
      "cluster.x-k8s.io",
      "Cluster",
      suspendedWhen("spec.paused == true"),
      failedWhen("status.phase == 'Failed'", "conditions.Ready.message"),
      waitingWhen(
        "status.phase in ['Pending', 'Provisioning', 'Deleting']  && !(has(conditions.Ready.severity) && conditions.Ready.severity == 'Error')",
      ),
    ),
    rule(
      "cluster.x-k8s.io",
      "MachineDeployment MachineSet MachinePool",
      ...phase("status.phase", { current: "running provisioned", failed: "failed" }),
    ),
    rule("cluster.x-k8s.io", "Machine MachineHealthCheck MachineDrainRule"),
    rule("cluster.x-k8s.io", "ClusterClass", currentWhen()),
    rule("bootstrap.cluster.x-k8s.io", "*Config"),
    rule("bootstrap.cluster.x-k8s.io", "*Template", currentWhen()),
    rule(
      "controlplane.cluster.x-k8s.io",
      "AWSManagedControlPlane",
      failedWhen("status.failureMessage != ''", "status.failureMessage"),
      waitingWhen(
        "has(spec.version) && has(status.version) && !status.version.startsWith(spec.version.replace('v', ''))",
      ),
    ),
    rule(
      "controlplane.cluster.x-k8s.io",
      "*ControlPlane",
      failedWhen("status.failureMessage != ''", "status.failureMessage"),
    ),
    rule("controlplane.cluster.x-k8s.io", "*Template", currentWhen()),
    rule(
      "infrastructure.cluster.x-k8s.io",
      "*Cluster *Machine *MachinePool *ControlPlane",
      failedWhen("status.failureMessage != ''", "status.failureMessage"),
    ),
    rule("infrastructure.cluster.x-k8s.io", "*Template *Identity", currentWhen()),
    rule("addons.cluster.x-k8s.io", "HelmChartProxy HelmReleaseProxy"),
    rule("operator.cluster.x-k8s.io", "*Provider"),
  ),
  project(
    "Karpenter",
    rule("karpenter.sh", "NodePool NodeClaim", ...readyOrFailed(), waitingWhen()),
    rule("karpenter.k8s.aws", "EC2NodeClass", ...readyOrFailed(), waitingWhen()),
    rule("karpenter.azure.com", "AKSNodeClass", ...readyOrFailed(), waitingWhen()),
    rule("karpenter.sh", "Provisioner Machine", ...ready("Active"), ...ready()),
  ),
  project(
    "Gardener",
    rule(
      "core.gardener.cloud",
      "Shoot Seed",
      failedWhen("!has(status.conditions) && has(status.lastOperation)", "status.lastOperation.description"),
      failedWhen(
        "status.lastOperation.state in ['Error', 'Failed', 'Aborted']",
        "status.lastOperation.description",
      ),
      waitingWhen("status.lastOperation.state in ['Processing', 'Pending']"),
      waitingWhen(
        "status.conditions.exists(c, c.status in ['False', 'Progressing'])",
        "status.conditions.filter(c, c.status != 'True')[0].message",
      ),
      waitingWhen("status.conditions.exists(c, c.status == 'Unknown')"),
      currentWhen("size(status.conditions) > 0"),
      waitingWhen(),
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
      failedWhen(
        "status.aggregatedStatus.exists(s, !s.?applied.orValue(false) || s.?health.orValue('') == 'Unhealthy')",
      ),
      ...failedOn("FullyApplied=False"),
      ...currentOn("FullyApplied"),
      waitingWhen(),
    ),
    rule("work.karmada.io", "Work", ...failedOn("Applied=False"), ...currentOn("Applied"), waitingWhen()),
    rule("cluster.karmada.io", "Cluster"),
  ),
  project(
    "Open Cluster Management",
    rule(
      "policy.open-cluster-management.io",
      "Policy",
      failedWhen("status.compliant == 'NonCompliant'"),
      currentWhen("status.compliant == 'Compliant'"),
      waitingWhen("status.compliant == 'Pending'"),
      currentWhen("size(status.placement) > 0"),
      waitingWhen(),
    ),
    rule(
      "policy.open-cluster-management.io",
      "ConfigurationPolicy CertificatePolicy IamPolicy PolicySet",
      failedWhen("status.compliant == 'NonCompliant'"),
      currentWhen("status.compliant == 'Compliant'"),
      waitingWhen(),
    ),
    rule(
      "policy.open-cluster-management.io",
      "OperatorPolicy",
      failedWhen("status.compliant == 'NonCompliant'", "conditions.Compliant.message"),
      currentWhen("status.compliant == 'Compliant' && conditions.Compliant.status == 'True'"),
      waitingWhen(),
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
      waitingWhen(),
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
      failedWhen(
        "status.conditions.exists(c, c.type in ['ProvisionFailed', 'ProvisionStopped'] && c.status == 'True')",
      ),
      currentWhen("spec.installed == true"),
      waitingWhen(),
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
