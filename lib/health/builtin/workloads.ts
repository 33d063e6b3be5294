import {
  type BuiltinProject,
  current,
  currentOn,
  failed,
  failedOn,
  phase,
  project,
  rule,
  suspended,
  suspendedBy,
  suspendedOn,
  waiting,
} from "./shape/rule-shape.ts";

/** Workloads of OpenKruise: partitions and pauses hold an update back on request. */
const kruiseWorkload = [
  suspended("spec.updateStrategy.paused == true || spec.updateStrategy.rollingUpdate.paused == true"),
  suspended(
    "int(spec.updateStrategy.rollingUpdate.partition) > 0 && status.updatedReadyReplicas < spec.replicas",
  ),
  suspended("int(spec.updateStrategy.partition) > 0 && status.updatedReadyReplicas < spec.replicas"),
  current("status.updatedAvailableReplicas >= spec.?replicas.orValue(1)"),
  failed(
    "status.conditions.exists(c, c.type in ['FailedScale', 'FailedUpdate', 'FailedCreatePod', 'FailedUpdatePod'] && c.status == 'True')",
  ),
  waiting(),
];

/** Workloads, autoscaling, batch queues, and virtual machines. */
export const workloadsProjects: readonly BuiltinProject[] = [
  project(
    "OpenKruise",
    rule("apps.kruise.io", "CloneSet StatefulSet", ...kruiseWorkload),
    rule(
      "apps.kruise.io",
      "DaemonSet",
      suspended("spec.updateStrategy.rollingUpdate.paused == true"),
      suspended(
        "int(spec.updateStrategy.rollingUpdate.partition) > 0 && status.updatedNumberScheduled < status.desiredNumberScheduled",
      ),
      failed(
        "status.numberUnavailable > 0 && status.numberReady == 0 && status.updatedNumberScheduled >= status.desiredNumberScheduled",
        "'no pod is available'",
      ),
      current(
        "status.desiredNumberScheduled > 0 && status.updatedNumberScheduled >= status.desiredNumberScheduled && status.numberAvailable >= status.desiredNumberScheduled",
      ),
      waiting(),
    ),
    rule(
      "apps.kruise.io",
      "BroadcastJob ImagePullJob",
      suspended("spec.paused == true || status.phase == 'paused'"),
      failed("status.phase == 'failed' || conditions.Failed.status == 'True'", "conditions.Failed.message"),
      current("status.phase == 'completed' || has(status.completionTime)"),
      waiting(),
    ),
    rule(
      "apps.kruise.io",
      "AdvancedCronJob",
      suspended("spec.paused == true"),
      waiting("size(status.active) > 0"),
      current("has(status.lastScheduleTime) && status.lastScheduleTime != null"),
      failed("has(status.lastScheduleTime) && status.lastScheduleTime == null", "'it was never scheduled'"),
      waiting(),
    ),
    rule(
      "apps.kruise.io",
      "SidecarSet UnitedDeployment WorkloadSpread PodUnavailableBudget ResourceDistribution ContainerRecreateRequest",
      current(),
    ),
    rule(
      "rollouts.kruise.io",
      "Rollout",
      suspended("status.canaryStatus.currentStepState == 'StepPaused'", "status.message"),
      failed("status.phase in ['Disabled', 'Failed']"),
      ...phase("status.phase", { current: "healthy" }, "status.message"),
    ),
    rule(
      "game.kruise.io",
      "GameServer",
      failed(
        "status.podStatus.conditions.exists(c, c.type == 'KruisePodReady' && c.status == 'False') && status.currentState == status.desiredState",
      ),
      ...phase("status.currentState", { current: "ready", failed: "crash" }),
    ),
    rule(
      "game.kruise.io",
      "GameServerSet",
      current("status.?readyReplicas.orValue(0) >= spec.?replicas.orValue(1)"),
      waiting(),
    ),
  ),
  project(
    "KEDA",
    rule(
      "keda.sh",
      "ScaledObject",
      ...suspendedOn("Paused"),
      ...failedOn("Ready=False", "Fallback"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule(
      "keda.sh",
      "ScaledJob",
      ...suspendedOn("Paused"),
      ...failedOn("Ready=False"),
      failed("conditions.Ready.reason == 'PartialTriggerError'", "conditions.Ready.message"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule("keda.sh", "TriggerAuthentication ClusterTriggerAuthentication", current()),
    rule("http.keda.sh", "HTTPScaledObject"),
  ),
  project(
    "KubeVirt",
    rule(
      "kubevirt.io",
      "VirtualMachine",
      suspended(
        "conditions.Paused.status == 'True' || status.printableStatus in ['Stopped', 'Paused']",
        "status.printableStatus",
      ),
      failed(
        "conditions.Failure.status == 'True' || status.printableStatus in ['CrashLoopBackOff', 'ErrorUnschedulable', 'ErrImagePull', 'ImagePullBackOff', 'ErrorPvcNotFound', 'DataVolumeError']",
        "status.printableStatus",
      ),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule(
      "kubevirt.io",
      "VirtualMachineInstance",
      ...suspendedOn("Paused"),
      failed("status.phase == 'Failed' || conditions.Failure.status == 'True'"),
      suspended("status.phase == 'Succeeded'"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule(
      "kubevirt.io",
      "VirtualMachineInstanceReplicaSet VirtualMachinePool",
      suspendedBy("paused"),
      current("status.?readyReplicas.orValue(0) >= spec.?replicas.orValue(1)"),
      waiting(),
    ),
    rule(
      "kubevirt.io",
      "VirtualMachineInstanceMigration",
      ...phase("status.phase", { current: "succeeded", failed: "failed" }),
    ),
    rule("kubevirt.io", "KubeVirt", ...phase("status.phase", { current: "deployed" })),
    rule("cdi.kubevirt.io", "CDI", ...phase("status.phase", { current: "deployed", failed: "error" })),
    rule(
      "cdi.kubevirt.io",
      "DataVolume",
      failed(
        "status.phase in ['Failed'] || (conditions.Running.status == 'False' && conditions.Running.reason == 'Error')",
        "conditions.Running.message",
      ),
      suspended("status.phase == 'Paused'"),
      current("status.phase in ['Succeeded', 'PopulatedFromPVC', 'WaitForFirstConsumer']"),
      waiting(),
    ),
  ),
  project(
    "Kueue",
    rule(
      "kueue.x-k8s.io",
      "ClusterQueue LocalQueue",
      suspended("spec.stopPolicy in ['Hold', 'HoldAndDrain']"),
      ...failedOn("Active=False"),
      ...currentOn("Active"),
      waiting(),
    ),
    rule("kueue.x-k8s.io", "AdmissionCheck", ...failedOn("Active=False"), ...currentOn("Active"), waiting()),
    rule(
      "kueue.x-k8s.io",
      "Workload",
      ...currentOn("Finished"),
      suspended("spec.active == false"),
      waiting(),
    ),
    rule("kueue.x-k8s.io", "ResourceFlavor WorkloadPriorityClass Topology Cohort", current()),
  ),
  project(
    "JobSet",
    rule(
      "jobset.x-k8s.io",
      "JobSet",
      suspendedBy("suspend"),
      ...failedOn("Failed"),
      ...currentOn("Completed"),
      waiting(),
    ),
  ),
  project(
    "LeaderWorkerSet",
    rule("leaderworkerset.x-k8s.io", "LeaderWorkerSet", ...currentOn("Available"), waiting()),
  ),
  project(
    "Volcano",
    rule(
      "batch.volcano.sh",
      "Job",
      ...phase(
        "status.state.phase",
        { current: "completed running", failed: "failed aborted terminated" },
        "status.state.message",
      ),
    ),
    rule(
      "scheduling.volcano.sh",
      "Queue",
      current("status.state == 'Open'"),
      suspended("status.state == 'Closed'"),
    ),
    rule(
      "scheduling.volcano.sh",
      "PodGroup",
      ...phase("status.phase", { current: "running completed", failed: "unknown" }),
    ),
  ),
  project(
    "Agones",
    rule(
      "agones.dev",
      "Fleet GameServerSet",
      current(
        "status.?readyReplicas.orValue(0) + status.?allocatedReplicas.orValue(0) >= spec.?replicas.orValue(1)",
      ),
      waiting(),
    ),
    rule(
      "agones.dev",
      "GameServer",
      ...phase("status.state", { current: "ready allocated reserved", failed: "unhealthy error" }),
    ),
  ),
];
