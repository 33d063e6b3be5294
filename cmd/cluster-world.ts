import type { ApplyEvent } from "../lib/apply/event.ts";
import { endedBy } from "../lib/apply/verdict.ts";
import type { World } from "../lib/apply/world.ts";
import { printable } from "../lib/report/printable.ts";
import { type ClusterFlags, openClusterOf } from "./cluster-flags.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import type { Shell } from "./shell.ts";
import { versionLine } from "./version-command.ts";

/** How a verb that is no run is called. */
export interface WorldCall {
  readonly flags: ClusterFlags;
  readonly shell: Shell;
  /** Requests under way at a time, beyond the usual. */
  readonly concurrency?: number;
  /** The code for what the server refuses. */
  readonly failed?: ExitCode;
}

/** Opens the cluster and asks it; what the world refuses is told in one line and becomes an exit code. */
export async function withWorld(
  { flags, shell, concurrency, failed = exitCodes.failed }: WorldCall,
  act: (world: World) => Promise<ExitCode>,
): Promise<ExitCode> {
  const signals = shell.takeSignals();
  try {
    const cluster = await openClusterOf(flags, {
      shell,
      ...(concurrency === undefined ? {} : { concurrency }),
    });
    try {
      return await act({
        cluster,
        clock: shell.clock,
        random: shell.random,
        signal: signals.signal,
        hear: hearNotices(shell),
        runId: shell.runId,
        tooling: versionLine.replace(" ", "/v"),
      });
    } finally {
      await cluster.close();
    }
  } catch (error) {
    const ended = endedBy(error, signals.signal.aborted);
    if (ended === undefined) {
      throw error;
    }
    if (ended.message !== undefined) {
      tellError(ended.message, shell);
    }
    const codes = {
      converged: exitCodes.converged,
      failed,
      refused: exitCodes.invalid,
      timedOut: exitCodes.timedOut,
      unreachable: exitCodes.unreachable,
      interrupted: signals.exitCode() ?? failed,
    } as const;
    return codes[ended.verdict];
  }
}

/** Tells on standard error what went wrong. */
export function tellError(message: string, { stderr }: Pick<Shell, "stderr">): void {
  stderr.write(`error: ${printable(message)}\n`);
}

function hearNotices({ stderr }: Shell): (event: ApplyEvent) => void {
  return (event) => {
    if (event.type === "notice") {
      stderr.write(`${event.level}: ${printable(event.message)}\n`);
    }
  };
}
