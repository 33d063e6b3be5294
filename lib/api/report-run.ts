/** Runs an operation of the engine, reports its events and converts its result. */
import type { Outcome, Result } from "../apply/model/event.ts";
import type { RunContext } from "../apply/model/run-context.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { documentOf } from "../report/diagnostics/diagnostic-document.ts";
import { jsonReporter, validationLines } from "../report/run/json-reporter.ts";
import type { RunEvent } from "../report/run/run-event.ts";
import type { ConnectedCluster } from "./connected-cluster.ts";
import { errorCodeOf } from "./converge-error-of.ts";
import { ConvergeError } from "./converge-error.ts";
import { runContextOf } from "./open-handles.ts";
import type { RunOptions } from "./options/run-options.ts";
import type { ObjectResult, RunResult } from "./run-result.ts";
import { signalOf } from "./options/signal-of.ts";

/** An operation of the engine, and a callback for the diagnostics of its plan. */
type Operation = (
  context: RunContext,
  onDiagnostics: (diagnostics: readonly Diagnostic[]) => void,
) => Promise<Result>;

/**
 * Runs an operation. Throws a ConvergeError if the cluster is unreachable or refuses access, and whatever the
 * event callback has thrown, once the run has ended.
 */
export async function reportRun(
  name: string,
  { cluster, options }: { readonly cluster: ConnectedCluster; readonly options: RunOptions },
  operate: Operation,
): Promise<RunResult> {
  const signal = signalOf(options);
  const context = await runContextOf(name, cluster, signal);
  const sink = new EventReport(options.onEvent, context);
  const diagnostics: Diagnostic[] = [];
  const result = await operate({ ...context, emit: sink.emit }, (found) => {
    diagnostics.push(...found);
    sink.validation(found);
  });
  sink.rethrow();
  return runResultOf(sink.finished ?? result, diagnostics);
}

/** Passes events on, and keeps the first result: emitted results hold no value of a Secret. */
class EventReport {
  readonly emit: RunContext["emit"];
  readonly #onEvent: RunOptions["onEvent"];
  readonly #clock: RunContext["clock"];
  #thrown: { readonly error: unknown } | undefined;
  #finished: Result | undefined;

  constructor(onEvent: RunOptions["onEvent"], { clock, runId }: Pick<RunContext, "clock" | "runId">) {
    this.#onEvent = onEvent;
    this.#clock = clock;
    const report = jsonReporter({ write: (line) => this.#pass(line), runId });
    this.emit = (event) => {
      // A run that is undone has another result after its own.
      this.#finished ??= event.type === "finish" ? event.result : undefined;
      if (onEvent !== undefined) {
        report(event);
      }
    };
  }

  get finished(): Result | undefined {
    return this.#finished;
  }

  /** Reports findings; notes are for readers of a plan. */
  validation(found: readonly Diagnostic[]): void {
    for (const diagnostic of found.filter(({ severity }) => severity !== "note")) {
      this.#pass(validationLines([diagnostic], this.#clock.now()));
    }
  }

  /** Throws what the callback has thrown. */
  rethrow(): void {
    if (this.#thrown !== undefined) {
      throw this.#thrown.error;
    }
  }

  /** An error in the middle of a run would leave it half done. */
  #pass(line: string): void {
    try {
      const event: RunEvent = JSON.parse(line);
      this.#onEvent?.(event);
    } catch (error) {
      this.#thrown ??= { error };
    }
  }
}

function runResultOf(result: Result, diagnostics: readonly Diagnostic[]): RunResult {
  const { verdict, message, revision, outcomes, criticalPath, took } = result;
  if (verdict === "unreachable") {
    throw new ConvergeError(errorCodeOf(result), message ?? "the cluster is unreachable");
  }
  return {
    verdict,
    refused: verdict === "refused",
    ...(message === undefined ? {} : { message }),
    diagnostics: diagnostics.map(documentOf),
    objects: outcomes.map(objectResult),
    ...(revision === undefined ? {} : { revision }),
    criticalPath,
    durationMs: took,
  };
}

function objectResult({ target, ...outcome }: Outcome): ObjectResult {
  const { key, group, kind, namespace, name } = target;
  return { ref: key, ...outcome, group, kind, namespace, name };
}
