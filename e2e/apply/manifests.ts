/** Minimal manifests for tests. */
import type { JsonObject } from "../../lib/object/json.ts";

/** Annotations of an object. */
export type Annotations = Readonly<Record<string, string>>;

/** The options of a workload in a test. */
export interface Workload {
  readonly annotations?: Annotations;
  /** The lifecycle of its pods: see the README of the control plane. */
  readonly pod?: Annotations;
  readonly spec?: JsonObject;
  /** More fields of the pod spec. */
  readonly podSpec?: JsonObject;
}

/** A ConfigMap. */
export function configMap(
  name: string,
  data: Readonly<Record<string, string>> = {},
  annotations?: Annotations,
): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: named(name, annotations), data };
}

/** A Namespace. */
export function namespaceNamed(name: string): JsonObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name } };
}

/** A Deployment of one pod. */
export function deployment(name: string, workload: Workload = {}): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: named(name, workload.annotations),
    spec: { ...selecting(name, workload), ...workload.spec },
  };
}

/** A StatefulSet of one pod. */
export function statefulSet(name: string, workload: Workload = {}): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: named(name, workload.annotations),
    spec: { serviceName: name, ...selecting(name, workload), ...workload.spec },
  };
}

/** A DaemonSet. */
export function daemonSet(name: string, workload: Workload = {}): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: named(name, workload.annotations),
    spec: { ...selecting(name, workload), ...workload.spec },
  };
}

/** A Job whose pod completes at once. */
export function job(name: string, { annotations, pod, spec = {}, podSpec = {} }: Workload = {}): JsonObject {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: named(name, annotations),
    spec: {
      backoffLimit: 0,
      template: {
        ...(pod === undefined ? {} : { metadata: { annotations: pod } }),
        spec: { restartPolicy: "Never", ...containers, ...podSpec },
      },
      ...spec,
    },
  };
}

/** A pod without a controller. */
export function barePod(name: string, annotations?: Annotations): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: named(name, annotations),
    spec: containers,
  };
}

/** A Service of the pods of a workload of that name. */
export function service(name: string, { annotations, spec = {} }: Workload = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: named(name, annotations),
    spec: { selector: { app: name }, ports: [{ port: 80 }], ...spec },
  };
}

/** A PersistentVolumeClaim. */
export function claim(name: string, storageClassName: string, annotations?: Annotations): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: named(name, annotations),
    spec: { storageClassName, accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  };
}

/** A CRD in an API group of its own, with a status that accepts any fields. */
export function definition(group: string, kind: string, { annotations }: Workload = {}): JsonObject {
  const singular = kind.toLowerCase();
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: named(`${singular}s.${group}`, annotations),
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, singular, plural: `${singular}s` },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: customSchema },
        },
      ],
    },
  };
}

/** The key of an object in the namespace, as in depends-on. */
export function refTo(namespace: string, [group, kind, name]: readonly [string, string, string]): string {
  return `${group}/namespaces/${namespace}/${kind}/${name}`;
}

/** The annotation that makes an object wait for others. */
export function dependsOn(...refs: readonly string[]): Annotations {
  return { "config.kubernetes.io/depends-on": refs.join(",") };
}

/**
 * Metadata of an object. Without annotations the field is absent, so that another manager's annotations are
 * noticed.
 */
function named(name: string, annotations: Annotations | undefined): JsonObject {
  return annotations === undefined ? { name } : { name, annotations };
}

/**
 * Annotations of pods that are ready while these objects exist, named as in depends-on; for tests that call
 * `startKubelet`.
 */
export function readyWhile(...refs: readonly string[]): Annotations {
  return { "converge.test/pod": "unready", "converge.test/ready-when": refs.join(",") };
}

const containers: JsonObject = {
  terminationGracePeriodSeconds: 0,
  containers: [{ name: "app", image: "registry.test/app:1" }],
};

const open: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const customSchema: JsonObject = {
  type: "object",
  properties: {
    spec: open,
    status: { ...open, properties: { phase: { type: "string" } } },
  },
};

function selecting(name: string, { pod, podSpec = {} }: Workload): JsonObject {
  const labels = { app: name };
  return {
    selector: { matchLabels: labels },
    template: {
      metadata: pod === undefined ? { labels } : { labels, annotations: pod },
      spec: { ...containers, ...podSpec },
    },
  };
}
