/** The initial objects of a cluster: nodes and storage classes. */
import type { Client, LiveObject } from "./api.ts";
import { provisioner } from "./kwok-configuration.ts";

const zones = ["a", "b", "c"] as const;

const nodes = zones.map((zone) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: {
    name: `node-${zone}`,
    labels: {
      "kubernetes.io/hostname": `node-${zone}`,
      "kubernetes.io/os": "linux",
      "kubernetes.io/arch": "amd64",
      "topology.kubernetes.io/zone": zone,
    },
  },
}));

const classes = [
  { name: "standard", volumeBindingMode: "WaitForFirstConsumer", isDefault: true },
  { name: "immediate", volumeBindingMode: "Immediate", isDefault: false },
].map(({ name, volumeBindingMode, isDefault }) => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "StorageClass",
  metadata: { name, annotations: { "storageclass.kubernetes.io/is-default-class": `${isDefault}` } },
  provisioner,
  reclaimPolicy: "Delete",
  volumeBindingMode,
}));

/**
 * Creates the nodes and the StorageClasses, and waits until pods can be scheduled and run. Takes about a
 * second.
 */
export async function createInitialObjects(client: Client): Promise<void> {
  const wanted = [
    ...nodes.map((node) => ["/api/v1/nodes", node] as const),
    ...classes.map((each) => ["/apis/storage.k8s.io/v1/storageclasses", each] as const),
  ];
  for (const [path, object] of wanted) {
    const { status, text } = await client.api("POST", path, object);
    if (status !== 201) {
      throw new Error(`${path}: ${text}`);
    }
  }
  await Promise.all([
    ...zones.map((zone) => client.until(`/api/v1/nodes/node-${zone}`, takesPods)),
    client.until("/api/v1/namespaces/default/serviceaccounts/default", (object) => object !== undefined),
  ]);
}

/** Whether pods can be scheduled: a node is tainted until its controller knows that it is ready. */
function takesPods(node: LiveObject | undefined): boolean {
  const status: NodeStatus = node?.status ?? {};
  return (
    node?.spec?.["taints"] === undefined &&
    status.conditions?.some((each) => each.type === "Ready" && each.status === "True") === true
  );
}

interface NodeStatus {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}
