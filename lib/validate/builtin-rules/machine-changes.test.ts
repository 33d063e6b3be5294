import { testChanges, testRules } from "../../../fixtures/checked-builtin.ts";

testChanges(
  "{ apiVersion: v1, kind: Node, metadata: { name: a }, spec: { providerID: a://1, podCIDRs: [10.0.0.0/24], taints: [{ key: a, effect: NoSchedule }] } }",
  [
    ["spec providerID", "a://2", "Forbidden spec.providerID"],
    ["spec providerID", undefined],
    ["spec podCIDRs 0", "10.1.0.0/24", "Forbidden spec.podCIDRs"],
    ["spec podCIDRs", undefined],
    ["spec taints 0 effect", "Other", "NotSupported metadata.taints[0].effect"],
    ["spec unschedulable", true],
  ],
);
testRules(
  "{ apiVersion: v1, kind: Node, metadata: { name: a }, spec: { podCIDR: 10.0.0.0/24 }, status: { capacity: { cpu: 1 } } }",
  [
    ["status capacity cpu", "-1", "Invalid status.capacity.cpu"],
    ["status capacity", { "example.com/gpu": "1500m" }, "Invalid status.capacity.example.com/gpu"],
    ["spec podCIDR", "x", "Invalid spec.podCIDRs[0]"],
  ],
);

testChanges(
  "{ apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: { name: a }, spec: { drivers: [{ name: a.b, nodeID: a, topologyKeys: [a], allocatable: { count: 1 } }] } }",
  [
    ["spec drivers 0 nodeID", "b", "Invalid spec.drivers"],
    ["spec drivers 0 topologyKeys", ["b"], "Invalid spec.drivers"],
    ["spec drivers 0 allocatable count", 2],
    ["spec drivers 0", { name: "b.c", nodeID: "b" }],
  ],
);

testChanges(
  "{ apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: { name: a }, spec: { attacher: a.b, nodeName: a, source: { persistentVolumeName: a } } }",
  [
    ["spec nodeName", "b", "Invalid spec"],
    ["metadata labels", { a: "b" }],
  ],
);
testRules(
  "{ apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: { name: a }, spec: { attacher: a.b, nodeName: a, source: { inlineVolumeSpec: { accessModes: [ReadWriteOnce], csi: { driver: a.b, volumeHandle: a } } } } }",
  [["spec source persistentVolumeName", "a", "Forbidden spec.source"]],
);

testChanges(
  "{ apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: { name: a }, storageClassName: a, capacity: 1Gi, nodeTopology: { matchLabels: { a: b } } }",
  [
    ["capacity", "2Gi"],
    ["storageClassName", "b", "Invalid storageClassName"],
    ["nodeTopology matchLabels a", "c", "Invalid nodeTopology"],
  ],
);

testChanges(
  "{ apiVersion: networking.k8s.io/v1, kind: IPAddress, metadata: { name: 10.0.0.1 }, spec: { parentRef: { resource: services, name: a } } }",
  [
    ["spec parentRef name", "b", "Invalid spec.parentRef"],
    ["metadata labels", { a: "b" }],
  ],
);
testRules(
  "{ apiVersion: networking.k8s.io/v1, kind: IPAddress, metadata: { name: '2001:db8::1' }, spec: { parentRef: { resource: services, name: a } } }",
  [["metadata name", "2001:db8:0::1", "Invalid metadata.name"]],
);

testChanges(
  "{ apiVersion: networking.k8s.io/v1, kind: ServiceCIDR, metadata: { name: a }, spec: { cidrs: [10.0.0.0/24] } }",
  [
    ["spec cidrs", ["10.0.0.0/24", "fd00::/64"]],
    ["spec cidrs", ["10.0.0.0/24", "10.1.0.0/24"], "Invalid spec.cidrs"],
    ["spec cidrs 0", "10.1.0.0/24", "Invalid spec.cidrs[0]"],
    ["spec cidrs", [], "Invalid spec.cidrs"],
  ],
);

testChanges(
  "{ apiVersion: certificates.k8s.io/v1, kind: CertificateSigningRequest, metadata: { name: a }, spec: { request: YQ==, signerName: a.b/c, usages: [any] } }",
  [["spec usages", ["other"]]],
);

const bundle = String.raw`-----BEGIN CERTIFICATE-----\nYQ==\n-----END CERTIFICATE-----\n`;
const trust = `{ apiVersion: certificates.k8s.io/v1beta1, kind: ClusterTrustBundle, metadata: { name: 'a.b:c:d' }, spec: { signerName: a.b/c, trustBundle: "${bundle}" } }`;
testRules(trust, [
  ["metadata name", "d", "Invalid metadata.name"],
  ["metadata name", "a.b:c:D", "Invalid metadata.name"],
  ["spec signerName", undefined, "Invalid metadata.name"],
  ["spec trustBundle", "", "Invalid spec.trustBundle"],
  ["spec trustBundle", "-----BEGIN KEY-----\nYQ==\n-----END KEY-----\n", "Invalid spec.trustBundle"],
  ["spec trustBundle", "a".repeat(1_048_577), "TooLong spec.trustBundle"],
]);
testChanges(trust, [
  ["spec signerName", "a.b/d", "Invalid spec.signerName"],
  ["metadata labels", { a: "b" }],
]);

const event =
  "apiVersion: events.k8s.io/v1, kind: Event, metadata: { name: a, namespace: shop }, eventTime: '2026-01-02T03:04:05.000000Z', reportingController: a, reportingInstance: a, action: a, reason: a, type: Normal";
testChanges(
  `{ ${event}, note: a, regarding: { namespace: shop, name: a }, series: { count: 2, lastObservedTime: x } }`,
  [
    ["note", "b", "Invalid message"],
    ["regarding name", "b", "Invalid involvedObject"],
    ["series count", 3],
    ["series count", 1, "Invalid series.count"],
  ],
);
testRules(`{ ${event}, regarding: { namespace: shop } }`, [
  ["regarding", {}, "Invalid involvedObject.namespace"],
]);
testRules(
  "{ apiVersion: v1, kind: Event, metadata: { name: a, namespace: shop }, involvedObject: { namespace: shop } }",
  [
    ["involvedObject namespace", "other", "Invalid involvedObject.namespace"],
    ["metadata namespace", "default", "Invalid involvedObject.namespace"],
  ],
);
