import type { Clock } from "../../async/clock.ts";
import { Semaphore } from "../../async/locks.ts";
import type { WriteTurn } from "../../apply/model/run-context.ts";

/**
 * Runs of a cluster that write at a time. More would not write faster, and each renews its lock while it
 * waits for a busy server: of 300 runs at once, two writes in three were renewals.
 */
const writing = 16;

/**
 * Milliseconds after which a run no longer counts as writing: one whose webhook hangs must not keep others
 * waiting.
 */
const longest = 5000;

interface Turning {
  readonly clock: Pick<Clock, "after">;
  readonly signal: AbortSignal;
}

/** The places of runs that write, for each cluster: one that does not answer delays no other. */
export class WriteTurns {
  readonly #clusters = new Map<string | undefined, Semaphore>();

  /** Returns the turn of a run in a cluster; undefined is that of the sidecar. */
  in(cluster: string | undefined, run: Turning): WriteTurn {
    const gate = this.#clusters.get(cluster) ?? new Semaphore(writing);
    this.#clusters.set(cluster, gate);
    return turnAt(gate, run);
  }
}

function turnAt(gate: Semaphore, { clock, signal }: Turning): WriteTurn {
  let held: { readonly leave: () => void; readonly callOff: () => void } | undefined;
  const end = (): void => {
    held?.callOff();
    held?.leave();
    held = undefined;
  };
  return {
    begin: async () => {
      end();
      const leave = await gate.acquire(signal);
      held = { leave, callOff: clock.after(longest, leave) };
    },
    end,
  };
}
