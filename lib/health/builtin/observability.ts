import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  operatorStatus,
  phase,
  project,
  rule,
  suspendedBy,
  waitingWhen,
} from "./shape/rule-shape.ts";

/** Metrics, logs, traces, and dashboards. */
export const observabilityProjects: readonly BuiltinProject[] = [
  project(
    "Prometheus operator",
    rule(
      "monitoring.coreos.com",
      "Prometheus PrometheusAgent Alertmanager ThanosRuler",
      suspendedBy("paused"),
      ...failedOn("Reconciled=False"),
      failedWhen("conditions.Available.status == 'Degraded'", "conditions.Available.message"),
      ...currentOn("Available"),
      waitingWhen(),
    ),
    rule(
      "monitoring.coreos.com",
      "ServiceMonitor PodMonitor Probe PrometheusRule AlertmanagerConfig ScrapeConfig",
      failedWhen(
        "status.bindings.exists(b, b.conditions.exists(c, c.type == 'Accepted' && c.status == 'False'))",
      ),
      currentWhen(),
    ),
  ),
  project(
    "Grafana operator",
    rule(
      "grafana.integreatly.org",
      "Grafana",
      failedWhen("status.stageStatus == 'failed'", "status.lastMessage"),
      currentWhen("status.stage == 'complete' && status.stageStatus == 'success'"),
      waitingWhen(),
    ),
    rule(
      "grafana.integreatly.org",
      "GrafanaDashboard GrafanaDatasource GrafanaFolder GrafanaAlertRuleGroup GrafanaContactPoint GrafanaNotificationPolicy GrafanaLibraryPanel GrafanaMuteTiming GrafanaNotificationTemplate GrafanaServiceAccount GrafanaManifest",
      failedWhen("status.NoMatchingInstances == true", "'no Grafana matches its selector'"),
      failedWhen(
        "status.conditions.exists(c, c.type in ['NoMatchingInstance', 'NoMatchingFolder', 'InvalidSpec', 'ApplyFailed'] && c.status == 'True')",
      ),
      failedWhen(
        "status.conditions.exists(c, c.type.endsWith('Synchronized') && c.status == 'False')",
        "status.conditions.filter(c, c.status == 'False')[0].message",
      ),
      currentWhen("status.conditions.exists(c, c.type.endsWith('Synchronized') && c.status == 'True')"),
      currentWhen("has(status.hash) && status.hash != ''"),
      currentWhen("has(status.uid) && status.uid != ''"),
      waitingWhen(),
    ),
    rule(
      "loki.grafana.com",
      "LokiStack",
      ...failedOn("Failed", "Degraded"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule(
      "tempo.grafana.com",
      "TempoStack TempoMonolithic",
      ...failedOn("Failed", "ConfigurationError"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule(
      "k6.io",
      "TestRun K6 PrivateLoadZone",
      ...phase("status.stage", { current: "finished", failed: "error" }),
    ),
  ),
  project(
    "OpenTelemetry",
    rule(
      "opentelemetry.io",
      "OpenTelemetryCollector",
      failedWhen(
        "status.scale.statusReplicas.matches('^0/[1-9]')",
        "'no replica is ready: ' + status.scale.statusReplicas",
      ),
      currentWhen("status.scale.statusReplicas.split('/')[0] == status.scale.statusReplicas.split('/')[1]"),
      waitingWhen("has(status.scale.statusReplicas)", "status.scale.statusReplicas + ' replicas are ready'"),
      currentWhen("has(status.version)"),
      waitingWhen(),
    ),
    rule("opentelemetry.io", "Instrumentation OpAMPBridge TargetAllocator", currentWhen()),
    rule("jaegertracing.io", "Jaeger", ...phase("status.phase", { current: "running", failed: "failed" })),
  ),
  project(
    "Coralogix",
    rule(
      "coralogix.com",
      "*",
      ...failedOn("RemoteSynced=False"),
      ...currentOn("RemoteSynced"),
      currentWhen("has(status.id) && status.id != ''"),
      waitingWhen(),
    ),
  ),
  project(
    "Datadog",
    rule(
      "datadoghq.com",
      "DatadogAgent",
      ...failedOn("DatadogAgentReconcileError"),
      ...currentOn("Active", "DatadogAgentReconcileSuccess"),
      waitingWhen(),
    ),
    rule(
      "datadoghq.com",
      "DatadogMetric",
      failedWhen("conditions.Error.status == 'True'", "conditions.Error.message"),
      ...currentOn("Valid"),
      waitingWhen(),
    ),
    rule(
      "datadoghq.com",
      "DatadogMonitor DatadogSLO DatadogDashboard",
      ...failedOn("Error"),
      failedWhen("status.syncStatus.matches('(?i)error')", "status.syncStatus"),
      ...currentOn("Created", "Active"),
      waitingWhen(),
    ),
  ),
  project(
    "Logging operator",
    rule(
      "logging.banzaicloud.io",
      "Logging Flow ClusterFlow Output ClusterOutput",
      failedWhen("size(status.problems) > 0", "status.problems[0]"),
      currentWhen(),
    ),
  ),
  project(
    "Cluster logging",
    rule("logging.openshift.io", "ClusterLogging", currentWhen()),
    rule(
      "observability.openshift.io",
      "ClusterLogForwarder",
      ...failedOn("observability.openshift.io/Valid=False"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
  ),
  project(
    "Fluent operator",
    rule("fluentbit.fluent.io", "*", currentWhen()),
    rule("fluentd.fluent.io", "*", currentWhen()),
  ),
  project(
    "Vector",
    rule(
      "observability.kaasops.io",
      "Vector VectorPipeline ClusterVectorPipeline",
      failedWhen("status.configCheckResult == false", "status.reason"),
      currentWhen("status.configCheckResult == true"),
      waitingWhen(),
    ),
  ),
  project("Node problem detectors", rule("remediation.medik8s.io", "NodeHealthCheck", ...operatorStatus())),
  project(
    "Chaos Mesh",
    rule(
      "chaos-mesh.org",
      "*",
      ...failedOn("Failed"),
      ...currentOn("AllInjected", "AllRecovered"),
      waitingWhen(),
    ),
  ),
  project(
    "Litmus",
    rule(
      "litmuschaos.io",
      "ChaosEngine",
      ...phase("status.engineStatus", { current: "completed", failed: "stopped" }),
    ),
    rule("litmuschaos.io", "ChaosExperiment ChaosResult", currentWhen()),
  ),
];
