import type { ApplyEvent } from "../lib/apply/event.ts";
import { endedBy } from "../lib/apply/verdict.ts";
import type { World } from "../lib/apply/world.ts";
import { printable } from "../lib/report/printable.ts";
import { type ClusterFlags, openClusterOf } from "./cluster-flags.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import type { Shell, Signals } from "./shell.ts";
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
  call: WorldCall,
  act: (world: World) => Promise<ExitCode>,
): Promise<ExitCode> {
  const signals = call.shell.takeSignals();
  try {
    return await inWorld(call, signals, act);
  } catch (error) {
    return codeOf(error, call, signals);
  }
}

async function inWorld(
  { flags, shell, concurrency }: WorldCall,
  { signal }: Signals,
  act: (world: World) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { clock, random, runId } = shell;
  const cluster = await openClusterOf(flags, {
    shell,
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  const tooling = versionLine.replace(" ", "/v");
  try {
    return await act({ cluster, clock, random, signal, hear: hearNotices(shell), runId, tooling });
  } finally {
    await cluster.close();
  }
}

/** Throws on what is a bug of ours. */
function codeOf(
  error: unknown,
  { shell, failed = exitCodes.failed }: WorldCall,
  { signal, exitCode }: Signals,
): ExitCode {
  const ended = endedBy(error, signal.aborted);
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
    interrupted: exitCode() ?? failed,
  } as const;
  return codes[ended.verdict];
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
