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
  waiting,
  waitingOn,
} from "./shape/rule-shape.ts";
import { rolloutCases } from "./shape/rollout-cases.ts";

const run = { current: "successful succeeded", failed: "failed error errored", suspended: "inconclusive" };

/** Tools that deliver applications: Argo, Flux, Tekton, Flagger, Keptn, Helm and Kustomize controllers. */
export const deliveryProjects: readonly BuiltinProject[] = [
  project(
    "Argo Rollouts",
    rule("argoproj.io", "Rollout", ...rolloutCases),
    rule("argoproj.io", "Experiment AnalysisRun", ...phase("status.phase", run, "status.message")),
    rule("argoproj.io", "AnalysisTemplate ClusterAnalysisTemplate", current()),
  ),
  project("Spot Ocean", rule("spot.io", "SpotDeployment", ...rolloutCases)),
  project(
    "Argo CD",
    rule(
      "argoproj.io",
      "Application",
      failed(
        "status.health.status in ['Degraded', 'Missing'] || status.operationState.phase in ['Failed', 'Error']",
      ),
      suspended("status.health.status == 'Suspended'", "status.health.message"),
      waiting("status.health.status == 'Progressing' || status.operationState.phase == 'Running'"),
      current("status.health.status == 'Healthy'"),
      waiting(),
    ),
    rule("argoproj.io", "ApplicationSet", ...failedOn("ErrorOccurred"), ...currentOn("ResourcesUpToDate")),
    rule("argoproj.io", "AppProject", current()),
  ),
  project(
    "Argo Workflows",
    rule("argoproj.io", "Workflow", suspendedBy("suspend"), ...phase("status.phase", run, "status.message")),
    rule(
      "argoproj.io",
      "CronWorkflow",
      ...failedOn("SpecError", "SubmissionError"),
      suspendedBy("suspend"),
      current(),
    ),
    rule("argoproj.io", "WorkflowTemplate ClusterWorkflowTemplate WorkflowEventBinding", current()),
  ),
  project("Argo Events", rule("argoproj.io", "EventBus EventSource Sensor")),
  project(
    "GitOps Promoter",
    rule(
      "promoter.argoproj.io",
      "CommitStatus ScmProvider ClusterScmProvider GitRepository PullRequest",
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule(
      "promoter.argoproj.io",
      "GitCommitStatus TimedCommitStatus ArgoCDCommitStatus",
      ...failedOn("Ready=False"),
      failed("conditions.Ready.status == 'True' && status.environments.exists(e, e.phase == 'failure')"),
      waiting("conditions.Ready.status == 'True' && status.environments.exists(e, e.phase == 'pending')"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule(
      "promoter.argoproj.io",
      "PromotionStrategy ChangeTransferPolicy",
      ...failedOn("Ready=False"),
      failed("has(status.environments) && size(status.environments) == 0", "'it promotes to no environment'"),
      failed("status.environments.exists(e, e.active.commitStatuses.exists(s, s.phase == 'failure'))"),
      waiting("status.environments.exists(e, e.active.commitStatuses.exists(s, s.phase != 'success'))"),
      waiting(
        "status.environments.exists(e, e.?proposed.?note.?drySha.orValue(e.?proposed.?dry.?sha.orValue(e.active.dry.sha)) != e.active.dry.sha)",
      ),
      ...currentOn("Ready"),
      waiting(),
    ),
  ),
  project(
    "Flux",
    rule("source.toolkit.fluxcd.io", "HelmRepository", current("spec.type == 'oci'")),
    rule(
      "source.toolkit.fluxcd.io",
      "GitRepository HelmChart Bucket OCIRepository ExternalArtifact ArtifactGenerator",
    ),
    rule("kustomize.toolkit.fluxcd.io", "Kustomization"),
    rule("helm.toolkit.fluxcd.io", "HelmRelease"),
    rule("image.toolkit.fluxcd.io", "ImageRepository ImagePolicy ImageUpdateAutomation"),
    rule("notification.toolkit.fluxcd.io", "Receiver"),
    rule(
      "notification.toolkit.fluxcd.io",
      "Provider Alert",
      suspendedBy("suspend"),
      ...failedOn("Ready=False"),
      current(),
    ),
    rule("fluxcd.controlplane.io", "FluxInstance FluxReport ResourceSet ResourceSetInputProvider"),
    rule("infra.contrib.fluxcd.io", "Terraform"),
    rule(
      "helm.fluxcd.io",
      "HelmRelease",
      ...phase("status.phase", {
        current: "succeeded deployed",
        failed: "failed deployfailed chartfetchfailed rollbackfailed",
      }),
    ),
  ),
  project(
    "Flagger",
    rule(
      "flagger.app",
      "Canary",
      ...phase(
        "status.phase",
        { current: "initialized succeeded", failed: "failed", suspended: "waitingpromotion" },
        "status.conditions[0].message",
      ),
    ),
    rule("flagger.app", "MetricTemplate AlertProvider", current()),
  ),
  project(
    "Keptn",
    rule("lifecycle.keptn.sh", "KeptnEvaluation", ...phase("status.overallStatus", run)),
    rule("lifecycle.keptn.sh", "KeptnTask", ...phase("status.status", run, "status.message")),
    rule(
      "lifecycle.keptn.sh",
      "KeptnAppVersion KeptnWorkloadVersion KeptnWorkloadInstance",
      ...phase("status.status", run),
    ),
    rule(
      "metrics.keptn.sh",
      "Analysis",
      current("status.pass == true || status.warning == true"),
      failed("status.state == 'Completed'"),
      waiting(),
    ),
  ),
  project(
    "Tekton",
    rule(
      "tekton.dev",
      "TaskRun PipelineRun CustomRun Run",
      ...currentOn("Succeeded"),
      ...failedOn("Succeeded=False"),
      waiting(),
    ),
    rule("tekton.dev", "Task Pipeline ClusterTask StepAction", current()),
    rule("operator.tekton.dev", "*"),
    rule("triggers.tekton.dev", "EventListener"),
  ),
  project(
    "Numaflow",
    rule(
      "numaflow.numaproj.io",
      "InterStepBufferService Pipeline MonoVertex Vertex",
      suspended(
        "status.phase == 'Paused' || spec.?lifecycle.?desiredPhase.orValue('') == 'Paused'",
        "status.message",
      ),
      failed("status.phase == 'Failed'", "status.message"),
      waiting("status.phase in ['Pausing', 'Deleting', 'Unknown', '']"),
      ...failedOn(
        "ChildrenResourcesHealthy=False",
        "VerticesHealthy=False",
        "DaemonServiceHealthy=False",
        "DaemonHealthy=False",
        "PodsHealthy=False",
        "Configured=False",
        "Deployed=False",
      ),
    ),
    rule(
      "numaplane.numaproj.io",
      "PipelineRollout MonoVertexRollout ISBServiceRollout NumaflowControllerRollout NumaflowController",
      ...suspendedPhases(),
      ...failedOn("ChildResourcesHealthy=False/PipelineFailed", "ChildResourcesHealthy=False/Failed"),
      ...waitingOn("ChildResourcesHealthy=False/Progressing", "ChildResourcesHealthy=Unknown"),
      ...failedOn("ChildResourcesHealthy=False", "ChildResourceDeployed=False"),
    ),
  ),
  project(
    "Ansible",
    rule(
      "tower.ansible.com",
      "AnsibleJob AnsibleWorkflow",
      ...phase("status.ansibleJobResult.status", { current: "successful", failed: "failed error canceled" }),
      waiting(),
    ),
  ),
  project("Fleet", rule("fleet.cattle.io", "GitRepo Bundle BundleDeployment Cluster ClusterGroup HelmOp")),
  project(
    "Helm controllers",
    rule("helm.cattle.io", "HelmChart", ...failedOn("Failed"), ...currentOn("JobCreated")),
  ),
  project(
    "Terraform operators",
    rule(
      "app.terraform.io",
      "Workspace Module AgentPool Project",
      ...phase("status.runStatus", {
        current: "applied planned_and_finished",
        failed: "errored canceled discarded",
      }),
    ),
    rule("tf.upbound.io", "Workspace"),
    rule(
      "terraform.core.oam.dev",
      "Configuration",
      ...phase("status.apply.state", { current: "available", failed: "configurationapplyfailed" }),
    ),
  ),
  project(
    "KubeVela",
    rule(
      "core.oam.dev",
      "Application",
      ...phase("status.status", {
        current: "running",
        failed: "workflowfailed unhealthy",
        suspended: "workflowsuspending workflowterminated",
      }),
    ),
  ),
  project(
    "kapp-controller",
    rule(
      "kappctrl.k14s.io",
      "App",
      ...failedOn("ReconcileFailed", "DeleteFailed"),
      ...currentOn("ReconcileSucceeded"),
      waiting(),
    ),
    rule(
      "packaging.carvel.dev",
      "PackageInstall PackageRepository",
      ...failedOn("ReconcileFailed", "DeleteFailed"),
      ...currentOn("ReconcileSucceeded"),
      waiting(),
    ),
  ),
  project("Config Sync", rule("configsync.gke.io", "RootSync RepoSync")),
];

function suspendedPhases(): readonly ReturnType<typeof suspended>[] {
  return [
    suspended(
      "conditions.PipelinePausingOrPaused.status == 'True'",
      "conditions.PipelinePausingOrPaused.message",
    ),
  ];
}
