import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  phase,
  project,
  rule,
  suspendedWhen,
  suspendedBy,
  suspendedOn,
  waitingWhen,
} from "./shape/rule-shape.ts";

/** Workloads of OpenKruise: partitions and pauses hold an update back on request. */
const kruiseWorkload = [
  suspendedWhen("spec.updateStrategy.paused == true || spec.updateStrategy.rollingUpdate.paused == true"),
  suspendedWhen(
    "int(spec.updateStrategy.rollingUpdate.partition) > 0 && status.updatedReadyReplicas < spec.replicas",
  ),
  suspendedWhen("int(spec.updateStrategy.partition) > 0 && status.updatedReadyReplicas < spec.replicas"),
  currentWhen("status.updatedAvailableReplicas >= spec.?replicas.orValue(1)"),
  failedWhen(
    "status.conditions.exists(c, c.type in ['FailedScale', 'FailedUpdate', 'FailedCreatePod', 'FailedUpdatePod'] && c.status == 'True')",
  ),
  waitingWhen(),
];

/** Workloads, autoscaling, batch queues, and virtual machines. */
export const workloadsProjects: readonly BuiltinProject[] = [
  project(
    "OpenKruise",
    rule("apps.kruise.io", "CloneSet StatefulSet", ...kruiseWorkload),
    rule(
      "apps.kruise.io",
      "DaemonSet",
      suspendedWhen("spec.updateStrategy.rollingUpdate.paused == true"),
      suspendedWhen(
        "int(spec.updateStrategy.rollingUpdate.partition) > 0 && status.updatedNumberScheduled < status.desiredNumberScheduled",
      ),
      failedWhen(
        "status.numberUnavailable > 0 && status.numberReady == 0 && status.updatedNumberScheduled >= status.desiredNumberScheduled",
        "'no pod is available'",
      ),
      currentWhen(
        "status.desiredNumberScheduled > 0 && status.updatedNumberScheduled >= status.desiredNumberScheduled && status.numberAvailable >= status.desiredNumberScheduled",
      ),
      waitingWhen(),
    ),
    rule(
      "apps.kruise.io",
      "BroadcastJob ImagePullJob",
      suspendedWhen("spec.paused == true || status.phase == 'paused'"),
      failedWhen(
        "status.phase == 'failed' || conditions.Failed.status == 'True'",
        "conditions.Failed.message",
      ),
      currentWhen("status.phase == 'completed' || has(status.completionTime)"),
      waitingWhen(),
    ),
    rule(
      "apps.kruise.io",
      "AdvancedCronJob",
      suspendedWhen("spec.paused == true"),
      waitingWhen("size(status.active) > 0"),
      currentWhen("has(status.lastScheduleTime) && status.lastScheduleTime != null"),
      failedWhen(
        "has(status.lastScheduleTime) && status.lastScheduleTime == null",
        "'it was never scheduled'",
      ),
      waitingWhen(),
    ),
    rule(
      "apps.kruise.io",
      "SidecarSet UnitedDeployment WorkloadSpread PodUnavailableBudget ResourceDistribution ContainerRecreateRequest",
      currentWhen(),
    ),
    rule(
      "rollouts.kruise.io",
      "Rollout",
      suspendedWhen("status.canaryStatus.currentStepState == 'StepPaused'", "status.message"),
      failedWhen("status.phase in ['Disabled', 'Failed']"),
      ...phase("status.phase", { current: "healthy" }, "status.message"),
    ),
    rule(
      "game.kruise.io",
      "GameServer",
      failedWhen(
        "status.podStatus.conditions.exists(c, c.type == 'KruisePodReady' && c.status == 'False') && status.currentState == status.desiredState",
      ),
      ...phase("status.currentState", { current: "ready", failed: "crash" }),
    ),
    rule(
      "game.kruise.io",
      "GameServerSet",
      currentWhen("status.?readyReplicas.orValue(0) >= spec.?replicas.orValue(1)"),
      waitingWhen(),
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
      waitingWhen(),
    ),
    rule(
      "keda.sh",
      "ScaledJob",
      ...suspendedOn("Paused"),
      ...failedOn("Ready=False"),
      failedWhen("conditions.Ready.reason == 'PartialTriggerError'", "conditions.Ready.message"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule("keda.sh", "TriggerAuthentication ClusterTriggerAuthentication", currentWhen()),
    rule("http.keda.sh", "HTTPScaledObject"),
  ),
  project(
    "KubeVirt",
    rule(
      "kubevirt.io",
      "VirtualMachine",
      suspendedWhen(
        "conditions.Paused.status == 'True' || status.printableStatus in ['Stopped', 'Paused']",
        "status.printableStatus",
      ),
      failedWhen(
        "conditions.Failure.status == 'True' || status.printableStatus in ['CrashLoopBackOff', 'ErrorUnschedulable', 'ErrImagePull', 'ImagePullBackOff', 'ErrorPvcNotFound', 'DataVolumeError']",
        "status.printableStatus",
      ),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule(
      "kubevirt.io",
      "VirtualMachineInstance",
      ...suspendedOn("Paused"),
      failedWhen("status.phase == 'Failed' || conditions.Failure.status == 'True'"),
      suspendedWhen("status.phase == 'Succeeded'"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule(
      "kubevirt.io",
      "VirtualMachineInstanceReplicaSet VirtualMachinePool",
      suspendedBy("paused"),
      currentWhen("status.?readyReplicas.orValue(0) >= spec.?replicas.orValue(1)"),
      waitingWhen(),
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
      failedWhen(
        "status.phase in ['Failed'] || (conditions.Running.status == 'False' && conditions.Running.reason == 'Error')",
        "conditions.Running.message",
      ),
      suspendedWhen("status.phase == 'Paused'"),
      currentWhen("status.phase in ['Succeeded', 'PopulatedFromPVC', 'WaitForFirstConsumer']"),
      waitingWhen(),
    ),
  ),
  project(
    "Kueue",
    rule(
      "kueue.x-k8s.io",
      "ClusterQueue LocalQueue",
      suspendedWhen("spec.stopPolicy in ['Hold', 'HoldAndDrain']"),
      ...failedOn("Active=False"),
      ...currentOn("Active"),
      waitingWhen(),
    ),
    rule(
      "kueue.x-k8s.io",
      "AdmissionCheck",
      ...failedOn("Active=False"),
      ...currentOn("Active"),
      waitingWhen(),
    ),
    rule(
      "kueue.x-k8s.io",
      "Workload",
      ...currentOn("Finished"),
      suspendedWhen("spec.active == false"),
      waitingWhen(),
    ),
    rule("kueue.x-k8s.io", "ResourceFlavor WorkloadPriorityClass Topology Cohort", currentWhen()),
  ),
  project(
    "JobSet",
    rule(
      "jobset.x-k8s.io",
      "JobSet",
      suspendedBy("suspend"),
      ...failedOn("Failed"),
      ...currentOn("Completed"),
      waitingWhen(),
    ),
  ),
  project(
    "LeaderWorkerSet",
    rule("leaderworkerset.x-k8s.io", "LeaderWorkerSet", ...currentOn("Available"), waitingWhen()),
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
      currentWhen("status.state == 'Open'"),
      suspendedWhen("status.state == 'Closed'"),
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
      currentWhen(
        "status.?readyReplicas.orValue(0) + status.?allocatedReplicas.orValue(0) >= spec.?replicas.orValue(1)",
      ),
      waitingWhen(),
    ),
    rule(
      "agones.dev",
      "GameServer",
      ...phase("status.state", { current: "ready allocated reserved", failed: "unhealthy error" }),
    ),
  ),
];
