import type { Clock, Random } from "../../lib/async/clock.ts";

/** The environment of a verb: everything that it may use of the process, so that tests can replace it. */
export interface Host {
  /** The name in usage and examples: `kubectl converge` for a plugin; `converge` if undefined. */
  readonly programName?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Reads standard input to its end; with `most`, stops once it has more bytes than that. */
  readonly readStdin: (most?: number) => Promise<Uint8Array>;
  readonly exists: (path: string) => boolean;
  readonly clock: Clock;
  readonly random: Random;
  /** The folder that contains `.kube`. */
  readonly homeDirectory: string;
  /** Identifies this process among all that may work on the same release: `ci-7-4711-k3x9`. */
  readonly runId: string;
  /** Asks the user at the terminal; undefined if the run is not interactive. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Handles signals from now on: the first ends the run cleanly, the second ends the process. */
  readonly takeSignals: () => Signals;
}

/** The signals that request the end of a run. */
export interface Signals {
  readonly signal: AbortSignal;
  /** 130 after SIGINT, 143 after SIGTERM; undefined before either. */
  readonly exitCode: () => 130 | 143 | undefined;
}

/** Standard output or standard error. */
export interface Output {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Columns; undefined if it is not a terminal. */
  readonly width: number | undefined;
  /** Rows; undefined if it is not a terminal. */
  readonly height?: number | undefined;
}
