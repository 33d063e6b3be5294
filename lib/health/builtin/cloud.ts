import {
  type BuiltinProject,
  current,
  currentOn,
  failed,
  failedOn,
  project,
  rule,
  suspendedOn,
  waiting,
  waitingOn,
} from "./shape/rule-shape.ts";

/** Managed resources of Crossplane: `Synced` reports errors, `Ready` the external resource. */
const managed = [
  ...suspendedOn("Synced=False/ReconcilePaused"),
  ...failedOn(
    "Synced=False/ReconcileError",
    "LastAsyncOperation=False/AsyncCreateFailure",
    "LastAsyncOperation=False/AsyncUpdateFailure",
  ),
  ...waitingOn("Synced=False", "Ready=Unknown"),
  ...currentOn("Ready"),
  ...waitingOn("Ready=False"),
  waiting(),
];

const noReport =
  "ProviderConfig* StoreConfig* *Usage DeploymentRuntimeConfig ControllerConfig Function* EnvironmentConfig Composition CompositionRevision";

/** Resources of cloud providers. */
export const cloudProjects: readonly BuiltinProject[] = [
  project(
    "Crossplane",
    rule(
      "pkg.crossplane.io",
      "Provider Configuration Function",
      ...failedOn("Healthy=False", "Installed=False"),
      current("conditions.Healthy.status == 'True' && conditions.Installed.status == 'True'"),
      waiting(),
    ),
    rule(
      "pkg.crossplane.io",
      "ProviderRevision ConfigurationRevision FunctionRevision",
      ...failedOn("Healthy=False"),
      ...currentOn("Healthy"),
      waiting(),
    ),
    rule(
      "apiextensions.crossplane.io",
      "CompositeResourceDefinition",
      ...currentOn("Established"),
      waiting(),
    ),
    rule("apiextensions.crossplane.io", "Composition CompositionRevision EnvironmentConfig Usage", current()),
    rule(
      "stacks.crossplane.io",
      "ClusterStackInstall StackInstall",
      current("status.conditionedStatus.conditions.exists(c, c.type == 'Ready' && c.status == 'True')"),
      waiting(),
    ),
    rule("*.crossplane.io", "*", ...managed),
    rule("*.crossplane.io", noReport, current()),
    rule("*.upbound.io", "*", ...managed),
    rule("*.upbound.io", noReport, current()),
  ),
  project(
    "AWS Controllers for Kubernetes",
    rule(
      "*.services.k8s.aws",
      "*",
      ...failedOn("ACK.Terminal"),
      ...currentOn("Ready", "ACK.ResourceSynced"),
      ...failedOn("ACK.Recoverable"),
      waiting(),
    ),
    rule(
      "services.k8s.aws",
      "AdoptedResource FieldExport",
      ...failedOn("ACK.Recoverable", "ACK.Terminal"),
      ...currentOn("ACK.Adopted"),
      current("self.kind == 'FieldExport'"),
      waiting(),
    ),
  ),
  project(
    "Config Connector",
    rule(
      "*.cnrm.cloud.google.com",
      "*",
      failed("status.healthy == false"),
      current("status.healthy == true"),
      ...failedOn(
        "Ready=False/UpdateFailed",
        "Ready=False/CreateFailed",
        "Ready=False/DeleteFailed",
        "Ready=False/DependencyNotFound",
        "Ready=False/DependencyInvalid",
        "Ready=False/ManagementConflict",
        "Ready=False/DeletionFailed",
      ),
      ...suspendedOn("Ready=False/DependencyNotReady", "Ready=False/Paused"),
      ...waitingOn("Ready=False"),
      ...currentOn("Ready"),
      waiting(),
    ),
  ),
  project(
    "Azure Service Operator",
    rule(
      "*.azure.com",
      "*",
      failed(
        "conditions.Ready.status == 'False' && conditions.Ready.severity == 'Error'",
        "conditions.Ready.message",
      ),
      ...currentOn("Ready"),
      waiting(),
    ),
  ),
  project(
    "SAP BTP",
    rule(
      "services.cloud.sap.com",
      "ServiceInstance ServiceBinding",
      ...failedOn("Failed"),
      ...currentOn("Ready"),
      waiting(),
    ),
  ),
  project(
    "Open Service Broker",
    rule(
      "servicecatalog.k8s.io",
      "ServiceInstance ServiceBinding ClusterServiceBroker ServiceBroker",
      ...failedOn("Failed"),
      ...currentOn("Ready"),
      waiting(),
    ),
  ),
];
