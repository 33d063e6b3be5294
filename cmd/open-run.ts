import type { Hear, Result } from "../lib/apply/event.ts";
import type { ReleaseRequest } from "../lib/apply/release-request.ts";
import type { World } from "../lib/apply/world.ts";
import { AccessError } from "../lib/cluster/api-error.ts";
import type { Diagnostic } from "../lib/object/diagnostic.ts";
import { printable } from "../lib/report/printable.ts";
import { type ClusterFlags, openClusterOf } from "./cluster-flags.ts";
import { wantsColor } from "./color.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import { gather } from "./gather.ts";
import type { RunFlags } from "./run-flags.ts";
import type { Shell } from "./shell.ts";
import { versionLine } from "./version-command.ts";

/** What runs of every kind need of their flags. */
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
export interface OpenRun {
  readonly tellDiagnostics: (diagnostics: readonly Diagnostic[], show: () => Promise<void>) => Promise<void>;
  /** Runs, tells what belongs to no object, and gives the exit code. */
  readonly toEnd: (act: (world: World, common: CommonRequest) => Promise<Result>) => Promise<ExitCode>;
}

/** Gets everything ready for a run; nothing is sent yet. */
export async function openRun(flags: ClusterFlags & RunFlags, shell: Shell): Promise<OpenRun> {
  const reporter = await chooseReporter(flags, shell);
  return {
    tellDiagnostics: reporter.tellDiagnostics,
    toEnd: async (act) => {
      const signals = shell.takeSignals();
      try {
        const cluster = await openClusterOf(flags, { shell, concurrency: flags.concurrency });
        const world: World = {
          cluster,
          clock: shell.clock,
          random: shell.random,
          signal: signals.signal,
          hear: reporter.hear,
          runId: shell.runId,
          tooling: versionLine.replace(" ", "/v"),
        };
        try {
          const result = await act(world, commonOf(flags));
          return exitCodeOf(result, signals.exitCode());
        } finally {
          await cluster.close();
        }
      } catch (error) {
        if (error instanceof AccessError) {
          shell.stderr.write(`error: ${printable(error.message)}\n`);
          return exitCodes.unreachable;
        }
        throw error;
      } finally {
        reporter.stop();
      }
    },
  };
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

interface Reporter {
  readonly hear: Hear;
  readonly stop: () => void;
  readonly tellDiagnostics: OpenRun["tellDiagnostics"];
}

const showOnly: Reporter["tellDiagnostics"] = (_, show) => show();

/** Events as JSON, a live block on a terminal, plain lines elsewhere. */
async function chooseReporter(flags: RunFlags, shell: Shell): Promise<Reporter> {
  const { stdout } = shell;
  const { write, flush } = gather((text) => {
    stdout.write(text);
  });
  if (flags.output === "json") {
    const { jsonReporter, validationLines } = await import("../lib/report/apply/json-events.ts");
    return {
      hear: jsonReporter({ write, runId: shell.runId }),
      stop: flush,
      tellDiagnostics: async (diagnostics, showThem) => {
        write(validationLines(diagnostics, shell.clock.now()));
        await showThem();
      },
    };
  }
  const color = wantsColor(flags.color, stdout, shell);
  if (stdout.isTerminal && shell.env["CI"] === undefined && shell.env["TERM"] !== "dumb") {
    const { liveReporter } = await import("../lib/report/apply/live-view.ts");
    const { hear, stop } = liveReporter({
      write,
      color,
      clock: shell.clock,
      width: () => stdout.width ?? 80,
      height: () => stdout.height ?? 24,
    });
    const end = (): void => {
      stop();
      flush();
    };
    return { hear, stop: end, tellDiagnostics: showOnly };
  }
  const { plainReporter } = await import("../lib/report/apply/plain-lines.ts");
  const hear = plainReporter({ write, color, width: stdout.width, ci: ciOf(shell.env), clock: shell.clock });
  return { hear, stop: flush, tellDiagnostics: showOnly };
}

function ciOf(env: Shell["env"]): "github" | "gitlab" | undefined {
  if (env["GITHUB_ACTIONS"] === "true") {
    return "github";
  }
  return env["GITLAB_CI"] === "true" ? "gitlab" : undefined;
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
  // A run that a signal asked to end and that had come to its end anyway has converged.
  return verdict === "interrupted" ? (signalCode ?? exitCodes.failed) : verdictCodes[verdict];
}
