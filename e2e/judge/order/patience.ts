import { availableParallelism, loadavg } from "node:os";

/** The time for one run of a tool on a machine that does nothing else, in seconds. */
const usualSeconds = 120;

/** The most that a loaded machine is waited for, as a multiple of that time. */
const most = 4;

/** The time for one run of a tool, in seconds: more on a machine with more work than processors. */
export function patientSeconds(
  load: number = loadavg()[0] ?? 0,
  processors: number = availableParallelism(),
): number {
  return Math.round(usualSeconds * Math.min(most, Math.max(1, load / processors)));
}

/** Reports whether the output of a tool shows that the machine was too slow for it. */
export function wasTooSlow(output: string): boolean {
  return /could not be renewed|timed out|deadline exceeded|handshake timeout|connection lost/.test(output);
}
