import { testChanges, testRules } from "../../../fixtures/checked-builtin.ts";

const template =
  "template: { metadata: { labels: { app: a } }, spec: { containers: [{ name: a, image: a }] } }";
const selector = "selector: { matchLabels: { app: a } }";
const mismatch = "Invalid spec.template.metadata.labels";

for (const kind of ["ReplicaSet", "DaemonSet"]) {
  testChanges(
    `{ apiVersion: apps/v1, kind: ${kind}, metadata: { name: a }, spec: { ${selector}, ${template} } }`,
    [
      ["spec selector matchLabels app", "b", "Invalid spec.selector", mismatch],
      ["spec template spec containers 0 image", "b"],
    ],
  );
}

// The pod template of a StatefulSet that is already invalid is not checked.
testChanges(
  `{ apiVersion: apps/v1, kind: StatefulSet, metadata: { name: a }, spec: { ${selector}, template: { metadata: { labels: { app: a } }, spec: { containers: [{ name: A, image: a }] } } } }`,
  [["spec template spec containers 0 image", ""]],
);

testChanges(
  `{ apiVersion: batch/v1, kind: Job, metadata: { name: a }, spec: { completions: 2, template: { spec: { restartPolicy: Never, containers: [{ name: a, image: a }] } } } }`,
  [
    ["spec completions", 3, "Invalid spec.completions"],
    ["spec parallelism", 2],
    ["spec template spec enableServiceLinks", true],
    ["spec template spec enableServiceLinks", false, "Invalid spec.template"],
    ["spec template spec hostPID", false],
    ["spec template spec automountServiceAccountToken", false, "Invalid spec.template"],
    ["spec template spec containers 0 securityContext", { privileged: false }, "Invalid spec.template"],
    ["spec template spec evictionResponders", [{ name: "example.com/a", priority: 1 }]],
    ["spec template spec containers 0 lifecycle", { stopSignal: "SIGUSR1" }, "Invalid spec.template"],
    ["spec template spec dnsConfig", {}, "Invalid spec.template"],
    ["spec template spec affinity", {}, "Invalid spec.template"],
  ],
);

