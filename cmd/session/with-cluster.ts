import type { ApplyEvent } from "../../lib/apply/model/event.ts";
import { verdictForError } from "../../lib/apply/execute/run-verdict.ts";
import type { RunContext } from "../../lib/apply/model/run-context.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import { type ClusterFlags, openClusterOf } from "../flags/cluster-flags.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host, Signals } from "../host/host.ts";
import { versionLine } from "../version/command.ts";

/** How a verb that is no run is called. */
export interface CommandContext {
  readonly flags: ClusterFlags;
  readonly shell: Host;
  /** Requests under way at a time, beyond the usual. */
  readonly concurrency?: number;
  /** The code for what the server refuses. */
  readonly failed?: ExitCode;
}

/** Opens the cluster and asks it; what the world refuses is told in one line and becomes an exit code. */
export async function withCluster(
  call: CommandContext,
  act: (context: RunContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const signals = call.shell.takeSignals();
  try {
    return await inContext(call, signals, act);
  } catch (error) {
    return codeOf(error, call, signals);
  }
}

async function inContext(
  { flags, shell, concurrency }: CommandContext,
  { signal }: Signals,
  act: (context: RunContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { clock, random, runId } = shell;
  const cluster = await openClusterOf(flags, {
    shell,
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  const tooling = versionLine.replace(" ", "/v");
  try {
    return await act({ cluster, clock, random, signal, emit: onNotices(shell), runId, tooling });
  } finally {
    await cluster.close();
  }
}

/** Throws on what is a bug of ours. */
function codeOf(
  error: unknown,
  { shell, failed = exitCodes.failed }: CommandContext,
  { signal, exitCode }: Signals,
): ExitCode {
  const ended = verdictForError(error, signal.aborted);
  if (ended === undefined) {
    throw error;
  }
  if (ended.message !== undefined) {
    printError(ended.message, shell);
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
export function printError(message: string, { stderr }: Pick<Host, "stderr">): void {
  stderr.write(`error: ${escapeControl(message)}\n`);
}

function onNotices({ stderr }: Host): (event: ApplyEvent) => void {
  return (event) => {
    if (event.type === "notice") {
      stderr.write(`${event.level}: ${escapeControl(event.message)}\n`);
    }
  };
}
