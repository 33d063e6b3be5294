import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

import { areBuilt, controlPlanePrograms } from "../../e2e/control-plane/program.ts";
import { testCluster, type TestCluster } from "../../e2e/control-plane/test-cluster.ts";
import { spreadOf } from "../measure.ts";
import { isBuilt } from "../../e2e/peers/build-peers.ts";
import { judged } from "../result.ts";
import type { ChartMeasurement, ChartsResult, ChartTask } from "./charts-result.ts";
import { type ChartProgram, runLifecycle, type TaskRun } from "./release-lifecycle.ts";

/** The settings of the charts benchmark. */
export interface ChartsFacts {
  /** The converge of the built package. */
  readonly converge: string;
  readonly folder: string;
  /** A folder of charts; by default those in this folder. */
  readonly charts: string | undefined;
  readonly rounds: number | undefined;
  readonly say: (line: string) => void;
}

const tasks: readonly ChartTask[] = ["install", "upgrade", "delete"];
const usualRounds = 5;

/** The target, as a share of Helm's time. */
const limit = 0.8;

/** The reason why charts cannot be measured; undefined if they can. */
export function whyNoCharts(): string | undefined {
  if (!areBuilt(controlPlanePrograms)) {
    return "charts not measured: make cluster-up builds a cluster";
  }
  return isBuilt("helm") ? undefined : "charts not measured: make bench-peers builds helm";
}

/**
 * Installs, upgrades and deletes each chart with converge and with Helm, in turn, each time in a namespace of
 * its own.
 */
export async function runChartsBench(facts: ChartsFacts): Promise<ChartsResult> {
  const { rounds = usualRounds, say } = facts;
  const cluster = await testCluster();
  const charts = chartsIn(facts.charts ?? import.meta.dirname);
  const lives = new Map<string, Life[]>(charts.map((chart) => [chart, []]));
  for (let round = 0; round < rounds; round += 1) {
    say(`charts: round ${round + 1} of ${rounds}`);
    for (const [chart, rounded] of lives) {
      rounded.push(await liveByBoth(chart, round % 2 === 0, { ...facts, cluster }));
    }
  }
  const measurements = [...lives].flatMap(([chart, rounded]) =>
    tasks.map((task) => measurementOf(basename(chart), task, rounded)),
  );
  const means = Object.fromEntries(tasks.map((task) => [task, meanRatio(measurements, task)]));
  return {
    server: cluster.server,
    measurements,
    means: { install: 1, upgrade: 1, delete: 1, ...means },
    targets: measurements.map(({ chart, task, ratio }) =>
      judged({ name: `${chart}, ${task}, times helm --wait`, limit, value: ratio }),
    ),
  };
}

/** The charts in a folder, in order. Throws if there are none. */
export function chartsIn(folder: string): readonly string[] {
  const charts = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, "Chart.yaml")));
  if (charts.length === 0) {
    throw new Error(`no charts in ${folder}: name a folder that has folders with a Chart.yaml`);
  }
  return charts.toSorted();
}

/** The runs of one round of a chart. */
type Life = Readonly<Record<ChartProgram, readonly TaskRun[]>>;

async function liveByBoth(
  chart: string,
  convergeFirst: boolean,
  setting: ChartsFacts & { readonly cluster: TestCluster },
): Promise<Life> {
  const live = (program: ChartProgram): Promise<readonly TaskRun[]> =>
    inNamespace(setting.cluster, (namespace) =>
      runLifecycle(program, { ...setting, chart, namespace, kubeconfig: setting.cluster.kubeconfig }),
    );
  if (convergeFirst) {
    const converge = await live("converge");
    return { converge, helm: await live("helm") };
  }
  const helm = await live("helm");
  return { converge: await live("converge"), helm };
}

/** Runs it in a new namespace. Does not wait for the namespace to terminate. */
async function inNamespace<Done>(
  { api, until }: TestCluster,
  act: (namespace: string) => Promise<Done>,
): Promise<Done> {
  const name = `bench-${randomUUID().slice(0, 8)}`;
  const { status, text } = await api("POST", "/api/v1/namespaces", { metadata: { name } });
  if (status !== 201) {
    throw new Error(`namespace ${name}: ${text}`);
  }
  try {
    await until(`/api/v1/namespaces/${name}/serviceaccounts/default`, (found) => found !== undefined);
    return await act(name);
  } finally {
    await api("DELETE", `/api/v1/namespaces/${name}`);
  }
}

function measurementOf(chart: string, task: ChartTask, lives: readonly Life[]): ChartMeasurement {
  const pairs = lives.map(({ converge, helm }) => ({
    converge: converge.find((run) => run.task === task),
    helm: helm.find((run) => run.task === task),
  }));
  const figures = (program: ChartProgram, figure: "wallSeconds" | "cpuSeconds"): readonly number[] =>
    pairs.map((pair) => pair[program]?.[figure] ?? 0);
  const convergeSeconds = figures("converge", "wallSeconds");
  const helmSeconds = figures("helm", "wallSeconds");
  return {
    chart,
    task,
    rounds: lives.length,
    convergeSeconds: spreadOf(convergeSeconds),
    helmSeconds: spreadOf(helmSeconds),
    convergeCpuSeconds: spreadOf(figures("converge", "cpuSeconds")).median,
    helmCpuSeconds: spreadOf(figures("helm", "cpuSeconds")).median,
    ratio: spreadOf(convergeSeconds.map((seconds, round) => seconds / (helmSeconds[round] ?? seconds)))
      .median,
  };
}

function meanRatio(measurements: readonly ChartMeasurement[], of: ChartTask): number {
  const ratios = measurements.filter(({ task }) => task === of).map(({ ratio }) => ratio);
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
