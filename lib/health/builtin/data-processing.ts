import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  phase,
  project,
  replicasReady,
  rule,
  suspendedWhen,
  suspendedBy,
  waitingWhen,
} from "./shape/rule-shape.ts";

const elastic = phase("status.health", { current: "green", failed: "red" });

/** Search, analytics, and data processing. */
export const dataProcessingProjects: readonly BuiltinProject[] = [
  project(
    "Elastic Cloud on Kubernetes",
    rule(
      "elasticsearch.k8s.elastic.co",
      "Elasticsearch",
      failedWhen("status.phase == 'Invalid'"),
      waitingWhen("status.phase in ['ApplyingChanges', 'MigratingData']"),
      ...elastic,
    ),
    rule("*.k8s.elastic.co", "*", ...elastic),
    rule(
      "autoscaling.k8s.elastic.co",
      "ElasticsearchAutoscaler",
      ...failedOn("Healthy=False"),
      currentWhen(),
    ),
    rule(
      "opensearch.opster.io",
      "OpenSearchCluster",
      ...phase("status.phase", { current: "running", failed: "failed" }),
    ),
  ),
  project(
    "ClickHouse",
    rule(
      "clickhouse.altinity.com",
      "ClickHouseInstallation",
      ...phase("status.status", { current: "completed", failed: "aborted", suspended: "stopped" }),
    ),
    rule(
      "clickhouse-keeper.altinity.com",
      "ClickHouseKeeperInstallation",
      ...phase("status.status", { current: "completed", failed: "aborted" }),
    ),
  ),
  project(
    "Solr",
    rule("solr.apache.org", "SolrCloud", replicasReady(), waitingWhen()),
    rule(
      "solr.apache.org",
      "SolrBackup",
      failedWhen("status.successful == false"),
      currentWhen("status.finished == true || status.successful == true"),
      waitingWhen(),
    ),
    rule("solr.apache.org", "SolrPrometheusExporter", currentWhen("status.ready == true"), waitingWhen()),
  ),
  project(
    "InfluxData and time series",
    rule(
      "victoriametrics.com",
      "*",
      ...phase(
        "status.updateStatus",
        { current: "operational", failed: "failed", suspended: "paused" },
        "status.reason",
      ),
    ),
    rule(
      "operator.victoriametrics.com",
      "*",
      ...phase(
        "status.updateStatus",
        { current: "operational", failed: "failed", suspended: "paused" },
        "status.reason",
      ),
    ),
  ),
  project(
    "Flink",
    rule(
      "flink.apache.org",
      "FlinkDeployment FlinkSessionJob",
      failedWhen(
        "status.jobManagerDeploymentStatus == 'ERROR' || status.reconciliationStatus.success == false",
        "status.?error.orValue(status.reconciliationStatus.error)",
      ),
      failedWhen(
        "status.lifecycleState == 'FAILED' || status.jobStatus.state in ['FAILED', 'FAILING']",
        "status.error",
      ),
      currentWhen("status.lifecycleState == 'STABLE'"),
      currentWhen(
        "status.jobManagerDeploymentStatus == 'READY' && status.jobStatus.state in ['RUNNING', 'FINISHED']",
      ),
      currentWhen("status.jobStatus.state == 'SUSPENDED' && spec.job.state == 'suspended'"),
      suspendedWhen("status.lifecycleState == 'SUSPENDED'"),
      waitingWhen(),
    ),
    rule(
      "flinkoperator.k8s.io",
      "FlinkCluster",
      ...phase("status.state", { current: "running", failed: "failed", suspended: "stopped" }),
    ),
  ),
  project(
    "Spark",
    rule(
      "sparkoperator.k8s.io",
      "SparkApplication",
      ...phase(
        "status.applicationState.state",
        {
          current: "running completed succeeding",
          failed: "failed submission_failed failing invalidating",
          suspended: "suspended suspending",
        },
        "status.applicationState.errorMessage",
      ),
      waitingWhen(),
    ),
    rule(
      "sparkoperator.k8s.io",
      "ScheduledSparkApplication",
      suspendedBy("suspend"),
      ...phase("status.scheduleState", { current: "scheduled", failed: "failedvalidation" }, "status.reason"),
    ),
  ),
  project(
    "Ray",
    rule(
      "ray.io",
      "RayCluster",
      suspendedBy("suspend"),
      ...phase(
        "status.state",
        { current: "ready", failed: "failed unhealthy", suspended: "suspended" },
        "status.reason",
      ),
    ),
    rule(
      "ray.io",
      "RayJob",
      suspendedBy("suspend"),
      ...phase(
        "status.jobDeploymentStatus",
        { current: "complete running", failed: "failed validationfailed", suspended: "suspended" },
        "status.message",
      ),
    ),
    rule(
      "ray.io",
      "RayService",
      ...currentOn("Ready"),
      ...phase("status.serviceStatus", {
        current: "running",
        failed: "failedtogetorcreateraycluster failedservedeploy",
      }),
    ),
  ),
  project("Druid", rule("druid.apache.org", "Druid", ...failedOn("DruidNodeErrorState"), currentWhen())),
  project("Temporal", rule("temporal.io", "TemporalCluster TemporalNamespace")),
  project(
    "Humio",
    rule(
      "core.humio.com",
      "*",
      ...phase("status.state", { current: "exists running", failed: "configerror" }),
      waitingWhen(),
    ),
  ),
];
