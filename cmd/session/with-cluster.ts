import type { ApplyEvent } from "../../lib/apply/model/event.ts";
import { verdictForError } from "../../lib/apply/execute/run-verdict.ts";
import type { RunContext } from "../../lib/apply/model/run-context.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import { type ClusterFlags, openClusterOf } from "../flags/cluster-flags.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host, Signals } from "../host/host.ts";
import { versionLine } from "../version/command.ts";

/** Options of a verb that uses the cluster without a run. */
interface CommandContext {
  readonly flags: ClusterFlags;
  readonly host: Host;
  /** Concurrent requests, if not the default. */
  readonly concurrency?: number;
  /** The exit code of a failure. */
  readonly failed?: ExitCode;
}

/**
 * Opens the cluster and runs the action; an external failure is reported in one line and becomes an exit
 * code.
 */
export async function withCluster(
  call: CommandContext,
  act: (context: RunContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const signals = call.host.takeSignals();
  try {
    return await inContext(call, signals, act);
  } catch (error) {
    return codeOf(error, call, signals);
  }
}

async function inContext(
  { flags, host, concurrency }: CommandContext,
  { signal }: Signals,
  act: (context: RunContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { clock, random, runId } = host;
  const cluster = await openClusterOf(flags, {
    host,
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  const tooling = versionLine.replace(" ", "/v");
  try {
    return await act({ cluster, clock, random, signal, emit: onNotices(host), runId, tooling });
  } finally {
    await cluster.close();
  }
}

/** Rethrows bugs. */
function codeOf(
  error: unknown,
  { host, failed = exitCodes.failed }: CommandContext,
  { signal, exitCode }: Signals,
): ExitCode {
  const ended = verdictForError(error, signal.aborted);
  if (ended === undefined) {
    throw error;
  }
  if (ended.message !== undefined) {
    printError(ended.message, host);
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

/** Reports an error on standard error. */
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

/** Reports that the release does not exist, and returns the exit code of a failure. */
export function printReleaseNotFound(
  { release, namespace }: { readonly release: string; readonly namespace?: string },
  { cluster }: Pick<RunContext, "cluster">,
  host: Host,
): ExitCode {
  const where = namespace ?? cluster.namespace;
  printError(`there is no release ${release} in namespace ${where}: \`converge list -A\` shows all`, host);
  return exitCodes.failed;
}
