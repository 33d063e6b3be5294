/**
 * `make bench`: measures the time and resources of `converge plan` of the built package on generated
 * manifests, and of other programs on the same file; the same for `converge validate`, and for `converge
 * apply` on the control plane of the tests. Prints tables (`--json`: JSON) and writes `dist/bench.json`.
 * Arguments name the inputs of the plan to run, or `validation`, or `modules`, or `cluster`, or `charts`
 * (`--charts FOLDER`, `--rounds 5`), or `sync` (`--objects 1000` for a trial), e.g. `node bench/bench.ts
 * mixed-1000`; without any all are run. `peers` builds the programs to compare with. A folder that
 * `CONVERGE_BENCH_DEFINITIONS` names is searched for CRDs to validate as well.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { unpackBuiltPackage } from "../e2e/built-package.ts";
import { benchInputs, type BenchInput } from "./input.ts";
import { runChartsBench, whyNoCharts } from "./charts/charts-bench.ts";
import type { ChartsResult } from "./charts/charts-result.ts";
import { runClusterBench, whyNoCluster } from "./cluster/cluster-bench.ts";
import type { ClusterResult } from "./cluster/cluster-result.ts";
import { type Figures, measure, without } from "./figures.ts";
import { runOnce, spreadOf, type Program } from "./measure.ts";
import { tryPeers, type PeerState } from "./peer.ts";
import { streamProgress } from "../e2e/control-plane/progress.ts";
import { buildPeers } from "../e2e/peers/build-peers.ts";
import {
  chartsTable,
  clusterTable,
  modulesTable,
  resultTable,
  syncTable,
  validationTable,
} from "./result-table.ts";
import { type ModulesResult, runModulesBench } from "./modules.ts";
import type { BenchResult, Measurement, StartMeasurement } from "./result.ts";
import { runSyncBench } from "./sync/sync-bench.ts";
import type { SyncResult } from "./sync/sync-result.ts";
import { convergeName, targetsOf } from "./target.ts";
import { runValidationBench } from "./validation/validation-bench.ts";
import type { ValidationResult } from "./validation/validation-result.ts";
import { writeInput } from "./write-input.ts";

/** The time limit of a peer. One that exceeds it is reported so, and skipped for larger inputs. */
const peerLimitSeconds = 30;
const convergeLimitSeconds = 300;
const startPairs = 20;
/** From this size on a run is long enough to be steady, and five of them take too long. */
const largeObjects = 50_000;

/** The measurements besides plans. */
const otherParts: ReadonlySet<string> = new Set(["validation", "modules", "cluster", "charts", "sync"]);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: "boolean", default: false },
      objects: { type: "string" },
      charts: { type: "string" },
      rounds: { type: "string" },
    },
    allowPositionals: true,
  });
  if (positionals.includes("peers")) {
    await buildPeers(streamProgress(process.stderr, process.env));
    return;
  }
  const isAll = positionals.length === 0;
  const names = positionals.filter((name) => !otherParts.has(name));
  const inputs = isAll || names.length > 0 ? chooseInputs(names) : [];
  const folder = await mkdtemp(join(tmpdir(), "converge-bench-"));
  try {
    progress("building the package");
    const program = await unpackBuiltPackage(folder);
    const result = inputs.length === 0 ? undefined : await runBench(inputs, { program, folder });
    const wants = (part: string): boolean => isAll || positionals.includes(part);
    const environment = { converge: program, folder, whyNoCluster: whyNoCluster(), say: progress };
    const validation = wants("validation") ? await runValidationBench(environment) : undefined;
    const modules = wants("modules") ? runModulesBench(progress) : undefined;
    const cluster = wants("cluster") ? await tryCluster(program, folder) : undefined;
    const charts = wants("charts") ? await tryCharts({ ...environment, ...values }) : undefined;
    const sync = wants("sync") ? await trySync(program, values.objects) : undefined;
    await report({ result, validation, modules, cluster, charts, sync }, values.json);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The results; parts that were not requested are absent. */
interface Measured {
  readonly result: BenchResult | undefined;
  readonly validation: ValidationResult | undefined;
  readonly modules: ModulesResult | undefined;
  readonly cluster: ClusterResult | undefined;
  readonly charts: ChartsResult | undefined;
  readonly sync: SyncResult | undefined;
}

async function report(
  { result, validation, modules, cluster, charts, sync }: Measured,
  isJson: boolean,
): Promise<void> {
  const json = `${JSON.stringify({ ...result, validation, modules, cluster, charts, sync }, null, 2)}\n`;
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "bench.json"), json);
  const tables = [
    ...(result === undefined ? [] : [resultTable(result)]),
    ...(validation === undefined ? [] : [validationTable(validation)]),
    ...(modules === undefined ? [] : [modulesTable(modules)]),
    ...(cluster === undefined ? [] : [clusterTable(cluster)]),
    ...(charts === undefined ? [] : [chartsTable(charts)]),
    ...(sync === undefined ? [] : [syncTable(sync)]),
  ];
  process.stdout.write(isJson ? json : tables.join("\n"));
}

async function tryCluster(converge: string, folder: string): Promise<ClusterResult | undefined> {
  const reason = whyNoCluster();
  if (reason !== undefined) {
    progress(reason);
    return undefined;
  }
  return runClusterBench({ converge, folder, say: progress });
}

