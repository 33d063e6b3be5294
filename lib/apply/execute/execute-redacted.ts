import type { Result } from "../model/event.ts";
import { type RedactingSink, redactingSink } from "../model/redact-events.ts";
import { withStartupDeadline } from "./startup-deadline.ts";
import type { Timeouts } from "../model/release-request.ts";
import { type RunEnd, reportEnd } from "./execute-run.ts";
import type { RunContext } from "../model/run-context.ts";

/**
 * Runs to a reported end. No value of a Secret known to the run is emitted, and the wait for the server
 * before the tasks start is limited. Throws only for bugs of ours.
 */
export function executeRedacted(
  timeouts: Timeouts,
  context: RunContext,
  act: (context: RunContext, sink: RedactingSink) => Promise<RunEnd>,
): Promise<Result> {
  const sink = redactingSink(context.emit);
  const masked = { ...context, emit: sink.emit };
  return reportEnd(masked, () => withStartupDeadline(masked, timeouts, (patient) => act(patient, sink)));
}
