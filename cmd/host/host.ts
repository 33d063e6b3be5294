import type { Clock, Random } from "../../lib/async/clock.ts";

/**
 * What the surroundings give to a verb: everything of the process that it may touch, so that tests can stand
 * in for it.
 */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** All bytes of standard input, up to its end. */
  readonly readStdin: () => Promise<Uint8Array>;
  readonly exists: (path: string) => boolean;
  readonly clock: Clock;
  readonly random: Random;
  /** The folder that holds `.kube`. */
  readonly homeDirectory: string;
  /** Names this process among all that may work on the same release: `ci-7-4711-k3x9`. */
  readonly runId: string;
  /** Asks the person at the terminal; undefined where nobody sits there. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** From now on a signal ends the run cleanly instead of the process; the second one ends the process. */
  readonly takeSignals: () => Signals;
}

/** The signals that ask a run to end. */
export interface Signals {
  readonly signal: AbortSignal;
  /** 130 after SIGINT, 143 after SIGTERM; undefined while none came. */
  readonly exitCode: () => 130 | 143 | undefined;
}

/** Standard output or standard error. */
export interface Output {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Columns; undefined where it is no terminal. */
  readonly width: number | undefined;
  /** Rows; undefined where it is no terminal. */
  readonly height?: number | undefined;
}
