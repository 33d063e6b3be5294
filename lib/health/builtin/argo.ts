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

function suspendedPhases(): readonly ReturnType<typeof suspended>[] {
  return [
    suspended(
      "conditions.PipelinePausingOrPaused.status == 'True'",
      "conditions.PipelinePausingOrPaused.message",
    ),
  ];
}

/** The projects of Argo, and those built on them. */
export const argoProjects: readonly BuiltinProject[] = [
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
];
