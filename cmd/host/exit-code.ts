/** The exit codes of a run. One that a signal ends exits with 130 (SIGINT) or 143 (SIGTERM). */
export const exitCodes = {
  converged: 0,
  failed: 1,
  invalid: 2,
  timedOut: 3,
  unreachable: 4,
} as const;

/** The exit code of a run that completed, or that a signal ended cleanly. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes] | 130 | 143;

/** The table at the end of every `--help`. */
export const exitCodeTable = `Exit codes:
  0    done
  1    failed
  2    invalid input or usage, nothing was sent
  3    timed out
  4    cluster unreachable or access refused
  130  interrupted (SIGINT); 143 terminated (SIGTERM)`;

/** Sets the exit code of the verb that ran. */
export type SetExitCode = (code: ExitCode) => void;
