/** `converge apply` through a proxy that refuses or delays requests, on the control plane of the tests. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { startFaultProxy } from "../../e2e/apply/faults/fault-proxy.ts";
import { writeKubeconfig } from "../../e2e/control-plane/kubeconfig.ts";
import { testCluster, type TestCluster } from "../../e2e/control-plane/test-cluster.ts";
import { type Spread, spreadOf, runOnce } from "../measure.ts";
import { type Disturbance, refusals, slowWrites, undisturbed, writeDelay } from "./disturbances.ts";

/** The cost of one set under one disturbance. */
export interface LoadFigures {
  readonly objects: number;
  /** Groups of objects that wait for each other. */
  readonly waves: number;
  readonly disturbance: string;
  readonly seconds: Spread;
  /** Requests that the proxy received. */
  readonly requests: number;
  /** The writes of a run that were not sent while another one was under way. */
  readonly lonely: number;
}

/** The parameters of the measurement. */
export interface LoadBench {
  readonly rounds: number;
  /** The largest number of objects to apply. */
  readonly objects: number;
  /** The converge of the built package. */
  readonly converge: string;
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** Seconds after which a run is stopped. */
const limitSeconds = 600;

interface Case {
  readonly objects: number;
  readonly waves: number;
  readonly disturbance: Disturbance;
}

const cases: readonly Case[] = [
  ...[1000, 10_000].flatMap((objects) =>
    [undisturbed, ...refusals].map((disturbance) => ({ objects, waves: 1, disturbance })),
  ),
  ...[undisturbed, slowWrites].flatMap((disturbance) =>
    [
      { objects: 1, waves: 1 },
      { objects: 320, waves: 1 },
      { objects: 320, waves: 10 },
      { objects: 1000, waves: 1 },
    ].map((size) => ({ ...size, disturbance })),
  ),
];

/** Runs all cases in turn, several times, each in a namespace of its own. */
export async function benchLoad(bench: LoadBench): Promise<readonly LoadFigures[]> {
  const cluster = await testCluster();
  const taken = cases.filter(({ objects }) => objects <= bench.objects);
  const runs = taken.map((one) => ({ one, found: new Array<LoadRun>() }));
  for (let round = 1; round <= bench.rounds; round++) {
    for (const { one, found } of runs) {
      const { objects, waves, disturbance } = one;
      bench.say(`round ${round}: ${objects} objects in ${waves} waves, ${disturbance.name}`);
      found.push(await runCase(one, cluster, bench));
    }
  }
  return runs.map(({ one: { objects, waves, disturbance }, found }) => ({
    objects,
    waves,
    disturbance: disturbance.name,
    seconds: spreadOf(found.map(({ seconds }) => seconds)),
    requests: spreadOf(found.map(({ requests }) => requests)).median,
    lonely: spreadOf(found.map(({ lonely }) => lonely)).median,
  }));
}

interface LoadRun {
  readonly seconds: number;
  readonly requests: number;
  readonly lonely: number;
}

async function runCase(
  { objects, waves, disturbance }: Case,
  cluster: TestCluster,
  { converge, folder }: LoadBench,
): Promise<LoadRun> {
  await using stack = new AsyncDisposableStack();
  const namespace = await cluster.createNamespace({ teardown: (end) => stack.defer(async () => end()) });
  const decide = disturbance.start();
  const writes = new WriteCount();
  const proxy = await startFaultProxy(cluster, async (asked) => {
    writes.enter(asked.method);
    return decide(asked);
  });
  stack.defer(() => proxy.close());
  const token = cluster.adminToken;
  const kubeconfig = writeKubeconfig(join(folder, "kubeconfig"), { ...proxy, token, namespace });
  const manifest = join(folder, "waves.yaml");
  await writeFile(manifest, wavesText(objects, waves));
  const { wallSeconds, exitCode, complaint } = await runOnce(
    {
      command: process.execPath,
      args: [converge, "apply", manifest, "--release", "bench", "-n", namespace],
      env: { KUBECONFIG: kubeconfig },
      isNode: true,
    },
    limitSeconds,
  );
  if (exitCode !== 0) {
    throw new Error(`exit code ${exitCode}: ${complaint}`);
  }
  return { seconds: wallSeconds, requests: proxy.count(), lonely: writes.lonely };
}

/** Counts the writes that arrive more than the write delay after the one before. */
class WriteCount {
  lonely = 0;
  #last = -Infinity;

  enter(method: string): void {
    if (method !== "GET") {
      const now = performance.now();
      this.lonely += now - this.#last >= writeDelay ? 1 : 0;
      this.#last = now;
    }
  }
}

/** ConfigMaps in so many waves: werf weights, each ready before the next one starts. */
function wavesText(objects: number, waves: number): string {
  return Array.from({ length: objects }, (_, index) => {
    const wave = Math.floor((index * waves) / objects);
    const annotations = waves === 1 ? {} : { annotations: { "werf.io/weight": String(wave) } };
    const metadata = { name: `settings-${index}`, ...annotations };
    const data = { key: "value", other: `value-${index}` };
    return `---\n${JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata, data })}\n`;
  }).join("");
}
