import { readFileSync } from "node:fs";

/** The resources that a process has used since its start. */
export interface ProcessUsage {
  /** Seconds of CPU, user and system together. */
  readonly cpu: number;
  /** The same of its children that have ended. */
  readonly childCpu: number;
  /** Its memory now, and its maximum. */
  readonly mebibytes: number;
  readonly peakMebibytes: number;
}

/**
 * Linux reports CPU time in hundredths of a second to every program, whatever the kernel itself counts in.
 */
const ticks = 100;

/** Reads proc_pid_stat(5) and proc_pid_status(5). Undefined if the process is gone. */
export function processUsage(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program is in brackets, and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (index: number): number => Number(fields[index]) / ticks;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const mebibytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) / 1024;
    return {
      cpu: seconds(11) + seconds(12),
      childCpu: seconds(13) + seconds(14),
      mebibytes: mebibytes("VmRSS"),
      peakMebibytes: mebibytes("VmHWM"),
    };
  } catch {
    return undefined;
  }
}
