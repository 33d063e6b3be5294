import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";

import { run } from "../../cmd/run.ts";
import type { Output } from "../../cmd/host/host.ts";
import type { Clock } from "../../lib/async/clock.ts";
import type { Recorded } from "../../fixtures/recording-shell.ts";
import { wallClock } from "../open-test-cluster.ts";

/** What a command line finds around it. */
export interface Around {
  readonly kubeconfig: string;
  /** Aborts as a SIGINT would. */
  readonly signal?: AbortSignal;
  /** Hears what is printed, as it is printed. */
  readonly emit?: (text: string) => void;
  /** What the person at the terminal answers; undefined where nobody sits there. */
  readonly answer?: string;
  /** Where programs are found. */
  readonly path?: string;
  /** The time of the machine where it is not given. */
  readonly clock?: Clock;
}

/** Runs a command line of converge in this process, with the real time and a real cluster. */
export async function runConverge(words: readonly string[], around: Around): Promise<Recorded> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const { kubeconfig, signal = new AbortController().signal, emit, answer, path, clock = wallClock } = around;
  const code = await run(words, {
    env: { KUBECONFIG: kubeconfig, CONVERGE_DEBUG: "1", PATH: path },
    stdout: recordInto(stdout, emit),
    stderr: recordInto(stderr, emit),
    readStdin: () => Promise.resolve(new Uint8Array()),
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

function recordInto(lines: string[], emit: Around["emit"]): Output {
  return {
    write: (text) => {
      lines.push(text);
      emit?.(text);
    },
    isTerminal: false,
    width: undefined,
  };
}
