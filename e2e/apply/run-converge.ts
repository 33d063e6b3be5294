import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";

import { run } from "../../cmd/run.ts";
import type { Output } from "../../cmd/host/host.ts";
import type { Clock } from "../../lib/async/clock.ts";
import type { Recorded } from "../../fixtures/recording-shell.ts";
import { wallClock } from "../open-test-cluster.ts";

/** The environment of a command. */
export interface CommandEnvironment {
  readonly kubeconfig: string;
  /** Aborts as SIGINT does. */
  readonly signal?: AbortSignal;
  /** Called with output as it is printed. */
  readonly emit?: (text: string) => void;
  /** The answer of the user at the terminal; undefined if there is none. */
  readonly answer?: string;
  /** The PATH of programs. */
  readonly path?: string;
  readonly stdin?: string;
  /** The clock; the system's if absent. */
  readonly clock?: Clock;
}

/** Runs a command of converge in this process, with the real time and a real cluster. */
export async function runConverge(words: readonly string[], around: CommandEnvironment): Promise<Recorded> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const { kubeconfig, signal = new AbortController().signal, emit, answer, path, clock = wallClock } = around;
  const stdin = new TextEncoder().encode(around.stdin);
  const code = await run(words, {
    env: { KUBECONFIG: kubeconfig, CONVERGE_DEBUG: "1", PATH: path },
    stdout: recordInto(stdout, emit),
    stderr: recordInto(stderr, emit),
    readStdin: () => Promise.resolve(stdin),
    exists: existsSync,
    clock,
    random: Math.random,
    homeDirectory: "",
    runId: `e2e-${randomUUID().slice(0, 8)}`,
    ask: answer === undefined ? undefined : () => Promise.resolve(answer),
    takeSignals: () => ({ signal, exitCode: () => (signal.aborted ? 130 : undefined) }),
  });
  return { code, stdout: stdout.join(""), stderr: stderr.join("") };
}

function recordInto(lines: string[], emit: CommandEnvironment["emit"]): Output {
  return {
    write: (text) => {
      lines.push(text);
      emit?.(text);
    },
    isTerminal: false,
    width: undefined,
  };
}
