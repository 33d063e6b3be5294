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
  suspended,
  suspendedBy,
  suspendedOn,
  waiting,
} from "./shape/rule-shape.ts";

/** Databases and caches. */
export const databasesProjects: readonly BuiltinProject[] = [
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
    "Neo4j and graph databases",
    rule(
      "database.arangodb.com",
      "ArangoDeployment",
      ...phase("status.phase", { current: "running", failed: "failed" }),
    ),
  ),
];
