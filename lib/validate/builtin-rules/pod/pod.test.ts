import test from "ava";

import { builtinObject, ruleCauses, testChanges, testRules } from "../../../../fixtures/checked-builtin.ts";
import type { JsonObject } from "../../../object/json.ts";

const pod = `
apiVersion: v1
kind: Pod
metadata: { name: pod }
spec:
  hostAliases: [{ ip: 10.0.0.1, hostnames: [a] }]
  tolerations: [{ key: a, operator: Equal, value: b, effect: NoExecute }]
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule }]
  securityContext: { runAsUser: 1, sysctls: [{ name: net.a, value: b }], seccompProfile: { type: RuntimeDefault } }
  volumes:
    - { name: data, emptyDir: {} }
    - { name: config, configMap: { name: c, items: [{ key: a, path: b }] } }
  initContainers: [{ name: init, image: a }]
  containers:
    - name: main
      image: a
      ports: [{ name: http, containerPort: 80, hostPort: 80 }]
      env: [{ name: A, valueFrom: { fieldRef: { fieldPath: spec.nodeName } } }]
      envFrom: [{ configMapRef: { name: c } }]
      volumeMounts: [{ name: data, mountPath: /data }]
      livenessProbe: { httpGet: { port: http } }
      lifecycle: { preStop: { sleep: { seconds: 5 } } }
      resources: { requests: { cpu: 100m }, limits: { cpu: "1" } }
`;
const main = "spec.containers[0]";
const at = "spec containers 0";

