import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import { type TestCluster, testCluster } from "../../e2e/control-plane/test-cluster.ts";
import type { BenchInput } from "../input.ts";
import { isBuilt } from "../../e2e/peers/build-peers.ts";
import { databaseDefinition, databases, databasesOnly } from "./custom-resource-input.ts";

/** The control plane of the tests, with the CRD of the benchmark in a group of this run. */
export interface DryRun {
  readonly kubeconfig: string;
  /** Custom resources of that group, without their CRD, which exists. */
  readonly input: (objects: number) => BenchInput;
  /** Deletes the CRD. */
  readonly close: () => Promise<void>;
}

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Creates the CRD of the benchmark on the control plane of the tests; undefined if there is no kubectl. */
export async function openDryRun(): Promise<DryRun | undefined> {
  if (!isBuilt("kubectl")) {
    return undefined;
  }
  const cluster = await testCluster();
  const group = `bench-${randomUUID().slice(0, 8)}.example.com`;
  const path = `${definitions}/databases.${group}`;
  const { status, text } = await cluster.api(
    "APPLY",
    `${path}?fieldManager=bench`,
    databaseDefinition(group),
  );
  if (status !== 201) {
    throw new Error(`${path}: ${text}`);
  }
  await untilServed(cluster, group);
  return {
    kubeconfig: cluster.kubeconfig,
    input: (objects) => ({ ...databases(objects), documents: () => databasesOnly(objects, group) }),
    close: async () => {
      await cluster.api("DELETE", path);
    },
  };
}

/** Polls until a kind is served, which no object shows that could be watched. */
async function untilServed({ api }: TestCluster, group: string): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    const { status } = await api("GET", `/apis/${group}/v1/namespaces/default/databases`);
    const { text } = await api("GET", "/apis");
    if (status === 200 && text.includes(group)) {
      return;
    }
    await pause(100);
  }
  throw new Error(`${group} is not served after 10 s`);
}
