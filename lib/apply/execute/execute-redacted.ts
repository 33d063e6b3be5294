import type { Result } from "../model/event.ts";
import { type RedactingSink, redactingSink } from "../model/redact-events.ts";
import { withStartupDeadline } from "./startup-deadline.ts";
import type { Timeouts } from "../model/release-request.ts";
import { type RunEnd, reportEnd } from "./execute-run.ts";
import type { RunContext } from "../model/run-context.ts";

/**
 * Runs to an end that is told: no value of a Secret that the run has learnt of is heard, and the server is
 * not waited for without end before the tasks begin. Throws only for bugs of ours.
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
