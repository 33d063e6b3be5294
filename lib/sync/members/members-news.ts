import type { Clock } from "../../object/clock.ts";
import type { HearSync } from "../sync-event.ts";
import type { Members } from "./members.ts";

/** What telling of the replicas needs. */
export interface MembersNewsFacts {
  /** Undefined where nobody shares the units. */
  readonly members: Members | undefined;
  /** The name of this replica. */
  readonly self: string;
  readonly clock: Pick<Clock, "now">;
  readonly hear: HearSync;
}

/** Which replicas there are, and what this one keeps: told when it has changed. */
export class MembersNews {
  readonly #facts: MembersNewsFacts;
  #told = "";

  constructor(facts: MembersNewsFacts) {
    this.#facts = facts;
  }

  /** Tells it where it is not what was told last. */
  tell(keeps: readonly string[]): void {
    const { clock, hear, members, self } = this.#facts;
    const alive = members === undefined ? [self] : members.alive();
    const told = JSON.stringify([alive, keeps]);
    if (told !== this.#told) {
      this.#told = told;
      hear({ type: "members", at: clock.now(), members: alive, self, keeps });
    }
  }
}