interface ChartsRequest {
  readonly converge: string;
  readonly folder: string;
  readonly charts?: string | undefined;
  readonly rounds?: string | undefined;
}

async function tryCharts({
  charts,
  rounds,
  ...environment
}: ChartsRequest): Promise<ChartsResult | undefined> {
  const reason = whyNoCharts();
  if (reason !== undefined) {
    progress(reason);
    return undefined;
  }
  const facts = { ...environment, charts, rounds: rounds === undefined ? undefined : Number(rounds) };
  return runChartsBench({ ...facts, say: progress });
}

async function trySync(converge: string, objects: string | undefined): Promise<SyncResult | undefined> {
  const reason = whyNoCluster();
  if (reason !== undefined) {
    progress(reason);
    return undefined;
  }
  return runSyncBench({
    converge,
    objects: objects === undefined ? undefined : Number(objects),
    say: progress,
  });
}

/** The inputs of those names; all without names. Throws on an unknown name. */
function chooseInputs(names: readonly string[]): readonly BenchInput[] {
  const known = benchInputs.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`no input is named ${unknown.join(" or ")}: there are ${known.join(", ")}`);
  }
  return names.length === 0 ? benchInputs : benchInputs.filter(({ name }) => names.includes(name));
}

async function runBench(
  inputs: readonly BenchInput[],
  { program, folder }: Pick<Setting, "program" | "folder">,
): Promise<BenchResult> {
  progress("converge version and node -e 0 in turn");
  const start = await measureStart(program);
  const small = join(folder, "small.yaml");
  await writeFile(small, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: small\n");
  const peers = await tryPeers(folder, small);
  const setting = { program, peers, slow: new Set<string>(), folder };
  const measurements: Measurement[] = [];
  for (const input of inputs) {
    measurements.push(...(await measureInput(input, setting)));
  }
  return {
    node: process.versions.node,
    processors: availableParallelism(),
    memoryMebibytes: Math.round(totalmem() / 2 ** 20),
    peers: peers.map(({ peer, unusable }) => ({ program: peer.name, does: peer.does, unusable })),
    start,
    measurements,
    targets: targetsOf(measurements, start),
  };
}

/** Alternates between both programs, so that other load on the machine affects both. */
async function measureStart(program: string): Promise<StartMeasurement> {
  const node = { command: process.execPath, isNode: false };
  const versionSeconds: number[] = [];
  const nodeSeconds: number[] = [];
  for (let pair = -1; pair < startPairs; pair++) {
    const version = await runOnce({ ...node, args: [program, "version"] }, peerLimitSeconds);
    const bare = await runOnce({ ...node, args: ["-e", "0"] }, peerLimitSeconds);
    if (pair >= 0) {
      versionSeconds.push(version.wallSeconds);
      nodeSeconds.push(bare.wallSeconds);
    }
  }
  return {
    pairs: startPairs,
    versionSeconds: spreadOf(versionSeconds),
    nodeSeconds: spreadOf(nodeSeconds),
    ratio: spreadOf(versionSeconds.map((seconds, pair) => seconds / (nodeSeconds[pair] ?? seconds))),
  };
}

/** The settings shared by all measurements of this run. */
interface Setting {
  readonly program: string;
  readonly peers: readonly PeerState[];
  /** Names of peers that exceeded the time limit on an earlier, smaller input. */
  readonly slow: Set<string>;
  readonly folder: string;
}

async function measureInput(input: BenchInput, setting: Setting): Promise<readonly Measurement[]> {
  const { file, bytes } = await writeInput(input, setting.folder);
  const subject = { input: input.name, objects: input.objects, bytes };
  const plan: Program = { command: process.execPath, args: [setting.program, "plan", file], isNode: true };
  const large = input.objects >= largeObjects;
  const repeats = large ? { warmUps: 0, runs: 2 } : { warmUps: 1, runs: 5 };
  progress(`${input.name}: ${convergeName}`);
  const measurements = [
    {
      ...subject,
      program: convergeName,
      ...(await measure(plan, { ...repeats, limit: convergeLimitSeconds })),
    },
  ];
  for (const { peer } of setting.peers.filter(({ unusable }) => unusable === null)) {
    const figures = await measurePeer(peer, { file, large, setting });
    measurements.push({ ...subject, program: peer.name, ...figures });
  }
  await rm(file);
  return measurements;
}

interface PeerInput {
  readonly file: string;
  readonly large: boolean;
  readonly setting: Setting;
}

async function measurePeer(peer: PeerState["peer"], { file, large, setting }: PeerInput): Promise<Figures> {
  if (setting.slow.has(peer.name)) {
    return without("not tried: too slow with less");
  }
  progress(`${basename(file, ".yaml")}: ${peer.name}`);
  const own = await mkdtemp(join(setting.folder, "peer-"));
  const runs = large ? 1 : 3;
  const figures = await measure(await peer.prepare(own, file), { warmUps: 0, runs, limit: peerLimitSeconds });
  await rm(own, { recursive: true });
  if (figures.tookTooLong) {
    setting.slow.add(peer.name);
  }
  return figures;
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  progress(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