testRules(pod, [
  ["metadata name", "a_b", "Invalid metadata.name"],
  ["spec containers", [], "Required spec.containers"],
  [`${at} name`, "Bad Name!", `Invalid ${main}.name`],
  [`${at} name`, "a".repeat(64), `Invalid ${main}.name`],
  [`${at} name`, "init", "Duplicate spec.initContainers[0].name"],
  [`${at} image`, "", `Required ${main}.image`],
  [`${at} image`, " a", `Invalid ${main}.image`],
  [`${at} imagePullPolicy`, "Now", `NotSupported ${main}.imagePullPolicy`],
  [`${at} terminationMessagePolicy`, "Now", `NotSupported ${main}.terminationMessagePolicy`],
  [`${at} ports 0 containerPort`, 99_999, `Invalid ${main}.ports[0].containerPort`],
  [`${at} ports 0 containerPort`, 0, `Required ${main}.ports[0].containerPort`],
  [`${at} ports 0 hostPort`, -1, `Invalid ${main}.ports[0].hostPort`],
  [`${at} ports 0 name`, "too-long-for-a-port", `Invalid ${main}.ports[0].name`],
  [`${at} ports 0 protocol`, "ICMP", `NotSupported ${main}.ports[0].protocol`],
  [`${at} ports 1`, { containerPort: 81, hostPort: 80 }, `Duplicate ${main}.ports[1].hostPort`],
  [`${at} env 0 name`, "a=b", `Invalid ${main}.env[0].name`],
  [`${at} env 0 value`, "x", `Invalid ${main}.env[0].valueFrom`],
  [`${at} env 0 valueFrom`, {}, `Invalid ${main}.env[0].valueFrom`],
  [
    `${at} env 0 valueFrom fieldRef fieldPath`,
    "spec.x",
    `Invalid ${main}.env[0].valueFrom.fieldRef.fieldPath`,
  ],
  [
    `${at} env 0 valueFrom fieldRef fieldPath`,
    "metadata.labels",
    `NotSupported ${main}.env[0].valueFrom.fieldRef.fieldPath`,
  ],
  [`${at} env 0 valueFrom fieldRef fieldPath`, "metadata.labels['a']"],
  [
    `${at} env 0 valueFrom`,
    { resourceFieldRef: { resource: "cpu" } },
    `NotSupported ${main}.env[0].valueFrom.resourceFieldRef.resource`,
  ],
  [
    `${at} env 0 valueFrom`,
    { resourceFieldRef: { resource: "limits.cpu", divisor: "2" } },
    `Invalid ${main}.env[0].valueFrom.resourceFieldRef.divisor`,
  ],
  [
    `${at} env 0 valueFrom`,
    { secretKeyRef: { name: "a", key: "b c" } },
    `Invalid ${main}.env[0].valueFrom.secretKeyRef.key`,
  ],
  [`${at} envFrom 0`, {}, `Invalid ${main}.envFrom`],
  [`${at} envFrom 0 configMapRef name`, "A", `Invalid ${main}.envFrom[0].configMapRef.name`],
  [`${at} volumeMounts 0 name`, "other", `NotFound ${main}.volumeMounts[0].name`],
  [`${at} volumeMounts 0 mountPath`, "", `Required ${main}.volumeMounts[0].mountPath`],
  [`${at} volumeMounts 0 subPath`, "../a", `Invalid ${main}.volumeMounts.subPath`],
  [
    `${at} volumeMounts 1`,
    { name: "config", mountPath: "/data" },
    `Invalid ${main}.volumeMounts[1].mountPath`,
  ],
  [
    `${at} volumeMounts 0 mountPropagation`,
    "Bidirectional",
    `Forbidden ${main}.volumeMounts.mountPropagation`,
  ],
  [`${at} volumeMounts 0 recursiveReadOnly`, "Enabled", `Forbidden ${main}.volumeMounts.recursiveReadOnly`],
  [`${at} volumeDevices`, [{ name: "config", devicePath: "/x" }], `Invalid ${main}.volumeDevices[0].name`],
  [`${at} livenessProbe`, {}, `Required ${main}.livenessProbe`],
  [`${at} livenessProbe httpGet port`, "no_name", `Invalid ${main}.livenessProbe.httpGet.port`],
  [`${at} livenessProbe httpGet scheme`, "ftp", `NotSupported ${main}.livenessProbe.httpGet.scheme`],
  [
    `${at} livenessProbe exec`,
    {},
    `Forbidden ${main}.livenessProbe.httpGet`,
    `Required ${main}.livenessProbe.exec.command`,
  ],
  [`${at} livenessProbe successThreshold`, 2, `Invalid ${main}.livenessProbe.successThreshold`],
  [`${at} livenessProbe periodSeconds`, -1, `Invalid ${main}.livenessProbe.periodSeconds`],
  [
    `${at} readinessProbe`,
    { tcpSocket: { port: 1 }, terminationGracePeriodSeconds: 1 },
    `Invalid ${main}.readinessProbe.terminationGracePeriodSeconds`,
  ],
  [`${at} lifecycle preStop sleep seconds`, 31, `Invalid ${main}.lifecycle.preStop.sleep`],
  [`${at} resources requests cpu`, "2", `Invalid ${main}.resources.requests`],
  [
    `${at} resources limits cpu`,
    "-1",
    `Invalid ${main}.resources.limits[cpu]`,
    `Invalid ${main}.resources.requests`,
  ],
  [`${at} resources limits disk`, "1", `Invalid ${main}.resources.limits[disk]`],
  [`${at} resources requests`, { "example.com/gpu": "1" }, `Required ${main}.resources.limits`],
  [
    `${at} resources limits`,
    { cpu: "1", "hugepages-2Mi": "3Mi" },
    `Invalid ${main}.resources.limits[hugepages-2Mi]`,
  ],
  [
    `${at} resources limits`,
    { "example.com/gpu": "1500m", cpu: "1" },
    `Invalid ${main}.resources.limits[example.com/gpu]`,
  ],
  [`${at} resources claims`, [{ name: "a" }], `NotFound ${main}.resources.claims[0]`],
  [
    `${at} resizePolicy`,
    [{ resourceName: "disk", restartPolicy: "NotRequired" }],
    `NotSupported ${main}.resizePolicy`,
  ],
  [`${at} restartPolicy`, "Sometimes", `NotSupported ${main}.restartPolicy`],
  [`${at} securityContext`, { runAsUser: -1 }, `Invalid ${main}.securityContext.runAsUser`],
  [
    `${at} securityContext`,
    { privileged: true, allowPrivilegeEscalation: false },
    `Invalid ${main}.securityContext`,
  ],
  [
    `${at} securityContext`,
    { seccompProfile: { type: "Localhost" } },
    `Required ${main}.securityContext.seccompProfile.localhostProfile`,
  ],
  [`${at} securityContext`, { appArmorProfile: {} }, `Required ${main}.securityContext.appArmorProfile.type`],
  [
    `${at} securityContext`,
    { windowsOptions: { runAsUserName: "" } },
    `Invalid ${main}.securityContext.windowsOptions.runAsUserName`,
  ],
  ["spec initContainers 0 readinessProbe", {}, "Forbidden spec.initContainers[0].readinessProbe"],
  ["spec ephemeralContainers", [{ name: "e", image: "a" }], "Forbidden spec.ephemeralContainers"],
  [
    "spec volumes 0",
    { name: "data", emptyDir: {}, secret: { secretName: "s" } },
    "Forbidden spec.volumes[0].secret",
    `NotFound ${main}.volumeMounts[0].name`,
  ],
  ["spec volumes 1 name", "data", "Duplicate spec.volumes[1].name"],
  ["spec volumes 1 configMap items 0 path", "../x", "Invalid spec.volumes[1].configMap.items[0].path"],
  ["spec volumes 1 configMap items 0 mode", 1000, "Invalid spec.volumes[1].configMap.items[0].mode"],
  ["spec volumes 1", { name: "x", hostPath: { path: "/a/../b" } }, "Invalid spec.volumes[1].hostPath.path"],
  [
    "spec volumes 1",
    { name: "x", persistentVolumeClaim: {} },
    "Required spec.volumes[1].persistentVolumeClaim.claimName",
  ],
  ["spec volumes 1", { name: "x", csi: { driver: "a_b" } }, "Invalid spec.volumes[1].csi.driver"],
  ["spec volumes 1", { name: "x", nfs: { server: "s", path: "a" } }, "Invalid spec.volumes[1].nfs.path"],
  [
    "spec volumes 1",
    { name: "x", iscsi: { targetPortal: "a", iqn: "b", lun: 1 } },
    "Invalid spec.volumes[1].iscsi.iqn",
  ],
  [
    "spec volumes 1",
    { name: "x", downwardAPI: { items: [{ path: "a" }] } },
    "Required spec.volumes[1].downwardAPI",
  ],
  [
    "spec volumes 1",
    { name: "x", projected: { sources: [{ secret: { name: "s" }, configMap: { name: "c" } }] } },
    "Forbidden spec.volumes[1].projected.sources[0]",
  ],
  ["spec volumes 1", { name: "x", ephemeral: {} }, "Required spec.volumes[1].ephemeral.volumeClaimTemplate"],
]);
testChanges(pod, [
  ["spec containers 0 image", "b"],
  ["spec containers 0 command", ["b"], "Forbidden spec"],
  ["spec containers 1", { name: "b", image: "b" }, "Forbidden spec.containers"],
  ["spec tolerations", [{ operator: "Exists" }], "Forbidden spec.tolerations"],
  ["spec terminationGracePeriodSeconds", 5, "Forbidden spec"],
  ["spec dnsPolicy", "ClusterFirst"],
  ["spec containers 0 terminationMessagePolicy", ""],
  ["spec containers 0 terminationMessagePolicy", "FallbackToLogsOnError", "Forbidden spec"],
  ["spec serviceAccount", "a_b"],
  ["spec serviceAccountName", "a_b", "Invalid spec.serviceAccountName"],
  ["spec securityContext fsGroup", undefined],
  ["spec containers 0 securityContext", {}, "Forbidden spec"],
  ["spec initContainers 0 resources", {}],
  ["spec volumes 1 configMap optional", false, "Forbidden spec"],
  ["spec nodeSelector", { disk: "ssd" }, "Forbidden spec"],
]);

