import type { Result } from "../../lib/apply/model/event.ts";
import type { ReleaseRequest } from "../../lib/apply/model/release-request.ts";
import type { RunContext } from "../../lib/apply/model/run-context.ts";
import { AccessError } from "../../lib/client/model/api-error.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import type { HealthRuleSources } from "../../lib/readiness/readiness.ts";
import { createReporter, type Reporter } from "../output/create-reporter.ts";
import { type ClusterFlags, openClusterOf } from "../flags/cluster-flags.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import { readHealthFlags } from "../flags/health-flags.ts";
import type { RunFlags } from "../flags/run-flags.ts";
import type { Host } from "../host/host.ts";
import { versionLine } from "../version/command.ts";

/** The part of a request that all runs derive from their flags. */
export type CommonRequest = Pick<
  ReleaseRequest,
  | "namespace"
  | "choices"
  | "readiness"
  | "healthRules"
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
  /** The part of the request that the flags of all runs determine. */
  readonly common: CommonRequest;
  /** Opens the cluster; undefined if access to it cannot be configured, which is reported. */
  readonly connect: () => Promise<RunContext | undefined>;
  /** Returns the exit code of a result; undefined is the result of a cluster that could not be opened. */
  readonly exitCodeOf: (result: Result | undefined) => ExitCode;
  /** Closes the cluster and ends the report. */
  readonly close: () => Promise<void>;
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
  const healthRules = await readHealthFlags(flags, host);
  const signals = host.takeSignals();
  const over = new AbortController();
  const ended = AbortSignal.any([signals.signal, over.signal]);
  const beginIn = (namespace: string): void => begin(namespace, ended);
  if (flags.namespace !== undefined) {
    beginIn(flags.namespace);
  }
  const reporter = await createReporter(flags, host);
  let cluster: OpenedCluster | undefined;
  return {
    learnPlaces: reporter.learnPlaces,
    onDiagnostics: reporter.onDiagnostics,
    common: commonOf(flags, healthRules),
    connect: async () => {
      cluster = await openClusterOf(flags, { host, concurrency: flags.concurrency }).catch((error: unknown) =>
        reportAccess(error, host),
      );
      if (cluster === undefined) {
        return undefined;
      }
      if (flags.namespace === undefined) {
        beginIn(cluster.namespace);
      }
      return contextOf(cluster, { host, signal: signals.signal, emit: reporter.emit });
    },
    exitCodeOf: (result) =>
      result === undefined ? exitCodes.unreachable : exitCodeOf(result, signals.exitCode()),
    close: async () => {
      over.abort();
      await cluster?.close();
      reporter.stop();
    },
  };
}

type OpenedCluster = Awaited<ReturnType<typeof openClusterOf>>;

function contextOf(
  cluster: RunContext["cluster"],
  { host, signal, emit }: { readonly host: Host } & Pick<RunContext, "signal" | "emit">,
): RunContext {
  const { clock, random, runId } = host;
  return { cluster, clock, random, signal, emit, runId, tooling: versionLine.replace(" ", "/v") };
}

/** Reports that the cluster cannot be accessed; rethrows any other error. */
function reportAccess(error: unknown, { stderr }: Host): undefined {
  if (!(error instanceof AccessError)) {
    throw error;
  }
  stderr.write(`error: ${escapeControl(error.message)}\n`);
}

function commonOf(flags: ClusterFlags & RunFlags, healthRules: HealthRuleSources | undefined): CommonRequest {
  return {
    ...(healthRules === undefined ? {} : { healthRules }),
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
