import { randomUUID } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { areBuilt, controlPlanePrograms } from "../../e2e/control-plane/program.ts";
import { testCluster, type TestCluster } from "../../e2e/control-plane/test-cluster.ts";
import { runOnce, spreadOf, type Program, type Run } from "../measure.ts";
import { clusterTargets, type Pair } from "./cluster-target.ts";
import type { ClusterMeasurement, ClusterResult } from "./cluster-result.ts";
import {
  accessIn,
  contenders,
  convergeApply,
  convergeName,
  floorName,
  isThere,
  kappName,
  type Contender,
} from "./contender.ts";
import { watchPods } from "./pod-times.ts";
import { criticalSeconds, podGraph, podGraphText } from "./pod-graph.ts";

const limitSeconds = 120;
const many = 1000;
const most = 10_000;
const graphPods = 200;
const changing: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** The settings of the cluster benchmark. */
interface Setting {
  readonly cluster: TestCluster;
  /** The converge of the built package. */
  readonly converge: string;
  readonly folder: string;
  /**
   * Namespaces to delete at the end: their deletion is work for the server, and must not affect measurements.
   */
  readonly namespaces: string[];
  readonly say: (line: string) => void;
}

/** One run with the requests that the server received from it. */
interface Received extends Run {
  readonly task: string;
  readonly program: string;
  readonly writes: number;
}

/** The reason why a cluster cannot be measured; undefined if it can. */
export function whyNoCluster(): string | undefined {
  return areBuilt(controlPlanePrograms) ? undefined : "not measured on a cluster: make cluster-up builds one";
}

/**
 * Measures converge against its peers and against the floor on a cluster, alternating, each in namespaces of
 * its own.
 */
export async function runClusterBench(
  facts: Omit<Setting, "cluster" | "namespaces">,
): Promise<ClusterResult> {
  const cluster = await testCluster();
  if (cluster.auditLog === undefined) {
    throw new Error("writes are counted in the audit log of make cluster-up: unset CONVERGE_E2E_KUBECONFIG");
  }
  const setting = { ...facts, cluster, namespaces: [] };
  try {
    const settings = await measureSettings(setting);
    const large = await measureLarge(setting);
    const graph = await measureGraph(setting);
    const measurements = [
      ...measurementsOf(settings, many),
      ...measurementsOf(large, most),
      graph.measurement,
    ];
    return {
      server: setting.cluster.server,
      measurements,
      absent: contenders.filter((one) => !isThere(one)).map(({ name }) => name),
      targets: clusterTargets(measurements, {
        withFloor: pairsOf(settings, "fresh", floorName),
        withKapp: pairsOf(settings, "unchanged", kappName),
        criticalSeconds: graph.critical,
      }),
    };
  } finally {
    await removeNamespaces(setting);
  }
}

/** Each program in turn: it applies the set to an empty namespace, and then once more unchanged. */
async function measureSettings(setting: Setting): Promise<readonly Received[]> {
  const received: Received[] = [];
  const rounds = Math.max(...contenders.map((one) => one.rounds));
  for (let round = 0; round < rounds; round += 1) {
    setting.say(`cluster: round ${round + 1} of ${rounds}`);
    for (const contender of contenders.filter((one) => isThere(one) && round < one.rounds)) {
      received.push(...(await takeTurn(contender, many, setting)));
    }
  }
  return received;
}

async function takeTurn(
  contender: Contender,
  objects: number,
  setting: Setting,
): Promise<readonly Received[]> {
  const { cluster, converge } = setting;
  const namespace = await createNamespace(setting);
  const folder = await mkdtemp(join(setting.folder, "cluster-"));
  const environment = { folder, namespace, objects, ...accessIn(folder, cluster), converge };
  const { first, again } = await contender.prepare(environment);
  const run = async (program: Program, task: string): Promise<Received> => ({
    ...(await runReceiving(program, namespace, cluster)),
    task,
    program: contender.name,
  });
  const fresh = await run(first, "fresh");
  return again === undefined ? [fresh] : [fresh, await run(again, "unchanged")];
}

async function runReceiving(
  program: Program,
  namespace: string,
  cluster: TestCluster,
): Promise<Run & { readonly writes: number }> {
  const mark = await cluster.auditMark();
  const run = await runOnce(program, limitSeconds);
  const events = await cluster.auditSince(mark, namespace);
  const isWrite = events.filter(
    ({ verb, objectRef, user }) =>
      changing.has(verb) && objectRef?.resource === "configmaps" && !user.username.startsWith("system:"),
  );
  return { ...run, writes: isWrite.length };
}

