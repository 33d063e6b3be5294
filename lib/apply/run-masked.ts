import type { Result } from "./event.ts";
import { type RedactingSink, redactingSink } from "./masked-hearing.ts";
import { withStartupDeadline } from "./patience.ts";
import type { Timeouts } from "./release-request.ts";
import { type RunEnd, reportEnd } from "./run-list.ts";
import type { RunContext } from "./world.ts";

/**
 * Runs to an end that is told: no value of a Secret that the run has learnt of is heard, and the server is not waited for without end
 * before the tasks begin. Throws only for bugs of ours.
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