function withBundle(path: string): JsonObject {
  const volume = { name: "v", projected: { sources: [{ clusterTrustBundle: { name: "roots", path } }] } };
  const spec = { containers: [{ name: "a", image: "a" }], volumes: [volume] };
  return { ...builtinObject(pod), spec };
}

test("changing a clusterTrustBundle source is accepted before Kubernetes 1.37, which drops the field", (t) => {
  t.deepEqual(ruleCauses(withBundle("a.pem"), withBundle("b.pem"), 36), []);
  t.deepEqual(ruleCauses(withBundle("a.pem"), withBundle("b.pem"), 37), ["Forbidden spec"]);
});

const gated = `
apiVersion: v1
kind: Pod
metadata: { name: gated }
spec:
  schedulingGates: [{ name: example.com/wait }]
  nodeSelector: { disk: ssd }
  affinity:
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: zone }] }
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms: [{ matchExpressions: [{ key: a, operator: Exists }] }]
  containers: [{ name: a, image: a }]
`;
const required = "spec affinity nodeAffinity requiredDuringSchedulingIgnoredDuringExecution";
const terms = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
testChanges(gated, [
  ["spec nodeSelector zone", "a"],
  ["spec nodeSelector disk", "hdd", "Invalid spec.nodeSelector"],
  ["spec nodeSelector", undefined, "Invalid spec.nodeSelector"],
  [`${required} nodeSelectorTerms 0 matchExpressions 1`, { key: "b", operator: "Exists" }],
  [`${required} nodeSelectorTerms 0 matchExpressions 0 key`, "b", `Invalid ${terms}[0]`],
  [
    `${required} nodeSelectorTerms 1`,
    { matchExpressions: [{ key: "b", operator: "Exists" }] },
    `Invalid ${terms}`,
  ],
  ["spec affinity podAffinity", undefined, "Forbidden spec"],
]);
