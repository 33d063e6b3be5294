import type { Clock } from "../../async/clock.ts";
import { GitError, type GitStore } from "../../git/model/git-repository.ts";

/** Milliseconds. */
const every = 3_600_000;

/**
 * Removes from time to time, until the signal, what of repositories is no longer needed. That it cannot is no
 * harm, and is tried again.
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
