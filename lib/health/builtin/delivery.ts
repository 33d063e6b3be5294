import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  phase,
  project,
  rule,
  suspendedBy,
  waitingWhen,
} from "./shape/rule-shape.ts";

const run = { current: "successful succeeded", failed: "failed error errored", suspended: "inconclusive" };

/** Tools that deliver applications: Flux, Tekton, Flagger, Keptn, and others. */
export const deliveryProjects: readonly BuiltinProject[] = [
  project(
    "Flux",
    rule("source.toolkit.fluxcd.io", "HelmRepository", currentWhen("spec.type == 'oci'")),
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
      currentWhen(),
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
    rule("flagger.app", "MetricTemplate AlertProvider", currentWhen()),
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
      currentWhen("status.pass == true || status.warning == true"),
      failedWhen("status.state == 'Completed'"),
      waitingWhen(),
    ),
  ),
  project(
    "Tekton",
    rule(
      "tekton.dev",
      "TaskRun PipelineRun CustomRun Run",
      ...currentOn("Succeeded"),
      ...failedOn("Succeeded=False"),
      waitingWhen(),
    ),
    rule("tekton.dev", "Task Pipeline ClusterTask StepAction", currentWhen()),
    rule("operator.tekton.dev", "*"),
    rule("triggers.tekton.dev", "EventListener"),
  ),
  project(
    "Ansible",
    rule(
      "tower.ansible.com",
      "AnsibleJob AnsibleWorkflow",
      ...phase("status.ansibleJobResult.status", { current: "successful", failed: "failed error canceled" }),
      waitingWhen(),
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
      waitingWhen(),
    ),
    rule(
      "packaging.carvel.dev",
      "PackageInstall PackageRepository",
      ...failedOn("ReconcileFailed", "DeleteFailed"),
      ...currentOn("ReconcileSucceeded"),
      waitingWhen(),
    ),
  ),
  project("Config Sync", rule("configsync.gke.io", "RootSync RepoSync")),
];
