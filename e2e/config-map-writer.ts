import type { Cluster, Place, Selection } from "../lib/client/model/cluster.ts";
import { call, coreResource } from "./open-test-cluster.ts";

/** Changes ConfigMaps of a namespace through a cluster. */
export interface ConfigMapWriter {
  readonly selection: Selection;
  readonly put: (name: string, step: string) => Promise<unknown>;
  readonly drop: (name: string) => Promise<unknown>;
}

/** Opens one; objects that it writes match its selection. */
export async function openConfigMapWriter(cluster: Cluster, namespace: string): Promise<ConfigMapWriter> {
  const resource = await coreResource(cluster, "ConfigMap");
  const place = (name: string): Place => ({ resource, namespace, name });
  return {
    selection: { resource, namespace, labelSelector: "of=desk" },
    put: (name, step) =>
      cluster.apply(
        place(name),
        {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name, labels: { of: "desk" } },
          data: { step },
        },
        { ...call(), options: { fieldManager: "e2e", force: true } },
      ),
    drop: (name) => cluster.delete(place(name), { ...call(), options: { propagation: "Background" } }),
  };
}
