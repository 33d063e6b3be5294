import {
  type BuiltinProject,
  current,
  currentOn,
  failed,
  failedOn,
  operatorStatus,
  phase,
  project,
  rule,
  suspendedBy,
  waiting,
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
      failed("conditions.Available.status == 'Degraded'", "conditions.Available.message"),
      ...currentOn("Available"),
      waiting(),
    ),
    rule(
      "monitoring.coreos.com",
      "ServiceMonitor PodMonitor Probe PrometheusRule AlertmanagerConfig ScrapeConfig",
      failed(
        "status.bindings.exists(b, b.conditions.exists(c, c.type == 'Accepted' && c.status == 'False'))",
      ),
      current(),
    ),
  ),
  project(
    "Grafana operator",
    rule(
      "grafana.integreatly.org",
      "Grafana",
      failed("status.stageStatus == 'failed'", "status.lastMessage"),
      current("status.stage == 'complete' && status.stageStatus == 'success'"),
      waiting(),
    ),
    rule(
      "grafana.integreatly.org",
      "GrafanaDashboard GrafanaDatasource GrafanaFolder GrafanaAlertRuleGroup GrafanaContactPoint GrafanaNotificationPolicy GrafanaLibraryPanel GrafanaMuteTiming GrafanaNotificationTemplate GrafanaServiceAccount GrafanaManifest",
      failed("status.NoMatchingInstances == true", "'no Grafana matches its selector'"),
      failed(
        "status.conditions.exists(c, c.type in ['NoMatchingInstance', 'NoMatchingFolder', 'InvalidSpec', 'ApplyFailed'] && c.status == 'True')",
      ),
      failed(
        "status.conditions.exists(c, c.type.endsWith('Synchronized') && c.status == 'False')",
        "status.conditions.filter(c, c.status == 'False')[0].message",
      ),
      current("status.conditions.exists(c, c.type.endsWith('Synchronized') && c.status == 'True')"),
      current("has(status.hash) && status.hash != ''"),
      current("has(status.uid) && status.uid != ''"),
      waiting(),
    ),
    rule(
      "loki.grafana.com",
      "LokiStack",
      ...failedOn("Failed", "Degraded"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule(
      "tempo.grafana.com",
      "TempoStack TempoMonolithic",
      ...failedOn("Failed", "ConfigurationError"),
      ...currentOn("Ready"),
      waiting(),
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
      failed(
        "status.scale.statusReplicas.matches('^0/[1-9]')",
        "'no replica is ready: ' + status.scale.statusReplicas",
      ),
      current("status.scale.statusReplicas.split('/')[0] == status.scale.statusReplicas.split('/')[1]"),
      waiting("has(status.scale.statusReplicas)", "status.scale.statusReplicas + ' replicas are ready'"),
      current("has(status.version)"),
      waiting(),
    ),
    rule("opentelemetry.io", "Instrumentation OpAMPBridge TargetAllocator", current()),
    rule("jaegertracing.io", "Jaeger", ...phase("status.phase", { current: "running", failed: "failed" })),
  ),
  project(
    "Coralogix",
    rule(
      "coralogix.com",
      "*",
      ...failedOn("RemoteSynced=False"),
      ...currentOn("RemoteSynced"),
      current("has(status.id) && status.id != ''"),
      waiting(),
    ),
  ),
  project(
    "Datadog",
    rule(
      "datadoghq.com",
      "DatadogAgent",
      ...failedOn("DatadogAgentReconcileError"),
      ...currentOn("Active", "DatadogAgentReconcileSuccess"),
      waiting(),
    ),
    rule(
      "datadoghq.com",
      "DatadogMetric",
      failed("conditions.Error.status == 'True'", "conditions.Error.message"),
      ...currentOn("Valid"),
      waiting(),
    ),
    rule(
      "datadoghq.com",
      "DatadogMonitor DatadogSLO DatadogDashboard",
      ...failedOn("Error"),
      failed("status.syncStatus.matches('(?i)error')", "status.syncStatus"),
      ...currentOn("Created", "Active"),
      waiting(),
    ),
  ),
  project(
    "Logging operator",
    rule(
      "logging.banzaicloud.io",
      "Logging Flow ClusterFlow Output ClusterOutput",
      failed("size(status.problems) > 0", "status.problems[0]"),
      current(),
    ),
  ),
  project(
    "Cluster logging",
    rule("logging.openshift.io", "ClusterLogging", current()),
    rule(
      "observability.openshift.io",
      "ClusterLogForwarder",
      ...failedOn("observability.openshift.io/Valid=False"),
      ...currentOn("Ready"),
      waiting(),
    ),
  ),
  project(
    "Fluent operator",
    rule("fluentbit.fluent.io", "*", current()),
    rule("fluentd.fluent.io", "*", current()),
  ),
  project(
    "Vector",
    rule(
      "observability.kaasops.io",
      "Vector VectorPipeline ClusterVectorPipeline",
      failed("status.configCheckResult == false", "status.reason"),
      current("status.configCheckResult == true"),
      waiting(),
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
      waiting(),
    ),
  ),
  project(
    "Litmus",
    rule(
      "litmuschaos.io",
      "ChaosEngine",
      ...phase("status.engineStatus", { current: "completed", failed: "stopped" }),
    ),
    rule("litmuschaos.io", "ChaosExperiment ChaosResult", current()),
  ),
];
