import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  project,
  rule,
  suspendedOn,
  waitingWhen,
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
  waitingWhen(),
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
      currentWhen("conditions.Healthy.status == 'True' && conditions.Installed.status == 'True'"),
      waitingWhen(),
    ),
    rule(
      "pkg.crossplane.io",
      "ProviderRevision ConfigurationRevision FunctionRevision",
      ...failedOn("Healthy=False"),
      ...currentOn("Healthy"),
      waitingWhen(),
    ),
    rule(
      "apiextensions.crossplane.io",
      "CompositeResourceDefinition",
      ...currentOn("Established"),
      waitingWhen(),
    ),
    rule(
      "apiextensions.crossplane.io",
      "Composition CompositionRevision EnvironmentConfig Usage",
      currentWhen(),
    ),
    rule(
      "stacks.crossplane.io",
      "ClusterStackInstall StackInstall",
      currentWhen("status.conditionedStatus.conditions.exists(c, c.type == 'Ready' && c.status == 'True')"),
      waitingWhen(),
    ),
    rule("*.crossplane.io", "*", ...managed),
    rule("*.crossplane.io", noReport, currentWhen()),
    rule("*.upbound.io", "*", ...managed),
    rule("*.upbound.io", noReport, currentWhen()),
  ),
  project(
    "AWS Controllers for Kubernetes",
    rule(
      "*.services.k8s.aws",
      "*",
      ...failedOn("ACK.Terminal"),
      ...currentOn("Ready", "ACK.ResourceSynced"),
      ...failedOn("ACK.Recoverable"),
      waitingWhen(),
    ),
    rule(
      "services.k8s.aws",
      "AdoptedResource FieldExport",
      ...failedOn("ACK.Recoverable", "ACK.Terminal"),
      ...currentOn("ACK.Adopted"),
      currentWhen("self.kind == 'FieldExport'"),
      waitingWhen(),
    ),
  ),
  project(
    "Config Connector",
    rule(
      "*.cnrm.cloud.google.com",
      "*",
      failedWhen("status.healthy == false"),
      currentWhen("status.healthy == true"),
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
      waitingWhen(),
    ),
  ),
  project(
    "Azure Service Operator",
    rule(
      "*.azure.com",
      "*",
      failedWhen(
        "conditions.Ready.status == 'False' && conditions.Ready.severity == 'Error'",
        "conditions.Ready.message",
      ),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
  ),
  project(
    "SAP BTP",
    rule(
      "services.cloud.sap.com",
      "ServiceInstance ServiceBinding",
      ...failedOn("Failed"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
  ),
  project(
    "Open Service Broker",
    rule(
      "servicecatalog.k8s.io",
      "ServiceInstance ServiceBinding ClusterServiceBroker ServiceBroker",
      ...failedOn("Failed"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
  ),
];
