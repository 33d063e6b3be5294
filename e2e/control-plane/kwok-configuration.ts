/** The KWOK configuration for pods, their logs, volumes, and the addresses of load balancers. */
import { annotation, delayFrom, podStages, type Stage } from "./pod-stages.ts";

/** The provisioner of the StorageClasses `standard` and `immediate`. */
export const provisioner = "converge.test/volumes";

interface Requirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  readonly values?: readonly string[];
}

interface StageOf {
  readonly kind: string;
  readonly when: readonly Requirement[];
  readonly play: Readonly<Record<string, unknown>>;
}

function stage(name: string, { kind, when, play }: StageOf): Stage {
  return {
    apiVersion: "kwok.x-k8s.io/v1alpha1",
    kind: "Stage",
    metadata: { name },
    spec: { resourceRef: { apiGroup: "v1", kind }, selector: { matchExpressions: when }, ...play },
  };
}

/**
 * The volume controller requests a volume by this annotation, at once or when a pod has been scheduled,
 * depending on the class.
 */
const asked = '.metadata.annotations["volume.kubernetes.io/storage-provisioner"]';

const volume = `
apiVersion: v1
kind: PersistentVolume
metadata:
  name: pvc-{{ .metadata.uid }}
  annotations: { pv.kubernetes.io/provisioned-by: ${provisioner} }
spec:
  accessModes: {{ toJson .spec.accessModes }}
  capacity: {{ toJson .spec.resources.requests }}
  persistentVolumeReclaimPolicy: Delete
  storageClassName: {{ .spec.storageClassName | Quote }}
  volumeMode: {{ default "Filesystem" .spec.volumeMode | Quote }}
  claimRef:
    apiVersion: v1
    kind: PersistentVolumeClaim
    name: {{ .metadata.name | Quote }}
    namespace: {{ .metadata.namespace | Quote }}
    uid: {{ .metadata.uid | Quote }}
  hostPath: { path: /nowhere }
`;

const otherStages: readonly Stage[] = [
  stage("claim-provision", {
    kind: "PersistentVolumeClaim",
    when: [
      { key: asked, operator: "In", values: [provisioner] },
      { key: ".spec.volumeName", operator: "DoesNotExist" },
      { key: ".metadata.deletionTimestamp", operator: "DoesNotExist" },
    ],
    play: { delay: delayFrom("bound-after"), steps: [{ apply: { template: volume } }] },
  }),
  stage("volume-delete", {
    kind: "PersistentVolume",
    when: [
      {
        key: '.metadata.annotations["pv.kubernetes.io/provisioned-by"]',
        operator: "In",
        values: [provisioner],
      },
      { key: ".status.phase", operator: "In", values: ["Released"] },
    ],
    play: { next: { delete: true } },
  }),
  stage("load-balancer-address", {
    kind: "Service",
    when: [
      { key: ".spec.type", operator: "In", values: ["LoadBalancer"] },
      { key: annotation("address-after"), operator: "NotIn", values: ["never"] },
      { key: ".status.loadBalancer.ingress.[].ip", operator: "DoesNotExist" },
    ],
    play: {
      delay: delayFrom("address-after", 500),
      next: { statusTemplate: "loadBalancer: { ingress: [{ ip: 192.0.2.1 }] }" },
    },
  }),
];

/** The log of every container, in the format of a container runtime. */
export const containerLog: string = [
  "starting",
  "reading /etc/app/config.yaml",
  "connecting to db:5432",
  "panic: cannot reach db:5432: connection refused",
]
  .map((line, index) => `2026-01-01T00:00:0${index}.000000000Z stdout F ${line}\n`)
  .join("");

/**
 * The configuration of KWOK as YAML, except its own stages of nodes. `logFile` contains {@link containerLog}.
 */
export function kwokConfiguration(logFile: string): string {
  const logs = {
    apiVersion: "kwok.x-k8s.io/v1alpha1",
    kind: "ClusterLogs",
    metadata: { name: "all" },
    spec: { logs: [{ logsFile: logFile, previousLogsFile: logFile, follow: false }] },
  };
  return [...podStages, ...otherStages, logs].map((object) => JSON.stringify(object)).join("\n---\n");
}
