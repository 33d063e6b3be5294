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
  suspendedWhen,
  suspendedBy,
  suspendedOn,
  waitingWhen,
} from "./shape/rule-shape.ts";

/** Databases and caches. */
export const databasesProjects: readonly BuiltinProject[] = [
  project(
    "CloudNativePG",
    rule(
      "postgresql.cnpg.io",
      "Cluster",
      suspendedWhen("metadata.annotations['cnpg.io/hibernation'] == 'on'"),
      currentWhen("status.phase == 'Cluster in healthy state'"),
      failedWhen(
        "status.phase.matches('(?i)(fail|error|unrecoverable|not enough disk|unable|invalid|misconfigured)')",
        "status.phase",
      ),
      waitingWhen("true", "status.phase"),
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
    rule("postgresql.cnpg.io", "ScheduledBackup", suspendedBy("suspend"), currentWhen()),
    rule(
      "postgresql.cnpg.io",
      "Database Publication Subscription",
      failedWhen("status.applied == false", "status.message"),
      currentWhen("status.applied == true"),
      waitingWhen(),
    ),
    rule("postgresql.cnpg.io", "Pooler", currentWhen("status.instances >= spec.instances"), waitingWhen()),
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
      suspendedWhen("spec.shutdown == true"),
      ...failedOn("PersistentVolumeResizeError"),
      currentWhen("status.instances.all(i, i.?readyReplicas.orValue(0) >= i.replicas)"),
      waitingWhen(),
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
      waitingWhen(),
    ),
    rule(
      "k8s.mariadb.com",
      "*",
      suspendedBy("suspend"),
      ...failedOn("Complete=True/JobFailed", "Complete=False/JobFailed"),
      ...suspendedOn("Complete=False/JobSuspended"),
      ...currentOn("Ready", "Complete"),
      waitingWhen(),
    ),
  ),
  project(
    "Percona",
    rule(
      "pxc.percona.com",
      "PerconaXtraDBCluster",
      suspendedWhen("spec.pause == true && status.state == 'paused'"),
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
    rule("databases.spotahome.com", "RedisFailover", currentWhen()),
    rule("dragonflydb.io", "Dragonfly", ...phase("status.phase", { current: "ready", failed: "error" })),
  ),
  project(
    "K8ssandra",
    rule(
      "cassandra.datastax.com",
      "CassandraDatacenter",
      suspendedWhen("spec.stopped == true"),
      ...failedOn("Valid=False"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule("k8ssandra.io", "K8ssandraCluster"),
    rule("medusa.k8ssandra.io", "MedusaBackupJob MedusaRestoreJob"),
    rule(
      "cassandra.rook.io",
      "Cluster",
      currentWhen(
        "size(status.racks) > 0 && status.racks.all(r, status.racks[r].?readyMembers.orValue(0) >= status.racks[r].members)",
      ),
      waitingWhen(),
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
  project("TiDB", rule("pingcap.com", "TidbCluster", ...currentOn("Ready"), waitingWhen())),
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
