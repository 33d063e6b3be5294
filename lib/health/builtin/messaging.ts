import {
  type BuiltinProject,
  current,
  currentOn,
  failed,
  failedOn,
  phase,
  project,
  readyOrFailed,
  replicasReady,
  rule,
  suspendedOn,
  waiting,
} from "./shape/rule-shape.ts";

const strimzi = [
  ...failedOn("NotReady"),
  ...suspendedOn("ReconciliationPaused"),
  ...currentOn("Ready"),
  waiting(),
];

/** Message brokers and their coordination. */
export const messagingProjects: readonly BuiltinProject[] = [
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
];
