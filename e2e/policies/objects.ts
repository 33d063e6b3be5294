import type { JsonObject } from "../../lib/object/json.ts";

const labels = { app: "web" };
const container = { name: "web", image: "nginx" };

function deployment(spec: JsonObject, template: JsonObject, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: template }, ...spec },
  };
}

const full = {
  name: "web",
  image: "registry.example.com/nginx:1.27",
  command: ["nginx"],
  ports: [
    { containerPort: 80, hostPort: 0 },
    { containerPort: 81, protocol: "UDP" },
  ],
  env: [
    { name: "A", value: "" },
    { name: "B", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
  ],
  livenessProbe: { httpGet: { port: 80 }, initialDelaySeconds: 0 },
  securityContext: { runAsNonRoot: true, runAsUser: 0, privileged: false },
  resources: { limits: { memory: "512Mi", cpu: "1" } },
  stdin: false,
};

function job(spec: JsonObject): JsonObject {
  return {
    template: { metadata: { labels: { a: "b" } }, spec: { restartPolicy: "Never", containers: [container] } },
    ...spec,
  };
}

/** Objects by resource, without a name. */
export const objects: Readonly<Record<string, readonly JsonObject[]>> = {
  deployments: [
    deployment({}, { containers: [container] }),
    deployment(
      { replicas: 0, paused: false, minReadySeconds: 0, strategy: { type: "Recreate" } },
      { hostNetwork: false, serviceAccountName: "web", containers: [{ ...container, image: "nginx:1.27" }] },
      { labels: { team: "shop" }, annotations: {} },
    ),
    deployment(
      { replicas: 5, strategy: { rollingUpdate: { maxSurge: 1 } } },
      {
        containers: [full, { name: "side", image: "busybox@sha256:" + "0".repeat(64) }],
        volumes: [{ name: "s", secret: { secretName: "s" } }, { name: "e" }],
        securityContext: { fsGroup: 1 },
        terminationGracePeriodSeconds: 0,
      },
      { annotations: { a: "b" }, labels: { team: "" } },
    ),
    deployment(
      { replicas: null, paused: true },
      { containers: [{ ...container, resources: {} }], hostNetwork: true, restartPolicy: "" },
    ),
  ],
  services: [
    { apiVersion: "v1", kind: "Service", spec: { selector: labels, ports: [{ port: 80 }] } },
    {
      apiVersion: "v1",
      kind: "Service",
      spec: {
        type: "NodePort",
        ports: [{ port: 80, targetPort: "http", nodePort: 0 }],
        publishNotReadyAddresses: false,
      },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      spec: {
        type: "LoadBalancer",
        selector: {},
        ports: [{ port: 80, protocol: "UDP" }],
        sessionAffinity: "ClientIP",
      },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      spec: { clusterIP: "None", selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
    },
    { apiVersion: "v1", kind: "Service", spec: { type: "ExternalName", externalName: "example.com" } },
  ],
  configmaps: [
    { apiVersion: "v1", kind: "ConfigMap" },
    { apiVersion: "v1", kind: "ConfigMap", data: { a: "b", n: "4", e: "" }, immutable: true },
    { apiVersion: "v1", kind: "ConfigMap", data: {}, binaryData: {}, immutable: false },
    { apiVersion: "v1", kind: "ConfigMap", data: { n: "x", ab: "c" } },
  ],
  pods: [
    { apiVersion: "v1", kind: "Pod", spec: { containers: [container] } },
    {
      apiVersion: "v1",
      kind: "Pod",
      spec: {
        restartPolicy: "Never",
        hostNetwork: true,
        enableServiceLinks: false,
        serviceAccountName: "default",
        containers: [{ ...container, ports: [{ containerPort: 80 }], resources: { limits: { cpu: "1" } } }],
      },
    },
  ],
  cronjobs: [
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      spec: { schedule: "* * * * *", jobTemplate: { spec: job({}) } },
    },
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      spec: { schedule: "* * * * *", suspend: true, jobTemplate: { spec: job({ backoffLimit: 1 }) } },
    },
  ],
  jobs: [
    { apiVersion: "batch/v1", kind: "Job", spec: job({}) },
    {
      apiVersion: "batch/v1",
      kind: "Job",
      spec: job({ parallelism: 2, completions: 3, completionMode: "Indexed", backoffLimitPerIndex: 1 }),
    },
  ],
  statefulsets: [
    {
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      spec: {
        serviceName: "web",
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
        volumeClaimTemplates: [
          {
            metadata: { name: "d" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
          },
        ],
      },
    },
    {
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      spec: {
        podManagementPolicy: "Parallel",
        updateStrategy: { type: "OnDelete" },
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    },
  ],
  daemonsets: [
    {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    },
    {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      spec: {
        updateStrategy: { type: "OnDelete" },
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    },
  ],
  networkpolicies: [
    { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", spec: { podSelector: {} } },
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      spec: { podSelector: { matchLabels: labels }, egress: [{ ports: [{ port: 80 }] }] },
    },
  ],
  secrets: [
    { apiVersion: "v1", kind: "Secret", stringData: { password: "secret" } },
    { apiVersion: "v1", kind: "Secret", type: "example.com/x", data: { password: "eA==" } },
  ],
  rolebindings: [
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "x" },
      subjects: [
        { kind: "User", name: "u" },
        { kind: "ServiceAccount", name: "s", namespace: "default" },
      ],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "x" },
    },
  ],
  persistentvolumeclaims: [
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      spec: {
        accessModes: ["ReadWriteOnce"],
        storageClassName: "",
        resources: { requests: { storage: "1Gi" } },
      },
    },
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      spec: {
        accessModes: ["ReadWriteOnce"],
        volumeMode: "Block",
        resources: { requests: { storage: "1Gi" } },
      },
    },
  ],
  horizontalpodautoscalers: [
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
    },
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      spec: {
        minReplicas: 2,
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        metrics: [],
      },
    },
  ],
};
