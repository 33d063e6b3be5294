import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

/** A program to run and time: its standard output is discarded. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Node programs report their own CPU time and memory through a hook; others are only timed. */
  readonly isNode: boolean;
}

/** One run of a program from its start to its end. */
export interface Run {
  /** Null if it was stopped because it took too long. */
  readonly exitCode: number | null;
  readonly wallSeconds: number;
  /** User and system time together. */
  readonly cpuSeconds: number | null;
  readonly peakMebibytes: number | null;
  /** The end of its standard error. */
  readonly complaint: string;
}

/** The summary of a list of figures. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

const usageHook = fileURLToPath(new URL("usage-hook.cjs", import.meta.url));

/** Runs a program once and waits for its end; it is stopped after `limitSeconds`. */
export async function runOnce(program: Program, limitSeconds: number): Promise<Run> {
  const args = program.isNode ? ["--require", usageHook, ...program.args] : program.args;
  const start = process.hrtime.bigint();
  const child = spawn(program.command, args, {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    env: { ...process.env, ...program.env },
    timeout: limitSeconds * 1000,
  });
  const texts = Promise.all([readPipe(child.stdio[2]), readPipe(child.stdio[3])]);
  await once(child, "exit");
  const wallSeconds = Number(process.hrtime.bigint() - start) / 1e9;
  const [complaint, report] = await texts;
  return {
    exitCode: child.exitCode,
    wallSeconds,
    ...readUsage(report),
    complaint: complaint.trim().slice(-400),
  };
}

function readPipe(pipe: unknown): Promise<string> {
  return pipe instanceof Readable ? text(pipe) : Promise.resolve("");
}

function readUsage(report: string): Pick<Run, "cpuSeconds" | "peakMebibytes"> {
  const match = /^(\d+) (\d+)$/.exec(report);
  return match === null
    ? { cpuSeconds: null, peakMebibytes: null }
    : { cpuSeconds: Number(match[1]) / 1e6, peakMebibytes: Number(match[2]) / 1024 };
}

/** The median, minimum and maximum of the figures; all 0 without any. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  return {
    median: ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2,
    min: sorted[0] ?? 0,
    max: sorted.at(-1) ?? 0,
  };
}