testRules(
  `{ apiVersion: batch/v1, kind: Job, metadata: { name: a }, spec: { template: { metadata: { labels: { a: b } }, spec: { restartPolicy: Never, containers: [{ name: a, image: a }] } } } }`,
  [
    ["metadata name", `${"a".repeat(63)}b`, "Invalid metadata.labels", "Invalid spec.template.labels"],
    [
      "spec",
      {
        completionMode: "Indexed",
        parallelism: 2,
        template: { metadata: {}, spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a" }] } },
      },
      "Required spec.completions",
    ],
  ],
);

testChanges(
  "{ apiVersion: v1, kind: Pod, metadata: { name: a }, spec: { activeDeadlineSeconds: 5, containers: [{ name: a, image: a }] } }",
  [
    ["spec activeDeadlineSeconds", 4],
    ["spec activeDeadlineSeconds", 6, "Invalid spec.activeDeadlineSeconds"],
    ["spec activeDeadlineSeconds", undefined, "Invalid spec.activeDeadlineSeconds"],
  ],
);
testRules(
  "{ apiVersion: v1, kind: Pod, metadata: { name: a }, spec: { containers: [{ name: a, image: a }] } }",
  [
    [
      "metadata annotations",
      { "kubernetes.io/config.mirror": "a" },
      "Invalid metadata.annotations[kubernetes.io/config.mirror]",
    ],
    ["spec volumes", [{ name: "a", secret: {} }], "Required spec.volumes[0].secret.secretName"],
    ["spec volumes", [{ name: "a", configMap: {} }], "Required spec.volumes[0].configMap.name"],
    [
      "spec volumes",
      [{ name: "a", gcePersistentDisk: {} }],
      "Required spec.volumes[0].persistentDisk.pdName",
    ],
    [
      "spec volumes",
      [{ name: "a", awsElasticBlockStore: {} }],
      "Required spec.volumes[0].awsElasticBlockStore.volumeID",
    ],
  ],
);

testChanges("{ apiVersion: v1, kind: Secret, metadata: { name: a }, immutable: true, data: { a: YQ== } }", [
  ["data a", "Yg==", "Forbidden data"],
  ["immutable", false, "Forbidden immutable"],
  ["metadata labels", { a: "b" }],
]);

testChanges(
  "{ apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: { name: a }, spec: { controller: example.com/a } }",
  [["spec controller", "example.com/b", "Invalid spec.controller"]],
);
testRules(
  `{ apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: { name: a }, spec: { ingressClassName: a, defaultBackend: { service: { name: a, port: { number: 1 } } } } }`,
  [
    [
      "metadata annotations",
      { "kubernetes.io/ingress.class": "b" },
      "Invalid annotations.kubernetes.io/ingress.class",
    ],
    ["metadata annotations", { "kubernetes.io/ingress.class": "a" }],
  ],
);

testChanges(
  "{ apiVersion: v1, kind: Service, metadata: { name: a }, spec: { ipFamilies: [IPv4], ports: [{ port: 1 }] } }",
  [
    ["spec ipFamilies 0", "IPv6", "Invalid spec.ipFamilies[0]"],
    ["spec ports 0 port", 2],
  ],
);
testRules("{ apiVersion: v1, kind: Service, metadata: { name: a }, spec: { ports: [{ port: 1 }] } }", [
  [
    "spec",
    { clusterIP: "None", clusterIPs: ["None", "10.0.0.1"], ports: [{ port: 1 }] },
    "Invalid spec.clusterIPs",
  ],
]);

testRules(
  "{ apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: { name: a }, spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: apps/v1, kind: A, name: b }, metrics: [{ type: Object, object: { metric: { name: a }, describedObject: { apiVersion: v1, kind: Service, name: a }, target: { type: Value, value: 1 } } }] } }",
  [
    [
      "spec metrics 0 object describedObject apiVersion",
      "a/b/c",
      "Invalid spec.metrics[0].object.describedObject.apiVersion",
    ],
    [
      "spec metrics 0 object describedObject kind",
      "",
      "Required spec.metrics[0].object.describedObject.kind",
    ],
  ],
);

const claimed =
  "volumeClaimTemplate: { spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } } }";
const claim = "spec.volumes[0].ephemeral.volumeClaimTemplate.spec";
testRules(
  `{ apiVersion: v1, kind: Pod, metadata: { name: a }, spec: { volumes: [{ name: a, ephemeral: { ${claimed} } }], containers: [{ name: a, image: a }] } }`,
  [
    [
      "spec volumes 0 ephemeral volumeClaimTemplate spec dataSource",
      { apiGroup: "A_b", kind: "A", name: "b" },
      `Invalid ${claim}.dataSource.apiGroup`,
    ],
    [
      "spec volumes 0 ephemeral volumeClaimTemplate spec dataSourceRef",
      { apiGroup: "a.b", kind: "A", name: "b", namespace: "A_b" },
      `Invalid ${claim}.dataSourceRef.namespace`,
    ],
  ],
);

const hook =
  "{ name: a.example.com, admissionReviewVersions: [v1], sideEffects: None, clientConfig: { url: 'https://a' } }";
testRules(
  `{ apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: { name: a }, webhooks: [${hook}, ${hook.replace("a.example", "b.example")}] }`,
  [["webhooks 1 name", "a.example.com", "Duplicate webhooks[1].name"]],
);

testChanges("{ apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: { name: a }, handler: a }", [
  ["handler", "b", "Invalid handler"],
  ["scheduling", { nodeSelector: { a: "b" } }],
]);
testChanges(
  "{ apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: { name: a }, addressType: IPv4, endpoints: [{ addresses: [x] }] }",
  [
    ["addressType", "FQDN", "Invalid addressType"],
    ["ports", [{ port: 1 }]],
    ["endpoints 0 zone", "a", "Invalid endpoints[0].addresses[0]"],
  ],
);
testChanges(
  "{ apiVersion: v1, kind: Endpoints, metadata: { name: a }, subsets: [{ addresses: [{ ip: x }] }] }",
  [
    ["metadata labels", { a: "b" }],
    ["subsets 0 ports", [{ port: 1 }], "Invalid subsets[0].addresses[0].ip"],
  ],
);
testChanges(
  "{ apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: { name: a }, spec: { volumeLifecycleModes: [Ephemeral] } }",
  [
    ["spec attachRequired", false, "Invalid spec.attachedRequired"],
    ["spec attachRequired", true],
    ["spec volumeLifecycleModes", undefined, "Invalid spec.volumeLifecycleModes"],
    ["spec podInfoOnMount", true],
  ],
);
testChanges(
  "{ apiVersion: storage.k8s.io/v1, kind: VolumeAttributesClass, metadata: { name: a }, driverName: a.b, parameters: { a: b } }",
  [
    ["parameters a", "c", "Forbidden parameters"],
    ["driverName", "b.c", "Forbidden driverName"],
  ],
);
testChanges(
  "{ apiVersion: apps/v1, kind: ControllerRevision, metadata: { name: a }, revision: 1, data: { a: b } }",
  [
    ["data a", "c", "Invalid data"],
    ["revision", 2],
  ],
);

testRules("{ apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: { name: a, finalizers: [mine] } }", [
  ["spec", { leaseDurationSeconds: 0 }, "Invalid spec.leaseDurationSeconds"],
]);
testRules(
  "{ apiVersion: v1, kind: Pod, metadata: { name: b }, spec: { initContainers: [{ name: b, image: a, restartPolicyRules: [] }], containers: [{ name: a, image: a }] } }",
  [["spec overhead", { cpu: "-1" }, "Invalid spec.overhead.limits[cpu]"]],
);
testRules(
  "{ apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: { name: a }, addressType: FQDN, endpoints: [{ addresses: [a.b] }] }",
  [
    ["ports", [{ protocol: "" }], "NotSupported ports[0].protocol"],
    ["endpoints 0 addresses 0", "", "Required endpoints[0].addresses[0]"],
  ],
);
