import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import type { ExecutionContext } from "ava";

/** A process that is killed when the process of the test ends, however it ends. */
export interface TestProcess {
  readonly isOver: () => boolean;
  /** The last 4,000 characters that it wrote to the standard error. */
  readonly lastErrors: () => string;
  /** Kills it (SIGKILL), and resolves when it has ended. */
  readonly kill: () => Promise<void>;
}

/** From util-linux: makes the kernel kill the child process once its parent is gone. */
const keeper = "setpriv";

/** Starts a program, which ends with the test. Its standard output is discarded. */
export function startTestProcess(
  t: ExecutionContext,
  command: readonly string[],
  { folder, env = {} }: { readonly folder: string; readonly env?: Readonly<Record<string, string>> },
): TestProcess {
  const child: ChildProcess = spawn(keeper, ["--pdeathsig", "KILL", ...command], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const kill = async (): Promise<void> => {
    if (!isOver()) {
      const closed = once(child, "close");
      child.kill("SIGKILL");
      await closed;
    }
  };
  t.teardown(kill);
  return { isOver, kill, lastErrors: () => errors };
}
