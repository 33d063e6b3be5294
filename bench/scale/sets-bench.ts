/** One large set under converge and under its peers, on the control plane of the tests. */
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";

import { testCluster } from "../../e2e/control-plane/test-cluster.ts";
import { accessIn, isThere } from "../cluster/contender.ts";
import { runOnce } from "../measure.ts";
import { createPassingNamespace } from "./passing-namespace.ts";
import { type SetContender, setContenders, type SetPhase, setPhases } from "./set-programs.ts";

/** The cost of one phase of a set. */
export interface SetFigures {
  readonly program: string;
  readonly objects: number;
  readonly phase: SetPhase;
  readonly seconds: number;
  /** Null for programs that are only timed. */
  readonly cpuSeconds: number | null;
  readonly peakMebibytes: number | null;
  /** Requests that change ConfigMaps. */
  readonly writes: number;
  /** The reason why it failed. */
  readonly failure?: string;
}

/** The parameters of a measurement. */
export interface SetsBench {
  readonly objects: number;
  /** Reports whether the program with a name is to be measured. */
  readonly isMeasured: (name: string) => boolean;
  /** The converge of the built package. */
  readonly converge: string;
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** Seconds after which a program is stopped, for a thousand objects; ten times that for more. */
const limitSeconds = 120;
const changing: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/**
 * Takes each program through all phases, in a namespace of its own. One that fails takes no part in the later
 * ones.
 */
export async function benchSets(bench: SetsBench): Promise<readonly SetFigures[]> {
  const found: SetFigures[] = [];
  for (const contender of setContenders.filter(isThere).filter(({ name }) => bench.isMeasured(name))) {
    bench.say(`${contender.name}, ${bench.objects} objects in one set`);
    found.push(...(await takeThrough(contender, bench)));
  }
  return found;
}

async function takeThrough(contender: SetContender, bench: SetsBench): Promise<readonly SetFigures[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await testCluster();
  const namespace = await createPassingNamespace(cluster, stack);
  const folder = await mkdtemp(join(bench.folder, "set-"));
  const programs = await contender.prepare({ ...bench, folder, namespace, ...accessIn(folder, cluster) });
  const found: SetFigures[] = [];
  for (const phase of setPhases) {
    const program = programs[phase];
    if (program === undefined) {
      continue;
    }
    const mark = await cluster.auditMark();
    const limit = limitSeconds * (bench.objects > 1000 ? 10 : 1);
    const {
      wallSeconds: seconds,
      cpuSeconds,
      peakMebibytes,
      exitCode,
      complaint,
    } = await runOnce(program, limit);
    const events = await cluster.auditSince(mark, namespace);
    const writes = events.filter(
      ({ verb, objectRef, user }) =>
        changing.has(verb) && objectRef?.resource === "configmaps" && !user.username.startsWith("system:"),
    ).length;
    const figures = {
      program: contender.name,
      objects: bench.objects,
      phase,
      seconds,
      cpuSeconds,
      peakMebibytes,
      writes,
    };
    if (exitCode !== 0) {
      const failure = exitCode === null ? `over ${limit} s` : `exit code ${exitCode}: ${complaint}`;
      found.push({ ...figures, failure });
      return found;
    }
    found.push(figures);
  }
  return found;
}
