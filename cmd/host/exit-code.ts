import type { UnitEnd } from "../../lib/sync/unit/unit-state.ts";
import type { Unit } from "../../lib/sync/unit/unit.ts";

/** The exit codes of a run. One that a signal ends exits with 130 (SIGINT) or 143 (SIGTERM). */
export const exitCodes = {
  converged: 0,
  failed: 1,
  invalid: 2,
  timedOut: 3,
  unreachable: 4,
  waiting: 5,
} as const;

/** The exit code of a run that completed, or that a signal ended cleanly. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes] | 130 | 143;

/** Meanings of exit codes, as shown at the end of the help. */
export type ExitCodeTexts = Readonly<Partial<Record<ExitCode, string>>>;

/** The meanings of the codes after a signal. */
export const signalCodes: Readonly<Record<130 | 143, string>> = {
  130: "interrupted (SIGINT)",
  143: "terminated (SIGTERM)",
};

/** The meanings of the codes of most commands. */
export const usualCodes: Readonly<Record<Exclude<ExitCode, 5>, string>> = {
  0: "done",
  1: "failed",
  2: "invalid input or usage, nothing was sent",
  3: "timed out",
  4: "cluster unreachable or access denied",
  ...signalCodes,
};

/** Sets the exit code of the verb that ran. */
export type SetExitCode = (code: ExitCode) => void;

/** An invalid command line: reported in one line for each fault, exit code 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  /** The faults besides the first, which is the message. */
  readonly others: readonly string[];

  constructor(message: string, options: ErrorOptions & { readonly others?: readonly string[] } = {}) {
    super(message, options);
    this.others = options.others ?? [];
  }
}

/** Exit codes in order of precedence, if units ended differently. */
const codes: readonly (readonly [UnitEnd, ExitCode])[] = [
  ["failed", exitCodes.failed],
  ["interrupted", exitCodes.failed],
  ["timedOut", exitCodes.timedOut],
  ["unreachable", exitCodes.unreachable],
  ["refused", exitCodes.invalid],
  ["unapproved", exitCodes.waiting],
  ["waiting", exitCodes.waiting],
];

/**
 * Returns the exit code of one pass. A unit without a run counts as failed unless another one explains it: it
 * waited for that one.
 */
export function onceExitCode(
  units: readonly Pick<Unit, "name">[],
  ends: ReadonlyMap<string, UnitEnd>,
): ExitCode {
  const verdicts = new Set(units.map(({ name }) => ends.get(name)));
  const worst = codes.find(([verdict]) => verdicts.has(verdict));
  return worst?.[1] ?? (verdicts.has(undefined) ? exitCodes.failed : exitCodes.converged);
}
