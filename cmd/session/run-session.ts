import type { Result } from "../../lib/apply/model/event.ts";
import type { ReleaseRequest } from "../../lib/apply/model/release-request.ts";
import type { RunContext } from "../../lib/apply/model/run-context.ts";
import { AccessError } from "../../lib/client/model/api-error.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import { createReporter, type Reporter } from "../output/create-reporter.ts";
import { type ClusterFlags, openClusterOf } from "../flags/cluster-flags.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { RunFlags } from "../flags/run-flags.ts";
import type { Host } from "../host/host.ts";
import { versionLine } from "../version/command.ts";

/** The part of a request that all runs derive from their flags. */
export type CommonRequest = Pick<
  ReleaseRequest,
  | "namespace"
  | "choices"
  | "readiness"
  | "logs"
  | "hooks"
  | "concurrency"
  | "failFast"
  | "timeouts"
  | "deleteContents"
>;

/** A run with its cluster and its reporter. */
export interface RunSession {
  /** Records the origins of a plan's manifests, to mark failures there. */
  readonly learnPlaces: Reporter["learnPlaces"];
  readonly onDiagnostics: (diagnostics: readonly Diagnostic[], show: () => Promise<void>) => Promise<void>;
  /** Runs the action, and returns its exit code. */
  readonly toEnd: (act: (context: RunContext, common: CommonRequest) => Promise<Result>) => Promise<ExitCode>;
}

/**
 * Begins work that only needs the namespace of the release, while the cluster is being opened. The signal
 * ends it.
 */
type Begin = (namespace: string, signal: AbortSignal) => void;

/** Prepares a run; nothing is sent yet. */
export async function openRun(
  flags: ClusterFlags & RunFlags,
  host: Host,
  begin: Begin = () => {},
): Promise<RunSession> {
  const signals = host.takeSignals();
  const over = new AbortController();
  const beginIn = (namespace: string): void => {
    begin(namespace, AbortSignal.any([signals.signal, over.signal]));
  };
  if (flags.namespace !== undefined) {
    beginIn(flags.namespace);
  }
  const reporter = await createReporter(flags, host);
  return {
    learnPlaces: reporter.learnPlaces,
    onDiagnostics: reporter.onDiagnostics,
    toEnd: async (act) => {
      try {
        const cluster = await openClusterOf(flags, { host, concurrency: flags.concurrency });
        if (flags.namespace === undefined) {
          beginIn(cluster.namespace);
        }
        try {
          const context = contextOf(cluster, { host, signal: signals.signal, emit: reporter.emit });
          return exitCodeOf(await act(context, commonOf(flags)), signals.exitCode());
        } finally {
          await cluster.close();
        }
      } catch (error) {
        return reportedAccess(error, host);
      } finally {
        over.abort();
        reporter.stop();
      }
    },
  };
}

function contextOf(
  cluster: RunContext["cluster"],
  { host, signal, emit }: { readonly host: Host } & Pick<RunContext, "signal" | "emit">,
): RunContext {
  const { clock, random, runId } = host;
  return { cluster, clock, random, signal, emit, runId, tooling: versionLine.replace(" ", "/v") };
}

/** Reports that the cluster cannot be accessed; rethrows any other error. */
function reportedAccess(error: unknown, { stderr }: Host): ExitCode {
  if (error instanceof AccessError) {
    stderr.write(`error: ${escapeControl(error.message)}\n`);
    return exitCodes.unreachable;
  }
  throw error;
}

function commonOf(flags: ClusterFlags & RunFlags): CommonRequest {
  return {
    namespace: flags.namespace,
    readiness: flags.readiness,
    logs: flags.logs,
    hooks: flags.hooks,
    concurrency: flags.concurrency,
    failFast: flags.failFast,
    deleteContents: flags.deleteContents,
    choices: {
      forceConflicts: true,
      recreate: false,
      fieldValidation: "Strict",
      dryRun: flags.dryRun === "none" ? false : flags.dryRun,
      propagation: flags.prunePropagationPolicy,
      wait: flags.wait,
    },
    timeouts: {
      run: flags.timeout,
      prune: flags.pruneTimeout,
      lock: flags.lockTimeout,
      external: flags.pruneTimeout,
      weights: new Map(),
    },
  };
}

const verdictCodes: Readonly<Record<Result["verdict"], ExitCode>> = {
  converged: exitCodes.converged,
  failed: exitCodes.failed,
  refused: exitCodes.invalid,
  timedOut: exitCodes.timedOut,
  unreachable: exitCodes.unreachable,
  interrupted: exitCodes.failed,
};

function exitCodeOf({ verdict }: Result, signalCode: 130 | 143 | undefined): ExitCode {
  // A run that completed although a signal requested its end has converged.
  return verdict === "interrupted" ? (signalCode ?? exitCodes.failed) : verdictCodes[verdict];
}
