import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  phase,
  project,
  readyOrFailed,
  replicasReady,
  rule,
  suspendedOn,
  waitingWhen,
} from "./shape/rule-shape.ts";

const strimzi = [
  ...failedOn("NotReady"),
  ...suspendedOn("ReconciliationPaused"),
  ...currentOn("Ready"),
  waitingWhen(),
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
      currentWhen(
        "conditions.AllReplicasReady.status == 'True' && conditions.ClusterAvailable.status == 'True'",
      ),
      waitingWhen(),
    ),
    rule(
      "rabbitmq.com",
      "Queue Exchange Binding User Permission Policy OperatorPolicy Vhost Federation Shovel SchemaReplication TopicPermission SuperStream",
      ...readyOrFailed(),
      waitingWhen(),
    ),
  ),
  project(
    "Strimzi",
    rule(
      "kafka.strimzi.io",
      "Kafka KafkaBridge KafkaConnect KafkaConnector KafkaMirrorMaker KafkaMirrorMaker2 KafkaTopic KafkaUser KafkaNodePool KafkaRebalance",
      ...strimzi,
    ),
    rule("core.strimzi.io", "StrimziPodSet", currentWhen("status.readyPods >= status.pods"), waitingWhen()),
  ),
  project(
    "Koperator",
    rule(
      "kafka.banzaicloud.io",
      "KafkaCluster",
      failedWhen(
        "status.brokersState.exists(b, status.brokersState[b].?configurationState.orValue('') in ['ConfigError', 'ConfigOutOfSyncError'])",
      ),
      failedWhen(
        "status.brokersState.exists(b, status.brokersState[b].?gracefulActionState.?cruiseControlState.orValue('').matches('Error$'))",
      ),
      waitingWhen(
        "status.brokersState.exists(b, status.brokersState[b].?configurationState.orValue('ConfigInSync') != 'ConfigInSync')",
      ),
      waitingWhen(
        "status.brokersState.exists(b, status.brokersState[b].?gracefulActionState.?cruiseControlState.orValue('').matches('(Running|Required|Scheduled)$'))",
      ),
      currentWhen("status.state == 'ClusterRunning'"),
      waitingWhen(),
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
      waitingWhen("size(status.members.unready) > 0"),
      replicasReady(),
      waitingWhen(),
    ),
  ),
  project("NATS", rule("jetstream.nats.io", "Stream Consumer KeyValue ObjectStore Account")),
];
