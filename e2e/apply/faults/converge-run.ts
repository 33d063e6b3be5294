import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** The command of the checkout. */
const source = join(import.meta.dirname, "../../../cmd/converge.mjs");

/** The result of a process of converge. */
export interface RunResult {
  /** The exit code; undefined for a killed process. */
  readonly code: number | undefined;
  /** Everything that it printed, in order within each stream. */
  readonly output: string;
}

/** A running process of converge. */
export interface ConvergeRun {
  readonly ended: Promise<RunResult>;
  /** Sends SIGKILL, and resolves when the process has ended. */
  readonly kill: () => Promise<void>;
}

/** Milliseconds after which a run counts as stuck; none of them has that much to do. */
const longest = 150_000;

/** Starts converge as a process with that kubeconfig. A stuck one is killed, and has no exit code. */
export function startConverge(
  words: readonly string[],
  kubeconfig: string,
  program: string = source,
): ConvergeRun {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, KUBECONFIG: kubeconfig, CI: "true", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longest,
    killSignal: "SIGKILL",
  });
  const closed = once(child, "close");
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  return {
    ended: closed.then(async () => ({ code: child.exitCode ?? undefined, output: (await said).join("") })),
    kill: async () => {
      child.kill("SIGKILL");
      await closed;
    },
  };
}
