import { testRules } from "../../../../fixtures/checked-builtin.ts";

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
testRules(pod, [
  ["spec restartPolicy", "Sometimes", "NotSupported spec.restartPolicy"],
  ["spec dnsPolicy", "None", "Required spec.dnsConfig"],
  ["spec dnsConfig", { nameservers: ["a"] }, "Invalid spec.dnsConfig.nameservers[0]"],
  ["spec nodeSelector", { a: "b c" }, "Invalid spec.nodeSelector"],
  ["spec hostname", "a.b", "Invalid spec.hostname"],
  [
    "spec securityContext seLinuxChangePolicy",
    "Never",
    "NotSupported spec.securityContext.seLinuxChangePolicy",
  ],
  ["spec serviceAccountName", "A", "Invalid spec.serviceAccountName"],
  ["spec activeDeadlineSeconds", 0, "Invalid spec.activeDeadlineSeconds"],
  ["spec hostAliases 0 ip", "a", "Invalid spec.hostAliases[0].ip"],
  ["spec readinessGates", [{ conditionType: "a b" }], "Invalid spec.readinessGates[0].conditionType"],
  ["spec schedulingGates", [{ name: "a" }, { name: "a" }], "Duplicate spec.schedulingGates[1]"],
  ["spec tolerations 0 operator", "Exists", "Invalid spec.tolerations[0].operator"],
  ["spec tolerations 0 effect", "Never", "NotSupported spec.tolerations[0].effect"],
  [
    "spec tolerations 0",
    { key: "a", operator: "Exists", effect: "NoSchedule", tolerationSeconds: 1 },
    "Invalid spec.tolerations[0].effect",
  ],
  ["spec topologySpreadConstraints 0 maxSkew", 0, "Invalid spec.topologySpreadConstraints[0].maxSkew"],
  [
    "spec topologySpreadConstraints 0 topologyKey",
    "",
    "Required spec.topologySpreadConstraints[0].topologyKey",
  ],
  [
    "spec topologySpreadConstraints 0 whenUnsatisfiable",
    "Never",
    "NotSupported spec.topologySpreadConstraints[0].whenUnsatisfiable",
  ],
  [
    "spec topologySpreadConstraints 0 matchLabelKeys",
    ["a"],
    "Forbidden spec.topologySpreadConstraints[0].matchLabelKeys",
  ],
  [
    "spec affinity",
    { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } },
    "Required spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms",
  ],
  [
    "spec affinity",
    { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "a b" }] } },
    "Invalid spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey",
  ],
  [
    "spec affinity",
    { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, preference: {} }] } },
    "Invalid spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight",
  ],
  ["spec securityContext sysctls 0 name", "A", "Invalid spec.securityContext.sysctls[0].name"],
  ["spec securityContext fsGroup", -1, "Invalid spec.securityContext.fsGroup"],
  ["spec hostNetwork", true, "Invalid spec.securityContext.sysctls[0].name"],
  ["spec os", { name: "plan9" }, "NotSupported spec.os"],
  [
    "spec os",
    { name: "windows" },
    "Forbidden spec.securityContext.runAsUser",
    "Forbidden spec.securityContext.seccompProfile",
    "Forbidden spec.securityContext.sysctls",
  ],
  ["spec overhead", { disk: "1" }, "Invalid spec.overhead.limits[disk]"],
  [
    "spec resources",
    { limits: { "ephemeral-storage": "1" } },
    "NotSupported spec.resources.limits[ephemeral-storage]",
  ],
]);
