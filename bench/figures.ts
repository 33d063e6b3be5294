import { runOnce, spreadOf, type Program, type Run } from "./measure.ts";
import type { Measurement } from "./result.ts";

/** The figures of the runs of one program on one input. */
export type Figures = Pick<
  Measurement,
  "runs" | "wallSeconds" | "cpuSeconds" | "peakMebibytes" | "tookTooLong" | "note"
>;

/** The number of runs of a program, and their maximum number of seconds. */
export interface Repeats {
  readonly warmUps: number;
  readonly runs: number;
  readonly limit: number;
  /** Exit codes of a successful run; by default 0 only. */
  readonly goodCodes?: readonly number[];
}

/** Runs a program several times. Runs that fail, or take too long, are reported in the note. */
export async function measure(
  program: Program,
  { warmUps, runs, limit, goodCodes = [0] }: Repeats,
): Promise<Figures> {
  const kept: Run[] = [];
  for (let index = -warmUps; index < runs; index++) {
    const run = await runOnce(program, limit);
    if (run.exitCode === null || !goodCodes.includes(run.exitCode)) {
      return run.exitCode === null
        ? { ...without(`over ${limit} s`), tookTooLong: true }
        : without(`exit code ${run.exitCode}: ${run.complaint}`);
    }
    if (index >= 0) {
      kept.push(run);
    }
  }
  const cpu = kept.map((run) => run.cpuSeconds).filter((seconds) => seconds !== null);
  const peaks = kept.map((run) => run.peakMebibytes).filter((mebibytes) => mebibytes !== null);
  return {
    runs,
    wallSeconds: spreadOf(kept.map((run) => run.wallSeconds)),
    cpuSeconds: cpu.length === 0 ? null : spreadOf(cpu),
    peakMebibytes: peaks.length === 0 ? null : Math.max(...peaks),
    tookTooLong: false,
    note: null,
  };
}

/** Missing figures, with the reason. */
export function without(note: string): Figures {
  return {
    runs: 0,
    wallSeconds: spreadOf([]),
    cpuSeconds: null,
    peakMebibytes: null,
    tookTooLong: false,
    note,
  };
}
