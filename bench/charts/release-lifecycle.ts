import { mkdtemp, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { runOnce, type Program, type Run } from "../measure.ts";
import { peerPath } from "../../e2e/peers/build-peers.ts";
import type { ChartTask } from "./charts-result.ts";

/** The programs that are compared. */
export type ChartProgram = "converge" | "helm";

/** The environment of a release. */
export interface ReleasePlace {
  /** The path of the chart; a file `values-upgrade.yaml` in it has the values of the upgrade. */
  readonly chart: string;
  /** An existing empty namespace. */
  readonly namespace: string;
  readonly kubeconfig: string;
  /** A folder for Helm's files. */
  readonly folder: string;
  /** The converge of the built package. */
  readonly converge: string;
}

/** An action with its figures. */
export interface TaskRun {
  readonly task: ChartTask;
  readonly wallSeconds: number;
  /** User and system time, including child processes. */
  readonly cpuSeconds: number;
}

const limitSeconds = 120;
const release = "bench";

/**
 * Installs a chart, upgrades it and deletes it, and waits for readiness, or absence, each time. Throws if one
 * fails.
 */
export async function runLifecycle(program: ChartProgram, place: ReleasePlace): Promise<readonly TaskRun[]> {
  const { chart, kubeconfig, converge, namespace } = place;
  const home = await mkdtemp(join(place.folder, "home-"));
  const upgrade = join(chart, "values-upgrade.yaml");
  const values = (await isThere(upgrade)) ? ["--values", upgrade] : [];
  const command = program === "helm" ? [peerPath("helm")] : [process.execPath, converge];
  const words = wordsOf[program](chart, values);
  const runs: TaskRun[] = [];
  for (const [task, args] of words) {
    const run = await runTimed({
      command: command[0] ?? "",
      args: [...command.slice(1), ...args, "-n", namespace],
      env: {
        KUBECONFIG: kubeconfig,
        PATH: `${dirname(peerPath("helm"))}:${process.env["PATH"] ?? ""}`,
        HELM_CACHE_HOME: home,
        HELM_CONFIG_HOME: home,
        HELM_DATA_HOME: home,
      },
      isNode: false,
    });
    runs.push({ ...run, task });
  }
  return runs;
}

type Words = readonly (readonly [ChartTask, readonly string[]])[];

const wordsOf: Readonly<Record<ChartProgram, (chart: string, values: readonly string[]) => Words>> = {
  converge: (chart, values) => [
    ["install", ["apply", chart, "--release", release]],
    ["upgrade", ["apply", chart, "--release", release, ...values]],
    ["delete", ["delete", "--release", release]],
  ],
  helm: (chart, values) => [
    ["install", ["install", release, chart, "--wait"]],
    ["upgrade", ["upgrade", release, chart, "--wait", ...values]],
    ["delete", ["uninstall", release, "--wait"]],
  ],
};

/** Measured by a shell, which includes the child processes of a program. */
const timing = 'TIMEFORMAT="cpu %U %S"; time "$@"';

async function runTimed({ command, args, env }: Program): Promise<Omit<TaskRun, "task">> {
  const shell = { command: "bash", args: ["-c", timing, "bash", command, ...args], ...(env && { env }) };
  const run = await runOnce({ ...shell, isNode: false }, limitSeconds);
  const [, user, system] = /^cpu ([\d.]+) ([\d.]+)$/m.exec(run.complaint) ?? [];
  if (run.exitCode !== 0 || user === undefined || system === undefined) {
    throw new Error(`${[command, ...args].join(" ")}: ${whyFailed(run)}`);
  }
  return { wallSeconds: run.wallSeconds, cpuSeconds: Number(user) + Number(system) };
}

function whyFailed({ exitCode, complaint }: Run): string {
  return exitCode === null ? `over ${limitSeconds} s` : `exit code ${exitCode}: ${complaint}`;
}

async function isThere(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
