/** The progress of work that takes minutes: a line that counts up on a terminal, plain lines elsewhere. */
import type { Clock } from "../../lib/async/clock.ts";
import { formatDuration } from "../../lib/object/duration.ts";

/** The wording of one step: `building etcd` while it runs, `built etcd` afterwards. */
export interface StepTitle {
  /** Its position among all steps: `[1/5]`. */
  readonly position: string;
  readonly running: string;
  readonly done: string;
}

/** Reports progress to the user. */
export interface Progress {
  /** Prints a line. */
  readonly say: (line: string) => void;
  /** Runs a step and reports its start and its duration; on a terminal also the time so far. */
  readonly step: (title: StepTitle, work: () => Promise<void>) => Promise<void>;
}

/** The time for progress. */
export type ProgressClock = Pick<Clock, "now" | "after">;

/** A stream that may be a terminal: standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

const machineClock: ProgressClock = {
  now: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Reports by lines only. */
export function lineProgress(say: (line: string) => void, clock: ProgressClock = machineClock): Progress {
  return {
    say,
    step: async ({ position, running, done }, work) => {
      say(`${position} ${running} …`);
      const start = clock.now();
      await work();
      say(`${position} ${done} in ${elapsed(clock, start)}`);
    },
  };
}

/**
 * Reports to a terminal, where the line of a running step is rewritten once a second. In CI, and on streams
 * that are not terminals, by lines.
 */
export function streamProgress(
  stream: ProgressStream,
  env: Readonly<Record<string, string | undefined>>,
  clock: ProgressClock = machineClock,
): Progress {
  const say = (line: string): void => void stream.write(`${line}\n`);
  const isLive = stream.isTTY === true && (env["CI"] ?? "") === "" && env["TERM"] !== "dumb";
  return isLive ? liveProgress(stream, say, clock) : lineProgress(say, clock);
}

function liveProgress(stream: ProgressStream, say: Progress["say"], clock: ProgressClock): Progress {
  // Returns to the first column, and clears the line to the right of the new text.
  const rewrite = (text: string): void => void stream.write(`\r${text}\u001B[K`);
  return {
    say,
    step: async ({ position, running, done }, work) => {
      const start = clock.now();
      let cancel: (() => void) | undefined;
      const tick = (): void => {
        rewrite(`${position} ${running} … ${elapsed(clock, start)}`);
        cancel = clock.after(1000, tick);
      };
      tick();
      try {
        await work();
        rewrite(`${position} ${done} in ${elapsed(clock, start)}`);
      } finally {
        cancel?.();
        stream.write("\n");
      }
    },
  };
}

/** The time since then, in whole seconds: `1m20s`. */
function elapsed(clock: ProgressClock, start: number): string {
  return formatDuration(Math.round((clock.now() - start) / 1000) * 1000);
}
