import type { Clock } from "../../async/clock.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { Members } from "./members.ts";

/** Options of the membership notices. */
export interface MembershipNoticesOptions {
  /** Undefined if the units are not shared. */
  readonly members: Members | undefined;
  /** The name of this replica. */
  readonly self: string;
  readonly clock: Pick<Clock, "now">;
  readonly emit: SyncEventSink;
}

/** Emits which replicas there are and which units this one keeps, whenever that has changed. */
export class MembershipNotices {
  readonly #options: MembershipNoticesOptions;
  #reported = "";

  constructor(options: MembershipNoticesOptions) {
    this.#options = options;
  }

  /** Emits the members if they differ from those emitted last. */
  report(keeps: readonly string[]): void {
    const { clock, emit, members, self } = this.#options;
    const alive = members === undefined ? [self] : members.alive();
    const reported = JSON.stringify([alive, keeps]);
    if (reported !== this.#reported) {
      this.#reported = reported;
      emit({ type: "members", at: clock.now(), members: alive, self, keeps });
    }
  }
}
