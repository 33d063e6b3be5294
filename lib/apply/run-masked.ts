import type { Result } from "./event.ts";
import { type MaskedHearing, maskedHearing } from "./masked-hearing.ts";
import { patiently } from "./patience.ts";
import type { Timeouts } from "./release-request.ts";
import { type Ending, tellEnd } from "./run-list.ts";
import type { World } from "./world.ts";

/**
 * Runs to an end that is told: no value of a Secret that the run has learnt of is heard, and the server is not waited for without end
 * before the tasks begin. Throws only for bugs of ours.
 */
export function runMasked(
  timeouts: Timeouts,
  world: World,
  act: (world: World, hearing: MaskedHearing) => Promise<Ending>,
): Promise<Result> {
  const hearing = maskedHearing(world.hear);
  const masked = { ...world, hear: hearing.hear };
  return tellEnd(masked, () => patiently(masked, timeouts, (patient) => act(patient, hearing)));
}
