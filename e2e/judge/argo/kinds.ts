/** A minimal object of each kind that the sync engine of Argo CD places, and of some that it does not. */
import type { JsonObject } from "../../../lib/object/json.ts";
import {
  barePod,
  claim,
  configMap,
  daemonSet,
  deployment,
  job,
  namespaceNamed,
  service,
  statefulSet,
} from "../../apply/manifests.ts";

/** Makes an object with that name; in a namespace whose name makes cluster-scoped names unique. */
type Maker = (name: string, namespace: string) => JsonObject;

/** The Deployment, outside the sets, that autoscalers of the sets refer to; it has no pods. */
export const scaledToZero: JsonObject = deployment("scaled-to-zero", { spec: { replicas: 0 } });

const rbac = "rbac.authorization.k8s.io";

const pods = {
  terminationGracePeriodSeconds: 0,
  containers: [{ name: "app", image: "registry.test/app:1" }],
};

function plain(apiVersion: string, kind: string, rest: JsonObject): Maker {
  return (name) => ({ apiVersion, kind, metadata: { name }, ...rest });
}

/** An object without a namespace. */
function wide(maker: Maker): Maker {
  return (name, namespace) => maker(`${name}-${namespace}`, namespace);
}

function controller(apiVersion: string, kind: string): Maker {
  return (name) => ({
    apiVersion,
    kind,
    metadata: { name },
    spec: {
      replicas: 1,
      selector: apiVersion === "v1" ? { app: name } : { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: pods },
    },
  });
}

function binding(kind: string, role: string): JsonObject {
  return {
    roleRef: { apiGroup: rbac, kind: role, name: "view" },
    subjects: [{ apiGroup: rbac, kind: "User", name: kind }],
  };
}

const rules = { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] };

/** Kinds by name. The name does not show the place in the order of kinds. */
export const makers: Readonly<Record<string, Maker>> = {
  Namespace: wide((name) => namespaceNamed(name)),
  NetworkPolicy: plain("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: {} } }),
  ResourceQuota: plain("v1", "ResourceQuota", { spec: { hard: { "count/configmaps": "1000" } } }),
  LimitRange: plain("v1", "LimitRange", {
    spec: { limits: [{ type: "Container", defaultRequest: { cpu: "1m" } }] },
  }),
  PodDisruptionBudget: (name) => ({
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name },
    spec: { minAvailable: 0, selector: { matchLabels: { app: name } } },
  }),
  ServiceAccount: plain("v1", "ServiceAccount", {}),
  Secret: plain("v1", "Secret", { stringData: { key: "value" } }),
  ConfigMap: (name) => configMap(name, { key: "value" }),
  StorageClass: wide(plain("storage.k8s.io/v1", "StorageClass", { provisioner: "example.com/none" })),
  PersistentVolume: wide(
    plain("v1", "PersistentVolume", {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        storageClassName: "none",
        hostPath: { path: "/none" },
      },
    }),
  ),
  PersistentVolumeClaim: (name) => claim(name, "immediate"),
  ClusterRole: wide(plain(`${rbac}/v1`, "ClusterRole", rules)),
  ClusterRoleBinding: wide(plain(`${rbac}/v1`, "ClusterRoleBinding", binding("wide", "ClusterRole"))),
  Role: plain(`${rbac}/v1`, "Role", rules),
  RoleBinding: plain(`${rbac}/v1`, "RoleBinding", binding("narrow", "ClusterRole")),
  Service: (name) => service(name),
  DaemonSet: (name) => daemonSet(name),
  Pod: (name) => barePod(name),
  ReplicationController: controller("v1", "ReplicationController"),
  ReplicaSet: controller("apps/v1", "ReplicaSet"),
  Deployment: (name) => deployment(name),
  HorizontalPodAutoscaler: plain("autoscaling/v2", "HorizontalPodAutoscaler", {
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "scaled-to-zero" },
      maxReplicas: 2,
      metrics: [
        {
          type: "Resource",
          resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
        },
      ],
    },
  }),
  StatefulSet: (name) => statefulSet(name),
  Job: (name) => job(name),
  CronJob: plain("batch/v1", "CronJob", {
    spec: {
      schedule: "0 0 1 1 *",
      jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", ...pods } } } },
    },
  }),
  IngressClass: wide(
    plain("networking.k8s.io/v1", "IngressClass", { spec: { controller: "example.com/none" } }),
  ),
  Ingress: (name) => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name },
    spec: { defaultBackend: { service: { name, port: { number: 80 } } } },
  }),
  PriorityClass: wide(plain("scheduling.k8s.io/v1", "PriorityClass", { value: 5 })),
  ControllerRevision: plain("apps/v1", "ControllerRevision", { revision: 1, data: { key: "value" } }),
  PodTemplate: plain("v1", "PodTemplate", { template: { spec: pods } }),
  RuntimeClass: wide(plain("node.k8s.io/v1", "RuntimeClass", { handler: "none" })),
};

/** Makes an object of a kind. Throws an Error for a kind without a maker. */
export function make(kind: string, name: string, namespace: string): JsonObject {
  const maker = makers[kind];
  if (maker === undefined) {
    throw new Error(`no maker for ${kind}`);
  }
  return maker(name, namespace);
}

/** The API group of the custom resources of a case. */
export function customGroup(namespace: string): string {
  return `${namespace}.example.com`;
}

/** A custom resource of a kind of the case. */
export function custom(kind: string, name: string, namespace: string): JsonObject {
  return { apiVersion: `${customGroup(namespace)}/v1`, kind, metadata: { name }, spec: {} };
}
