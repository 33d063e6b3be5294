/** What the surroundings give to a verb: everything of the process that it may touch, so that tests can stand in for it. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** All bytes of standard input, up to its end. */
  readonly readStdin: () => Promise<Uint8Array>;
  readonly exists: (path: string) => boolean;
}

/** Standard output or standard error. */
export interface Output {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Columns; undefined where it is no terminal. */
  readonly width: number | undefined;
}
