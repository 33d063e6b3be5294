import type { Clock } from "../../async/clock.ts";
import { GitError, type GitStore } from "../../git/model/git-repository.ts";

/** Milliseconds between two collections. */
const every = 3_600_000;

/**
 * Removes what is no longer needed of repositories, periodically until the signal. A failure does no harm,
 * and is retried.
 */
export function scheduleMirrorGc(store: GitStore, clock: Pick<Clock, "after">, signal: AbortSignal): void {
  if (signal.aborted) {
    return;
  }
  const callOff = clock.after(every, () => {
    signal.removeEventListener("abort", callOff);
    void tidy(store, signal).then(() => {
      scheduleMirrorGc(store, clock, signal);
      return undefined;
    });
  });
  signal.addEventListener("abort", callOff);
}

async function tidy(store: GitStore, signal: AbortSignal): Promise<void> {
  try {
    await store.tidy(signal);
  } catch (error) {
    if (!signal.aborted && !(error instanceof GitError)) {
      throw error;
    }
  }
}
