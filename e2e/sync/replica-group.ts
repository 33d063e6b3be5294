/** Replicas of one sidecar that are running and have discovered each other. */
import type { ExecutionContext } from "ava";

import type { LiveObject } from "../control-plane/api.ts";
import { testCluster } from "../control-plane/test-cluster.ts";
import { openTestCluster } from "../open-test-cluster.ts";
import { joinReplica, leaseOf, type Replica, seeEachOther } from "./replica.ts";

/** The members of a sidecar in a namespace. */
export interface ReplicaGroup {
  readonly namespace: string;
  readonly replicas: readonly Replica[];
  readonly the: (identity: string) => Replica;
  readonly lease: (replica: Replica) => Promise<LiveObject | undefined>;
}

/**
 * Starts replicas with those names, which leave when the test ends. They have the permissions they need for
 * Leases, and no others.
 */
export async function openGroup(t: ExecutionContext, identities: readonly string[]): Promise<ReplicaGroup> {
  const plane = await testCluster();
  const namespace = await plane.createNamespace(t);
  const replicas: Replica[] = [];
  const rules = [
    {
      apiGroups: ["coordination.k8s.io"],
      resources: ["leases"],
      verbs: ["list", "watch", "create", "patch", "delete"],
    },
  ];
  const kubeconfig = await plane.kubeconfigFor(t, { namespace, rules });
  for (const identity of identities) {
    replicas.push(joinReplica(await openTestCluster(t, kubeconfig), { namespace, identity }));
  }
  t.teardown(async () => {
    for (const { members, pass } of replicas) {
      const left = members.leave();
      // A dead replica gets no response.
      pass(5000);
      await left;
    }
  });
  await Promise.all(replicas.map(async ({ members }) => members.joined));
  await Promise.all(
    replicas.map(async ({ until, members }) => until(() => members.alive().length === identities.length)),
  );
  await seeEachOther(replicas);
  const lease = async (replica: Replica): Promise<LiveObject | undefined> => {
    const { status, object } = await plane.api("GET", `${leases(namespace)}/${leaseOf(replica)}`);
    return status === 200 ? object : undefined;
  };
  const the = (identity: string): Replica => {
    const found = replicas.find((replica) => replica.identity === identity);
    if (found === undefined) {
      throw new Error(`there is no replica ${identity}`);
    }
    return found;
  };
  return { namespace, replicas, the, lease };
}

/** The path of the Leases of a namespace. */
export function leases(namespace: string): string {
  return `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
}

/** Whether each replica knows exactly these live members, joined by spaces. */
export function hasAlive(replicas: readonly Replica[], names: string): () => boolean {
  return () => replicas.every(({ members }) => members.alive().join(" ") === names);
}

/** Waits until each replica knows exactly these live members. */
export async function untilAlive(replicas: readonly Replica[], names: string): Promise<void> {
  await Promise.all(replicas.map(async (replica) => replica.until(hasAlive([replica], names))));
}
