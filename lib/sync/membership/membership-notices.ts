import type { Clock } from "../../async/clock.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { Members } from "./members.ts";

/** What telling of the replicas needs. */
export interface MembershipNoticesOptions {
  /** Undefined where nobody shares the units. */
  readonly members: Members | undefined;
  /** The name of this replica. */
  readonly self: string;
  readonly clock: Pick<Clock, "now">;
  readonly emit: SyncEventSink;
}

/** Which replicas there are, and what this one keeps: told when it has changed. */
export class MembershipNotices {
  readonly #facts: MembershipNoticesOptions;
  #reported = "";

  constructor(facts: MembershipNoticesOptions) {
    this.#facts = facts;
  }

  /** Tells it where it is not what was told last. */
  report(keeps: readonly string[]): void {
    const { clock, emit, members, self } = this.#facts;
    const alive = members === undefined ? [self] : members.alive();
    const reported = JSON.stringify([alive, keeps]);
    if (reported !== this.#reported) {
      this.#reported = reported;
      emit({ type: "members", at: clock.now(), members: alive, self, keeps });
    }
  }
}
