import { testChanges, testRules } from "../../../../fixtures/checked-builtin.ts";

const target = "scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }";
const metric = "spec.metrics[0]";

testRules(
  `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  ${target}
  maxReplicas: 5
  metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 50 } } }]
  behavior: { scaleUp: { policies: [{ type: Pods, value: 1, periodSeconds: 60 }] } }
`,
  [
    ["spec minReplicas", 0, "Forbidden spec.metrics"],
    ["spec minReplicas", -1, "Invalid spec.minReplicas"],
    ["spec minReplicas", 6, "Invalid spec.maxReplicas"],
    ["spec maxReplicas", 0, "Invalid spec.maxReplicas", "Required spec.maxReplicas"],
    ["spec scaleTargetRef kind", "", "Required spec.scaleTargetRef.kind"],
    ["spec scaleTargetRef apiVersion", "v1", "Invalid spec.scaleTargetRef.apiVersion"],
    ["spec metrics 0 type", "Other", `NotSupported ${metric}.type`],
    ["spec metrics 0 resource", undefined, `Required ${metric}.resource`],
    ["spec metrics 0 resource target type", "Other", `Invalid ${metric}.resource.target.type`],
    [
      "spec metrics 0 resource target averageUtilization",
      0,
      `Invalid ${metric}.resource.target.averageUtilization`,
    ],
    ["spec metrics 0 resource target averageValue", "1", `Forbidden ${metric}.resource.target.averageValue`],
    [
      "spec metrics 0",
      { type: "Pods", pods: { metric: { name: "a/b" }, target: { type: "Value" } } },
      `Invalid ${metric}.pods.metric.name`,
      `Required ${metric}.pods.target.averageValue`,
    ],
    ["spec behavior scaleUp policies", [], "Required spec.behavior.scaleUp.policies"],
    ["spec behavior scaleUp policies 0 type", "Other", "NotSupported spec.behavior.scaleUp.policies[0].type"],
    [
      "spec behavior scaleUp policies 0 periodSeconds",
      1801,
      "Invalid spec.behavior.scaleUp.policies[0].periodSeconds",
    ],
    ["spec behavior scaleUp selectPolicy", "Other", "NotSupported spec.behavior.scaleUp.selectPolicy"],
    [
      "spec behavior scaleUp stabilizationWindowSeconds",
      3601,
      "Invalid spec.behavior.scaleUp.stabilizationWindowSeconds",
    ],
  ],
);
testRules(
  `apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: { name: web }\nspec: { ${target}, maxReplicas: 5 }\n`,
  [["spec minReplicas", 6, "Invalid spec.maxReplicas"]],
);

testRules(
  `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: web }\nspec: { minAvailable: 50%, selector: {} }\n`,
  [
    ["spec maxUnavailable", 1, "Invalid spec"],
    ["spec minAvailable", "150%", "Invalid spec.minAvailable"],
    ["spec minAvailable", "x", "Invalid spec.minAvailable"],
    ["spec minAvailable", -1, "Invalid spec.minAvailable"],
    ["spec selector", { matchLabels: { a: "b c" } }, "Invalid spec.selector.matchLabels"],
    ["spec unhealthyPodEvictionPolicy", "Other", "NotSupported spec.unhealthyPodEvictionPolicy"],
  ],
);

const priority =
  "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: { name: high }\nvalue: 1000\n";
testRules(priority, [
  ["value", 1_000_000_001, "Forbidden value"],
  ["metadata name", "system-x", "Forbidden metadata.name"],
  ["preemptionPolicy", "Sometimes", "NotSupported preemptionPolicy"],
]);
testChanges(priority, [
  ["value", 5, "Forbidden value"],
  ["preemptionPolicy", "Never", "Invalid preemptionPolicy"],
  ["description", "x"],
]);

const quota = `
apiVersion: v1
kind: ResourceQuota
metadata: { name: quota }
spec: { hard: { pods: "10", cpu: "1" }, scopes: [NotTerminating] }
`;
testRules(quota, [
  ["spec hard pods", "1500m", "Invalid spec.hard[pods]"],
  ["spec hard pods", "-1", "Invalid spec.hard[pods]"],
  ["spec hard disks", "1", "Invalid spec.hard[disks]"],
  ["spec scopes 0", "Other", "Invalid spec.scopes"],
  ["spec scopes 1", "Terminating", "Invalid spec.scopes"],
  [
    "spec scopeSelector",
    { matchExpressions: [{ scopeName: "PriorityClass", operator: "In" }] },
    "Required spec.scopeSelector.matchExpressions.values",
  ],
  [
    "spec scopeSelector",
    { matchExpressions: [{ scopeName: "BestEffort", operator: "Exists" }] },
    "Invalid spec.scopeSelector.matchExpressions",
  ],
]);
testChanges(quota, [
  ["spec scopes", [], "Invalid spec.scopes"],
  ["spec hard pods", "11"],
]);

const limit = "spec.limits[0]";
testRules(
  `
apiVersion: v1
kind: LimitRange
metadata: { name: limits }
spec:
  limits: [{ type: Container, min: { cpu: 100m }, max: { cpu: "2" }, default: { cpu: "1" }, defaultRequest: { cpu: 500m } }]
`,
  [
    ["spec limits 0 type", "Other", `Invalid ${limit}.type`],
    ["spec limits 0 type", "Pod", `Forbidden ${limit}.default`, `Forbidden ${limit}.defaultRequest`],
    [
      "spec limits 0 min cpu",
      "3",
      `Invalid ${limit}.default[cpu]`,
      `Invalid ${limit}.defaultRequest[cpu]`,
      `Invalid ${limit}.min[cpu]`,
    ],
    ["spec limits 0 default cpu", "3", `Invalid ${limit}.default[cpu]`],
    ["spec limits 0 defaultRequest cpu", "1500m", `Invalid ${limit}.defaultRequest[cpu]`],
    ["spec limits 0 maxLimitRequestRatio", { cpu: "21" }, `Invalid ${limit}.maxLimitRequestRatio[cpu]`],
    ["spec limits 0 max", { disk: "1" }, `Invalid ${limit}.max[disk]`],
    ["spec limits 1", { type: "Container" }, "Duplicate spec.limits[1].type"],
    ["spec limits 1", { type: "PersistentVolumeClaim" }, "Required spec.limits[1].limits"],
  ],
);
