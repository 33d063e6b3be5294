import {
  type BuiltinProject,
  current,
  currentOn,
  failed,
  failedOn,
  operatorStatus,
  phase,
  project,
  readyOrFailed,
  replicasReady,
  rule,
  suspended,
  suspendedBy,
  suspendedOn,
  waiting,
} from "./shape/rule-shape.ts";

const strimzi = [
  ...failedOn("NotReady"),
  ...suspendedOn("ReconciliationPaused"),
  ...currentOn("Ready"),
  waiting(),
];
const elastic = phase("status.health", { current: "green", failed: "red" });

/** Databases, queues, and data processing. */
export const dataProjects: readonly BuiltinProject[] = [
  project(
    "CloudNativePG",
    rule(
      "postgresql.cnpg.io",
      "Cluster",
      suspended("metadata.annotations['cnpg.io/hibernation'] == 'on'"),
      current("status.phase == 'Cluster in healthy state'"),
      failed(
        "status.phase.matches('(?i)(fail|error|unrecoverable|not enough disk|unable|invalid|misconfigured)')",
        "status.phase",
      ),
      waiting("true", "status.phase"),
    ),
    rule(
      "postgresql.cnpg.io",
      "Backup",
      ...phase(
        "status.phase",
        { current: "completed", failed: "failed walarchivingfailing" },
        "status.error",
      ),
    ),
    rule("postgresql.cnpg.io", "ScheduledBackup", suspendedBy("suspend"), current()),
    rule(
      "postgresql.cnpg.io",
      "Database Publication Subscription",
      failed("status.applied == false", "status.message"),
      current("status.applied == true"),
      waiting(),
    ),
    rule("postgresql.cnpg.io", "Pooler", current("status.instances >= spec.instances"), waiting()),
  ),
  project(
    "Zalando Postgres",
    rule(
      "acid.zalan.do",
      "postgresql",
      ...phase("status.PostgresClusterStatus", {
        current: "running",
        failed: "createfailed updatefailed syncfailed invalid",
      }),
    ),
  ),
  project(
    "Crunchy Postgres",
    rule(
      "postgres-operator.crunchydata.com",
      "PostgresCluster",
      suspended("spec.shutdown == true"),
      ...failedOn("PersistentVolumeResizeError"),
      current("status.instances.all(i, i.?readyReplicas.orValue(0) >= i.replicas)"),
      waiting(),
    ),
    rule("postgres-operator.crunchydata.com", "PGUpgrade PGAdmin"),
  ),
  project("StackGres", rule("stackgres.io", "SGCluster SGDbOps SGBackup", ...failedOn("Failed"))),
  project(
    "MariaDB operator",
    rule(
      "mariadb.mmontes.io",
      "*",
      suspendedBy("suspend"),
      ...failedOn("Ready=False/RestoreFailed", "Ready=False/Failed"),
      ...failedOn("Complete=True/JobFailed", "Complete=False/JobFailed"),
      ...currentOn("Ready", "Complete"),
      waiting(),
    ),
    rule(
      "k8s.mariadb.com",
      "*",
      suspendedBy("suspend"),
      ...failedOn("Complete=True/JobFailed", "Complete=False/JobFailed"),
      ...suspendedOn("Complete=False/JobSuspended"),
      ...currentOn("Ready", "Complete"),
      waiting(),
    ),
  ),
  project(
    "Percona",
    rule(
      "pxc.percona.com",
      "PerconaXtraDBCluster",
      suspended("spec.pause == true && status.state == 'paused'"),
      ...phase("status.state", { current: "ready", failed: "error", suspended: "paused" }, "status.message"),
    ),
    rule(
      "psmdb.percona.com",
      "PerconaServerMongoDB",
      ...phase("status.state", { current: "ready", failed: "error", suspended: "paused" }, "status.message"),
    ),
    rule(
      "pgv2.percona.com",
      "PerconaPGCluster",
      ...phase("status.state", { current: "ready", failed: "error", suspended: "paused" }),
    ),
    rule(
      "ps.percona.com",
      "PerconaServerMySQL",
      ...phase("status.state", { current: "ready", failed: "error", suspended: "paused" }),
    ),
    rule(
      "*.percona.com",
      "*Backup *Restore",
      ...phase("status.state", { current: "succeeded ready", failed: "failed error" }),
    ),
  ),
  project(
    "MySQL operator",
    rule(
      "mysql.oracle.com",
      "InnoDBCluster",
      ...phase("status.cluster.status", { current: "online", failed: "offline invalid finalizing" }),
    ),
    rule("moco.cybozu.com", "MySQLCluster"),
    rule("presslabs.org", "MysqlCluster"),
  ),
  project(
    "MongoDB",
    rule(
      "mongodbcommunity.mongodb.com",
      "MongoDBCommunity",
      ...phase("status.phase", { current: "running", failed: "failed" }, "status.message"),
    ),
    rule(
      "mongodb.com",
      "MongoDB MongoDBMultiCluster MongoDBOpsManager MongoDBUser MongoDBSearch",
      ...phase(
        "status.phase",
        { current: "running updated", failed: "failed unsupported", suspended: "disabled" },
        "status.message",
      ),
    ),
    rule("atlas.mongodb.com", "*"),
  ),
  project(
    "Redis operators",
    rule(
      "app.redislabs.com",
      "RedisEnterpriseCluster RedisEnterpriseDatabase",
      ...phase("status.state", { current: "running", failed: "error invalid creationfailed" }),
      ...phase("status.status", { current: "active", failed: "error creation-failed" }),
    ),
    rule(
      "redis.redis.opstreelabs.in",
      "RedisCluster",
      ...phase("status.state", { current: "ready", failed: "failed" }, "status.reason"),
    ),
    rule("databases.spotahome.com", "RedisFailover", current()),
    rule("dragonflydb.io", "Dragonfly", ...phase("status.phase", { current: "ready", failed: "error" })),
  ),
  project(
    "RabbitMQ",
    rule(
      "rabbitmq.com",
      "RabbitmqCluster",
      ...failedOn("ReconcileSuccess=False"),
      ...failedOn("NoWarnings=False/Error"),
      current("conditions.AllReplicasReady.status == 'True' && conditions.ClusterAvailable.status == 'True'"),
      waiting(),
    ),
    rule(
      "rabbitmq.com",
      "Queue Exchange Binding User Permission Policy OperatorPolicy Vhost Federation Shovel SchemaReplication TopicPermission SuperStream",
      ...readyOrFailed(),
      waiting(),
    ),
  ),
  project(
    "Strimzi",
    rule(
      "kafka.strimzi.io",
      "Kafka KafkaBridge KafkaConnect KafkaConnector KafkaMirrorMaker KafkaMirrorMaker2 KafkaTopic KafkaUser KafkaNodePool KafkaRebalance",
      ...strimzi,
    ),
    rule("core.strimzi.io", "StrimziPodSet", current("status.readyPods >= status.pods"), waiting()),
  ),
  project(
    "Koperator",
    rule(
      "kafka.banzaicloud.io",
      "KafkaCluster",
      failed(
        "status.brokersState.exists(b, status.brokersState[b].?configurationState.orValue('') in ['ConfigError', 'ConfigOutOfSyncError'])",
      ),
      failed(
        "status.brokersState.exists(b, status.brokersState[b].?gracefulActionState.?cruiseControlState.orValue('').matches('Error$'))",
      ),
      waiting(
        "status.brokersState.exists(b, status.brokersState[b].?configurationState.orValue('ConfigInSync') != 'ConfigInSync')",
      ),
      waiting(
        "status.brokersState.exists(b, status.brokersState[b].?gracefulActionState.?cruiseControlState.orValue('').matches('(Running|Required|Scheduled)$'))",
      ),
      current("status.state == 'ClusterRunning'"),
      waiting(),
    ),
    rule("kafka.banzaicloud.io", "KafkaTopic KafkaUser CruiseControlOperation"),
  ),
  project(
    "Confluent",
    rule(
      "platform.confluent.io",
      "*",
      ...phase("status.phase", { current: "running created", failed: "failed error" }),
    ),
    rule("cluster.redpanda.com", "Redpanda Topic User Schema"),
    rule("pulsar.streamnative.io", "*"),
  ),
  project(
    "Elastic Cloud on Kubernetes",
    rule(
      "elasticsearch.k8s.elastic.co",
      "Elasticsearch",
      failed("status.phase == 'Invalid'"),
      waiting("status.phase in ['ApplyingChanges', 'MigratingData']"),
      ...elastic,
    ),
    rule("*.k8s.elastic.co", "*", ...elastic),
    rule("autoscaling.k8s.elastic.co", "ElasticsearchAutoscaler", ...failedOn("Healthy=False"), current()),
    rule(
      "opensearch.opster.io",
      "OpenSearchCluster",
      ...phase("status.phase", { current: "running", failed: "failed" }),
    ),
  ),
  project(
    "K8ssandra",
    rule(
      "cassandra.datastax.com",
      "CassandraDatacenter",
      suspended("spec.stopped == true"),
      ...failedOn("Valid=False"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule("k8ssandra.io", "K8ssandraCluster"),
    rule("medusa.k8ssandra.io", "MedusaBackupJob MedusaRestoreJob"),
    rule(
      "cassandra.rook.io",
      "Cluster",
      current(
        "size(status.racks) > 0 && status.racks.all(r, status.racks[r].?readyMembers.orValue(0) >= status.racks[r].members)",
      ),
      waiting(),
    ),
  ),
  project(
    "ScyllaDB",
    rule("scylla.scylladb.com", "ScyllaCluster ScyllaDBDatacenter NodeConfig", ...operatorStatus()),
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
    "CockroachDB",
    rule(
      "crdb.cockroachlabs.com",
      "CrdbCluster",
      ...phase("status.clusterStatus", { current: "finished", failed: "failed" }),
    ),
  ),
  project("TiDB", rule("pingcap.com", "TidbCluster", ...currentOn("Ready"), waiting())),
  project("Vitess", rule("planetscale.com", "*")),
  project(
    "YugabyteDB",
    rule(
      "operator.yugabyte.io",
      "YBUniverse",
      ...phase("status.universeState", { current: "ready", failed: "error" }),
    ),
  ),
  project(
    "Solr",
    rule("solr.apache.org", "SolrCloud", replicasReady(), waiting()),
    rule(
      "solr.apache.org",
      "SolrBackup",
      failed("status.successful == false"),
      current("status.finished == true || status.successful == true"),
      waiting(),
    ),
    rule("solr.apache.org", "SolrPrometheusExporter", current("status.ready == true"), waiting()),
  ),
  project(
    "ZooKeeper",
    rule(
      "zookeeper.pravega.io",
      "ZookeeperCluster",
      ...failedOn("Error"),
      waiting("size(status.members.unready) > 0"),
      replicasReady(),
      waiting(),
    ),
  ),
  project("NATS", rule("jetstream.nats.io", "Stream Consumer KeyValue ObjectStore Account")),
  project(
    "Neo4j and graph databases",
    rule(
      "database.arangodb.com",
      "ArangoDeployment",
      ...phase("status.phase", { current: "running", failed: "failed" }),
    ),
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
      failed(
        "status.jobManagerDeploymentStatus == 'ERROR' || status.reconciliationStatus.success == false",
        "status.?error.orValue(status.reconciliationStatus.error)",
      ),
      failed(
        "status.lifecycleState == 'FAILED' || status.jobStatus.state in ['FAILED', 'FAILING']",
        "status.error",
      ),
      current("status.lifecycleState == 'STABLE'"),
      current(
        "status.jobManagerDeploymentStatus == 'READY' && status.jobStatus.state in ['RUNNING', 'FINISHED']",
      ),
      current("status.jobStatus.state == 'SUSPENDED' && spec.job.state == 'suspended'"),
      suspended("status.lifecycleState == 'SUSPENDED'"),
      waiting(),
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
      waiting(),
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
  project("Druid", rule("druid.apache.org", "Druid", ...failedOn("DruidNodeErrorState"), current())),
  project("Temporal", rule("temporal.io", "TemporalCluster TemporalNamespace")),
  project(
    "Humio",
    rule(
      "core.humio.com",
      "*",
      ...phase("status.state", { current: "exists running", failed: "configerror" }),
      waiting(),
    ),
  ),
];
