/** Measures the built-in renderers beside the programs `helm` and `kustomize`. */
import { realpathSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { availableParallelism, cpus, loadavg } from "node:os";
import { basename, join } from "node:path";

import { answerOf } from "../../e2e/renderer-corpus/answer-of.ts";
import { isBuilt, peerPath } from "../../e2e/peers/build-peers.ts";
import { builtinRenderer } from "../../lib/render/wasm/builtin-renderer.ts";
import { chartsIn } from "../charts/charts-bench.ts";
import { type Program, runOnce, spreadOf } from "../measure.ts";
import { judged, type Target } from "../result.ts";
import type { RenderingMeasurement, RenderingResult } from "./rendering-result.ts";

/** The settings of the benchmark of rendering. */
export interface RenderingFacts {
  /** The converge of the built package. */
  readonly converge: string;
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** The charts and kustomizations of one run. */
interface RenderingInput {
  readonly name: string;
  readonly type: "chart" | "kustomization";
  readonly paths: readonly string[];
}

const rounds = 7;
const limitSeconds = 60;
const checkout = join(import.meta.dirname, "../..");
const kustomizations = ["deploy/base", "deploy/modules/base", "deploy/examples/one-unit"];
const manyCharts = 20;

/** The reason why rendering cannot be measured; undefined if it can. */
export function whyNoRendering(): string | undefined {
  if (builtinRenderer() === undefined) {
    return "renderers not measured: make renderers builds them";
  }
  return isBuilt("helm") && isBuilt("kustomize")
    ? undefined
    : "renderers not measured: make bench-peers builds helm and kustomize";
}

/** Renders each input in each way, in turn, so that other load on the machine affects all ways. */
export async function runRenderingBench(facts: RenderingFacts): Promise<RenderingResult> {
  const measurements: RenderingMeasurement[] = [];
  for (const input of await inputsIn(facts.folder)) {
    facts.say(`rendering: ${input.name}`);
    measurements.push(await measureRendering(input, facts));
  }
  const [load = 0] = loadavg();
  const processor = cpus()[0]?.model ?? "";
  return {
    machine: `${processor}, ${availableParallelism()} cores, Node ${process.versions.node}, load ${load.toFixed(1)}`,
    measurements,
    targets: targetsOf(measurements),
  };
}

/** The charts of the benchmark, kustomizations of this repository, and charts that `helm create` writes. */
async function inputsIn(folder: string): Promise<readonly RenderingInput[]> {
  const created = join(folder, "created");
  await mkdir(created);
  const paths = Array.from({ length: manyCharts }, (_, index) => join(created, `app-${index + 1}`));
  for (const path of paths) {
    await seconds({ command: peerPath("helm"), args: ["create", path], isNode: false });
  }
  const charts = [...chartsIn(join(checkout, "bench/charts")), ...paths.slice(0, 1)];
  return [
    ...charts.map((path) => ({ name: basename(path), type: "chart" as const, paths: [path] })),
    ...kustomizations.map((path) => ({
      name: path,
      type: "kustomization" as const,
      paths: [join(checkout, path)],
    })),
    { name: `${manyCharts} charts`, type: "chart", paths },
  ];
}

async function measureRendering(
  { name, type, paths }: RenderingInput,
  { converge }: RenderingFacts,
): Promise<RenderingMeasurement> {
  const plan = { command: process.execPath, args: [converge, "plan", ...paths], isNode: false };
  const warm: number[] = [];
  const cold: number[] = [];
  const others: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const figures = [await warmSeconds(type, paths), await seconds(plan), await programSeconds(type, paths)];
    for (const [index, list] of [warm, cold, others].entries()) {
      list.push(...(round < 0 ? [] : figures.slice(index, index + 1)));
    }
  }
  return {
    input: name,
    program: type === "chart" ? "helm template" : "kustomize build",
    rounds,
    warmSeconds: spreadOf(warm),
    planSeconds: spreadOf(cold),
    programSeconds: spreadOf(others),
  };
}

/** Renders by the thread of this process, which an earlier round has started. */
async function warmSeconds(type: RenderingInput["type"], paths: readonly string[]): Promise<number> {
  const start = performance.now();
  for (const path of paths) {
    await renderOrThrow(type, path);
  }
  return (performance.now() - start) / 1000;
}

async function renderOrThrow(type: RenderingInput["type"], path: string): Promise<void> {
  const root = realpathSync(type === "chart" ? path : checkout);
  const one = { type, path: realpathSync(path), root, words: [] };
  const renderer = builtinRenderer();
  const answer = renderer === undefined ? undefined : await answerOf(renderer, one);
  if (answer?.type !== "rendered") {
    throw new Error(`${path}: ${answer?.said ?? "the renderers are not built"}`);
  }
}

async function programSeconds(type: RenderingInput["type"], paths: readonly string[]): Promise<number> {
  let sum = 0;
  for (const path of paths) {
    const helm = { command: peerPath("helm"), args: ["template", "shop", path, "--include-crds"] };
    const kustomize = { command: peerPath("kustomize"), args: ["build", path] };
    sum += await seconds({ ...(type === "chart" ? helm : kustomize), isNode: false });
  }
  return sum;
}

/** Runs a program and returns its time. Throws if it fails. */
async function seconds(program: Program): Promise<number> {
  const { exitCode, wallSeconds, complaint } = await runOnce(program, limitSeconds);
  if (exitCode !== 0) {
    throw new Error(`${basename(program.command)} ${program.args.join(" ")}: ${complaint}`);
  }
  return wallSeconds;
}

function targetsOf(measurements: readonly RenderingMeasurement[]): readonly Target[] {
  const single = measurements.slice(0, -1);
  const slowest = (figure: "warmSeconds" | "planSeconds"): number =>
    Math.max(...single.map((one) => one[figure].median));
  const many = measurements.at(-1)?.planSeconds.median ?? null;
  return [
    judged({ name: "a chart or kustomization, warm, seconds", limit: 0.3, value: slowest("warmSeconds") }),
    judged({ name: "its plan with the start, seconds", limit: 0.9, value: slowest("planSeconds") }),
    judged({ name: `the plan of ${manyCharts} charts, seconds`, limit: 3, value: many }),
  ];
}
