import { testChanges, testRules } from "../../../../fixtures/checked-builtin.ts";

const pod = "containers: [{ name: a, image: a }]";
const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  minReadySeconds: 5
  progressDeadlineSeconds: 60
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { ${pod} }
`;
const mismatch = "Invalid spec.template.metadata.labels";

testRules(deployment, [
  ["metadata name", "Web", "Invalid metadata.name"],
  ["metadata name", "a".repeat(254), "Invalid metadata.name"],
  ["spec replicas", -1, "Invalid spec.replicas"],
  ["spec minReadySeconds", 60, "Invalid spec.progressDeadlineSeconds"],
  ["spec revisionHistoryLimit", -1, "Invalid spec.revisionHistoryLimit"],
  ["spec selector", undefined, "Required spec.selector", mismatch],
  ["spec selector", {}, "Invalid spec.selector"],
  ["spec selector matchLabels app", "other", mismatch],
  ["spec selector matchLabels app", "a b", "Invalid spec.selector", "Invalid spec.selector.matchLabels"],
  [
    "spec selector matchExpressions",
    [{ key: "app", operator: "Is" }],
    "Invalid spec.selector",
    "Invalid spec.selector.matchExpressions[0].operator",
  ],
  [
    "spec selector matchExpressions",
    [{ key: "app", operator: "In" }],
    "Invalid spec.selector",
    "Required spec.selector.matchExpressions[0].values",
  ],
  [
    "spec selector matchExpressions",
    [{ key: "app", operator: "Exists", values: ["a"] }],
    "Forbidden spec.selector.matchExpressions[0].values",
    "Invalid spec.selector",
  ],
  ["spec selector matchExpressions", [{ key: "app", operator: "Exists" }]],
  ["spec template metadata labels app", "other", mismatch],
  ["spec template metadata labels x", "a b", "Invalid spec.template.labels"],
  ["spec template", undefined, mismatch, "Required spec.template.spec.containers"],
  ["spec strategy rollingUpdate maxSurge", 0, "Invalid spec.strategy.rollingUpdate.maxUnavailable"],
  [
    "spec strategy rollingUpdate maxSurge",
    "x",
    "Invalid spec.strategy.rollingUpdate.maxSurge",
    "Invalid spec.strategy.rollingUpdate.maxUnavailable",
  ],
  [
    "spec strategy rollingUpdate maxUnavailable",
    "101%",
    "Invalid spec.strategy.rollingUpdate.maxUnavailable",
  ],
  ["spec strategy type", "Recreate", "Forbidden spec.strategy.rollingUpdate"],
  ["spec strategy type", "Other", "NotSupported spec.strategy"],
  ["spec strategy", undefined],
  ["spec template spec restartPolicy", "Never", "NotSupported spec.template.spec.restartPolicy"],
  ["spec template spec activeDeadlineSeconds", 1, "Forbidden spec.template.spec.activeDeadlineSeconds"],
]);
testChanges(deployment, [
  ["spec selector matchLabels app", "other", "Invalid spec.selector", mismatch],
  ["spec replicas", 5],
]);

testRules(
  `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: set }
spec:
  serviceName: set
  selector: { matchLabels: { app: set } }
  template:
    metadata: { labels: { app: set } }
    spec: { containers: [{ name: a, image: a, volumeMounts: [{ name: data, mountPath: /a }] }] }
  volumeClaimTemplates:
    - metadata: { name: data }
      spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`,
  [
    ["metadata name", "a.b", "Invalid metadata.name"],
    ["spec serviceName", "a_b", "Invalid spec.serviceName"],
    ["spec podManagementPolicy", "Other", "Invalid spec.podManagementPolicy"],
    ["spec updateStrategy", { type: "Other" }, "Invalid spec.updateStrategy"],
    [
      "spec updateStrategy",
      { type: "OnDelete", rollingUpdate: {} },
      "Invalid spec.updateStrategy.rollingUpdate",
    ],
    [
      "spec updateStrategy",
      { rollingUpdate: { partition: -1 } },
      "Invalid spec.updateStrategy.rollingUpdate.partition",
    ],
    ["spec updateStrategy", { rollingUpdate: { maxUnavailable: 1 } }],
    ["spec ordinals", { start: -1 }, "Invalid spec.ordinals.start"],
    [
      "spec persistentVolumeClaimRetentionPolicy",
      { whenDeleted: "Keep" },
      "NotSupported spec.persistentVolumeClaimRetentionPolicy.whenDeleted",
    ],
    ["spec selector", {}, "Invalid spec.selector"],
    [
      "spec volumeClaimTemplates",
      undefined,
      "NotFound spec.template.spec.containers[0].volumeMounts[0].name",
    ],
    [
      "spec volumeClaimTemplates 0 spec accessModes",
      [],
      "Required spec.volumeClaimTemplates[0].spec.accessModes",
    ],
    [
      "spec volumeClaimTemplates 0 metadata name",
      "Data",
      "Invalid spec.template.spec.volumes[0].name",
      "NotFound spec.template.spec.containers[0].volumeMounts[0].name",
    ],
  ],
);
testChanges(
  `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: set }
spec:
  serviceName: set
  selector: { matchLabels: { app: set } }
  template:
    metadata: { labels: { app: set } }
    spec: { ${pod} }
`,
  [
    ["spec serviceName", "other", "Invalid spec.serviceName"],
    ["spec podManagementPolicy", "Parallel", "Invalid spec.podManagementPolicy"],
    ["spec podManagementPolicy", "OrderedReady"],
    ["spec volumeClaimTemplates 0 kind", "Claim"],
    ["spec replicas", 3],
    ["spec template spec containers 0 image", "b"],
  ],
);

testRules(
  `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec: { ${pod} }
`,
  [
    ["spec selector", undefined, mismatch],
    ["spec selector", {}, "Invalid spec.selector"],
    ["spec updateStrategy", { type: "Other" }, "NotSupported spec.updateStrategy"],
    [
      "spec updateStrategy",
      { rollingUpdate: { maxSurge: 1 } },
      "Invalid spec.updateStrategy.rollingUpdate.maxSurge",
    ],
    [
      "spec updateStrategy",
      { rollingUpdate: { maxUnavailable: 0 } },
      "Required spec.updateStrategy.rollingUpdate.maxUnavailable",
    ],
    ["spec updateStrategy", { rollingUpdate: { maxUnavailable: 0, maxSurge: "20%" } }],
    ["spec template spec restartPolicy", "OnFailure", "NotSupported spec.template.spec.restartPolicy"],
  ],
);

testRules(
  `
apiVersion: v1
kind: ReplicationController
metadata: { name: rc }
spec:
  selector: { app: rc }
  template:
    metadata: { labels: { app: rc } }
    spec: { ${pod} }
`,
  [
    ["spec selector", { app: "other" }, mismatch],
    ["spec template", undefined, "Required spec.template"],
    ["spec replicas", -1, "Invalid spec.replicas"],
  ],
);

testRules(
  `
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: rs }
spec:
  selector: { matchLabels: { app: rs } }
  template:
    metadata: { labels: { app: rs } }
    spec: { ${pod} }
`,
  [
    ["spec replicas", -1, "Invalid spec.replicas"],
    ["spec selector", {}, "Invalid spec.selector"],
  ],
);

testRules(`apiVersion: v1\nkind: PodTemplate\nmetadata: { name: t }\ntemplate: { spec: { ${pod} } }\n`, [
  ["template spec containers", [], "Required template.spec.containers"],
]);
