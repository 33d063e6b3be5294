import type { Result } from "../../lib/apply/model/event.ts";
import type { Unit } from "../../lib/sync/unit/unit.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";

/** Exit codes in order of precedence, if units ended differently. */
const codes: readonly (readonly [Result["verdict"], ExitCode])[] = [
  ["failed", exitCodes.failed],
  ["interrupted", exitCodes.failed],
  ["timedOut", exitCodes.timedOut],
  ["unreachable", exitCodes.unreachable],
  ["refused", exitCodes.invalid],
];

/**
 * Returns the exit code of one pass. A unit without a run counts as failed unless another one explains it: it
 * waited for that one.
 */
export function onceExitCode(
  units: readonly Pick<Unit, "name">[],
  ends: ReadonlyMap<string, Result["verdict"] | "suspended">,
): ExitCode {
  const verdicts = new Set(units.map(({ name }) => ends.get(name)));
  const worst = codes.find(([verdict]) => verdicts.has(verdict));
  return worst?.[1] ?? (verdicts.has(undefined) ? exitCodes.failed : exitCodes.converged);
}
