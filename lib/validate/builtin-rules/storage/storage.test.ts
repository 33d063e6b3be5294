import { testChanges, testRules } from "../../../../fixtures/checked-builtin.ts";

const claim = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: claim }
spec: { accessModes: [ReadWriteOnce], storageClassName: fast, resources: { requests: { storage: 2Gi } } }
`;

testRules(claim, [
  ["spec accessModes", [], "Required spec.accessModes"],
  ["spec accessModes 0", "Some", "NotSupported spec.accessModes"],
  ["spec accessModes 1", "ReadWriteOncePod", "Forbidden spec.accessModes"],
  ["spec resources", undefined, "Required spec.resources[storage]"],
  ["spec resources requests storage", "0", "Invalid spec.resources[storage]"],
  ["spec storageClassName", "A", "Invalid spec.storageClassName"],
  ["spec volumeMode", "Other", "NotSupported spec.volumeMode"],
  ["spec selector", { matchLabels: { a: "b c" } }, "Invalid spec.selector.matchLabels"],
  ["spec dataSourceRef", { kind: "A", name: "b" }, "Invalid spec.dataSource", "Invalid spec.dataSourceRef"],
  ["spec dataSource", { kind: "A", name: "b" }],
]);
testChanges(claim, [
  ["spec accessModes 0", "ReadWriteMany", "Forbidden spec"],
  ["spec storageClassName", "slow", "Forbidden spec"],
  ["spec volumeMode", "Block", "Forbidden spec", "Invalid volumeMode"],
  ["spec dataSource", { kind: "PersistentVolumeClaim", name: "a" }, "Forbidden spec"],
  ["spec resources requests storage", "3Gi"],
  [
    "spec resources requests",
    undefined,
    "Forbidden spec",
    "Forbidden spec.resources.requests.storage",
    "Required spec.resources[storage]",
  ],
]);

const volume = `
apiVersion: v1
kind: PersistentVolume
metadata: { name: volume }
spec: { capacity: { storage: 1Gi }, accessModes: [ReadWriteOnce], csi: { driver: a.b, volumeHandle: v } }
`;
testRules(volume, [
  ["spec capacity", undefined, "NotSupported spec.capacity", "Required spec.capacity"],
  ["spec capacity storage", "-1", "Invalid spec.capacity[storage]"],
  ["spec accessModes", [], "Required spec.accessModes"],
  ["spec csi", undefined, "Required spec"],
  ["spec csi volumeHandle", "", "Required spec.csi.volumeHandle"],
  ["spec csi nodePublishSecretRef", { name: "a" }, "Required spec.csi.nodePublishSecretRef.namespace"],
  ["spec nfs", { server: "a", path: "/b" }, "Forbidden spec.csi"],
  ["spec nodeAffinity", {}, "Required spec.nodeAffinity.required"],
  ["spec persistentVolumeReclaimPolicy", "Other", "NotSupported spec.persistentVolumeReclaimPolicy"],
  ["spec volumeMode", "Other", "NotSupported spec.volumeMode"],
  ["spec storageClassName", "A", "Invalid spec.storageClassName"],
]);
testChanges(volume, [
  ["spec csi volumeHandle", "w", "Forbidden spec.persistentvolumesource"],
  ["spec volumeMode", "Block", "Invalid volumeMode"],
  ["spec capacity storage", "2Gi"],
]);

const local = `
apiVersion: v1
kind: PersistentVolume
metadata: { name: local }
spec:
  capacity: { storage: 1Gi }
  accessModes: [ReadWriteOnce]
  csi: { driver: a.b, volumeHandle: v }
  nodeAffinity:
    required:
      nodeSelectorTerms:
        [{ matchExpressions: [{ key: failure-domain.beta.kubernetes.io/zone, operator: In, values: [a] }] }]
`;
const requirement = "spec nodeAffinity required nodeSelectorTerms 0 matchExpressions 0";
testChanges(local, [
  ["spec nodeAffinity", undefined, "Invalid nodeAffinity"],
  [`${requirement} values 0`, "b", "Invalid nodeAffinity"],
  [`${requirement} key`, "topology.kubernetes.io/zone"],
]);

const storageClass = `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast }
provisioner: example.com/disk
parameters: { a: b }
allowedTopologies: [{ matchLabelExpressions: [{ key: zone, values: [a] }] }]
`;
testRules(storageClass, [
  ["provisioner", "", "Required provisioner"],
  ["provisioner", "a b", "Invalid provisioner"],
  ["reclaimPolicy", "Recycle", "NotSupported reclaimPolicy"],
  ["volumeBindingMode", "Later", "NotSupported volumeBindingMode"],
  [
    "allowedTopologies 0 matchLabelExpressions 0 values",
    [],
    "Required allowedTopologies[0].matchLabelExpressions[0].values",
  ],
  ["allowedTopologies 1", {}, "Duplicate allowedTopologies[1].matchLabelExpressions"],
]);
testChanges(storageClass, [
  ["parameters a", "c", "Invalid parameters"],
  ["parameters", undefined, "Invalid parameters"],
  ["provisioner", "example.com/other", "Invalid provisioner"],
  ["reclaimPolicy", "Retain", "Invalid reclaimPolicy"],
  ["reclaimPolicy", "Delete"],
  ["allowVolumeExpansion", true],
]);
testChanges(
  "{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: a }, provisioner: example.com/a }",
  [["parameters", {}]],
);

testRules(
  "{ apiVersion: v1, kind: PersistentVolume, metadata: { name: a }, spec: { accessModes: [ReadWriteOnce], capacity: { storage: 1Gi }, persistentVolumeReclaimPolicy: Delete, volumeMode: Block, volumeAttributesClassName: a, csi: { driver: a.b, volumeHandle: a } } }",
  [["spec volumeAttributesClassName", "", "Required spec.volumeAttributesClassName"]],
);
