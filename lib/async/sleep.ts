import type { Clock } from "./clock.ts";
import { onAbort } from "./abort.ts";

/**
 * Resolves after that many milliseconds, or when the signal aborts, at once if it already has. Never rejects.
 */
export async function pause(
  milliseconds: number,
  clock: Pick<Clock, "after">,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || milliseconds <= 0) {
    return;
  }
  await new Promise<void>((resolve) => {
    const callOffAbort = onAbort(signal, () => {
      callOffTimer();
      resolve();
    });
    const callOffTimer = clock.after(milliseconds, () => {
      callOffAbort();
      resolve();
    });
  });
}
