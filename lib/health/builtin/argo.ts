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
  waitingWhen,
  waitingOn,
} from "./shape/rule-shape.ts";
import { rolloutCases } from "./shape/rollout-cases.ts";

const run = { current: "successful succeeded", failed: "failed error errored", suspended: "inconclusive" };

function suspendedPhases(): readonly ReturnType<typeof suspendedWhen>[] {
  return [
    suspendedWhen(
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
    rule("argoproj.io", "AnalysisTemplate ClusterAnalysisTemplate", currentWhen()),
  ),
  project("Spot Ocean", rule("spot.io", "SpotDeployment", ...rolloutCases)),
  project(
    "Argo CD",
    rule(
      "argoproj.io",
      "Application",
      failedWhen(
        "status.health.status in ['Degraded', 'Missing'] || status.operationState.phase in ['Failed', 'Error']",
      ),
      suspendedWhen("status.health.status == 'Suspended'", "status.health.message"),
      waitingWhen("status.health.status == 'Progressing' || status.operationState.phase == 'Running'"),
      currentWhen("status.health.status == 'Healthy'"),
      waitingWhen(),
    ),
    rule("argoproj.io", "ApplicationSet", ...failedOn("ErrorOccurred"), ...currentOn("ResourcesUpToDate")),
    rule("argoproj.io", "AppProject", currentWhen()),
  ),
  project(
    "Argo Workflows",
    rule("argoproj.io", "Workflow", suspendedBy("suspend"), ...phase("status.phase", run, "status.message")),
    rule(
      "argoproj.io",
      "CronWorkflow",
      ...failedOn("SpecError", "SubmissionError"),
      suspendedBy("suspend"),
      currentWhen(),
    ),
    rule("argoproj.io", "WorkflowTemplate ClusterWorkflowTemplate WorkflowEventBinding", currentWhen()),
  ),
  project("Argo Events", rule("argoproj.io", "EventBus EventSource Sensor")),
  project(
    "GitOps Promoter",
    rule(
      "promoter.argoproj.io",
      "CommitStatus ScmProvider ClusterScmProvider GitRepository PullRequest",
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule(
      "promoter.argoproj.io",
      "GitCommitStatus TimedCommitStatus ArgoCDCommitStatus",
      ...failedOn("Ready=False"),
      failedWhen("conditions.Ready.status == 'True' && status.environments.exists(e, e.phase == 'failure')"),
      waitingWhen("conditions.Ready.status == 'True' && status.environments.exists(e, e.phase == 'pending')"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule(
      "promoter.argoproj.io",
      "PromotionStrategy ChangeTransferPolicy",
      ...failedOn("Ready=False"),
      failedWhen(
        "has(status.environments) && size(status.environments) == 0",
        "'it promotes to no environment'",
      ),
      failedWhen("status.environments.exists(e, e.active.commitStatuses.exists(s, s.phase == 'failure'))"),
      waitingWhen("status.environments.exists(e, e.active.commitStatuses.exists(s, s.phase != 'success'))"),
      waitingWhen(
        "status.environments.exists(e, e.?proposed.?note.?drySha.orValue(e.?proposed.?dry.?sha.orValue(e.active.dry.sha)) != e.active.dry.sha)",
      ),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
  ),
  project(
    "Numaflow",
    rule(
      "numaflow.numaproj.io",
      "InterStepBufferService Pipeline MonoVertex Vertex",
      suspendedWhen(
        "status.phase == 'Paused' || spec.?lifecycle.?desiredPhase.orValue('') == 'Paused'",
        "status.message",
      ),
      failedWhen("status.phase == 'Failed'", "status.message"),
      waitingWhen("status.phase in ['Pausing', 'Deleting', 'Unknown', '']"),
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