/** Measures ten thousand objects, fresh and unchanged. */
async function measureLarge(setting: Setting): Promise<readonly Received[]> {
  const found: Received[] = [];
  for (const name of [floorName, convergeName]) {
    setting.say(`cluster: 10,000 objects, ${name}`);
    for (const contender of contenders.filter((one) => one.name === name)) {
      found.push(...(await takeTurn(contender, most, setting)));
    }
  }
  return found;
}

/** Compares the time for a graph of pods with its critical path. */
async function measureGraph(
  setting: Setting,
): Promise<{ readonly measurement: ClusterMeasurement; readonly critical: number }> {
  const { cluster, folder } = setting;
  setting.say(`cluster: a graph of ${graphPods} pods`);
  const namespace = await createNamespace(setting);
  const pods = podGraph(graphPods);
  const file = join(folder, "graph.yaml");
  await writeFile(file, podGraphText(pods, namespace));
  await cluster.until(
    `/api/v1/namespaces/${namespace}/serviceaccounts/default`,
    (found) => found !== undefined,
  );
  const { access, kubeconfig } = accessIn(folder, cluster);
  const lives = await watchPods(access, namespace);
  const run = await runOnce(convergeApply({ ...setting, namespace, kubeconfig }, file), limitSeconds);
  lives.stop();
  const received = { ...run, task: "graph of pods", program: convergeName, writes: graphPods };
  const [measurement] = measurementsOf([received], graphPods);
  if (measurement === undefined) {
    throw new Error("the graph was not measured");
  }
  return { measurement, critical: criticalSeconds(pods, lives) };
}

/** The runs of each task and program as one measurement. */
function measurementsOf(received: readonly Received[], objects: number): readonly ClusterMeasurement[] {
  const groups = Map.groupBy(received, ({ task, program }) => `${task} ${program}`);
  return [...groups.values()].flatMap((runs) => {
    const [first] = runs;
    return first === undefined
      ? []
      : [{ ...figuresOf(runs), task: first.task, program: first.program, objects }];
  });
}

function figuresOf(runs: readonly Received[]): Omit<ClusterMeasurement, "task" | "program" | "objects"> {
  const failed = runs.find(({ exitCode }) => exitCode !== 0);
  const cpu = runs.map(({ cpuSeconds }) => cpuSeconds).filter((seconds) => seconds !== null);
  const peaks = runs.map(({ peakMebibytes }) => peakMebibytes).filter((mebibytes) => mebibytes !== null);
  return {
    runs: runs.length,
    wallSeconds: spreadOf(runs.map(({ wallSeconds }) => wallSeconds)),
    cpuSeconds: cpu.length === 0 ? null : spreadOf(cpu),
    peakMebibytes: peaks.length === 0 ? null : Math.max(...peaks),
    writes: Math.max(...runs.map(({ writes }) => writes)),
    note: failed === undefined ? null : whyFailed(failed),
  };
}

function whyFailed({ exitCode, complaint }: Run): string {
  return exitCode === null ? `over ${limitSeconds} s` : `exit code ${exitCode}: ${complaint}`;
}

/**
 * Runs of converge, each with that of another in the same round, since other load on the machine affects
 * both.
 */
function pairsOf(received: readonly Received[], task: string, other: string): readonly Pair[] {
  const of = (program: string): readonly Received[] =>
    received.filter((run) => run.program === program && run.task === task && run.exitCode === 0);
  const others = of(other);
  return of(convergeName).flatMap(({ wallSeconds }, round) => {
    const seconds = others[round]?.wallSeconds;
    return seconds === undefined ? [] : [{ converge: wallSeconds, other: seconds }];
  });
}

async function createNamespace({ cluster, namespaces }: Setting): Promise<string> {
  const name = `bench-${randomUUID().slice(0, 8)}`;
  const { status, text } = await cluster.api("POST", "/api/v1/namespaces", { metadata: { name } });
  if (status !== 201) {
    throw new Error(`namespace ${name}: ${text}`);
  }
  namespaces.push(name);
  return name;
}

/** Does not wait for them to terminate. */
async function removeNamespaces({ cluster, namespaces }: Setting): Promise<void> {
  for (const name of namespaces) {
    await cluster.api("DELETE", `/api/v1/namespaces/${name}`);
  }
}
