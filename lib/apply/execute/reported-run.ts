import type { Result } from "../model/event.ts";
import { type RedactingSink, redactingSink } from "../model/redact-events.ts";
import type { Timeouts } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";
import type { RunEnd } from "./execute-run.ts";
import { verdictForError } from "./run-verdict.ts";
import { UnreachableError } from "../../client/model/api-error.ts";
import { formatDuration } from "../../object/duration.ts";

/**
 * A run from its start to its reported end. No value of a Secret known to the run is emitted, and the wait
 * for the server before the tasks start is limited.
 */
export class ReportedRun {
  /** The context of everything the run does: its events are redacted. */
  readonly context: RunContext;
  readonly sink: RedactingSink;
  readonly #startedAt: number;
  readonly #interruption: AbortSignal;
  readonly #begin: () => void;

  constructor(timeouts: Pick<Timeouts, "run" | "lock" | "prune">, context: RunContext) {
    this.sink = redactingSink(context.emit);
    this.#startedAt = context.clock.now();
    this.#interruption = context.signal;
    const limited = limitStartup({ ...context, emit: this.sink.emit }, timeouts);
    this.context = limited;
    this.#begin = limited.begin;
  }

  /** Reports the end of the run and returns its result. */
  end(ending: RunEnd): Result {
    this.#begin();
    const at = this.context.clock.now();
    const result: Result = { outcomes: [], criticalPath: [], took: at - this.#startedAt, ...ending };
    this.context.emit({ type: "finish", at, result });
    return result;
  }

  /** Reports what the cluster, or a person, has refused as the end of the run. Throws bugs of ours again. */
  fail(error: unknown): Result {
    this.#begin();
    const ending = verdictForError(error, this.#interruption.aborted);
    if (ending === undefined) {
      throw error;
    }
    return this.end(ending);
  }
}

/** Milliseconds for observing the cluster before a run: as long as an object may take. */
const usual = 300_000;

/**
 * Returns a run context that aborts with an UnreachableError if `begin` is not called in time; then the tasks
 * of the run have timeouts of their own. The limit is the run's timeout, or else five minutes plus the
 * timeouts of what may be waited for first: its lock, and a terminating namespace.
 */
export function limitStartup(
  context: RunContext,
  { run, lock, prune }: Pick<Timeouts, "run" | "lock" | "prune">,
): RunContext & Required<Pick<RunContext, "begin">> {
  const patience = run ?? usual + lock + prune;
  const late = new AbortController();
  const start = (): (() => void) =>
    context.clock.after(patience, () => {
      const message = `the run could not begin within ${formatDuration(patience)}`;
      late.abort(new UnreachableError(message));
    });
  let callOff = start();
  const { writeTurn } = context;
  return {
    ...context,
    signal: AbortSignal.any([context.signal, late.signal]),
    begin: () => {
      callOff();
    },
    ...(writeTurn && {
      writeTurn: {
        ...writeTurn,
        // Waiting for others is not a fault of the cluster.
        begin: async () => {
          callOff();
          await writeTurn.begin();
          callOff = start();
        },
      },
    }),
  };
}
