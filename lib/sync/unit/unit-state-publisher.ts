import type { Clock } from "../../async/clock.ts";
import type { SyncEventSink } from "../sync-event.ts";
import { isAway, isInterrupted, type ReadyBefore, readySinceOf } from "./ready-since.ts";
import type { UnitReconcilerOptions } from "./unit-reconciler-options.ts";
import type { UnitState, RunReason } from "./unit-state.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";

/** A change of a state; undefined removes a field. */
export type StatePatch = {
  readonly [Name in keyof Omit<UnitState, "name" | "since">]?: UnitState[Name] | undefined;
};

type PublisherOptions = Pick<UnitReconcilerOptions, "clock" | "emit" | "status" | "unit">;

/** Publishes the state of a unit: every change of it, and nothing twice. */
export class UnitStatePublisher {
  readonly #clock: Clock;
  readonly #emit: SyncEventSink;
  readonly #isInRing: boolean;
  readonly #readyBefore: () => ReadyBefore | undefined;
  #state: UnitState;
  /** Read once the unit is kept here. */
  #before: ReadyBefore | "unread" | undefined = "unread";

  constructor({ clock, emit, status, unit: { name, cluster, ring } }: PublisherOptions, before?: UnitState) {
    this.#clock = clock;
    this.#emit = emit;
    this.#isInRing = ring !== undefined;
    this.#readyBefore = () => {
      const ready = status()?.ready;
      return ready && { commit: ready.revision.commit, since: ready.since };
    };
    this.#state = before ?? {
      name,
      ...(cluster === undefined ? {} : { cluster: cluster.name }),
      phase: "Pending",
      message: "not checked yet",
      since: clock.now(),
      blockedBy: [],
      failures: 0,
      health: { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 },
      fights: [],
      corrected: 0,
      run: 0,
    };
    emit({ type: "state", at: clock.now(), state: this.#state });
  }

  /** The current state. */
  get state(): UnitState {
    return this.#state;
  }

  #readySince(state: UnitState): number | undefined {
    if (!this.#isInRing) {
      return undefined;
    }
    if (isAway(state)) {
      this.#before = "unread";
      return undefined;
    }
    const before = this.#before === "unread" ? this.#readyBefore() : this.#before;
    this.#before = isInterrupted(state) ? undefined : before;
    return readySinceOf(state, { now: this.#clock.now(), before });
  }

  /** Merges a patch into the state, and emits that if it has changed. */
  publish(patch: StatePatch): void {
    if (!this.#isInRing && isContained(patch, this.#state)) {
      return;
    }
    const isOther = patch.phase !== undefined && patch.phase !== this.#state.phase;
    const since = isOther ? this.#clock.now() : this.#state.since;
    const patched = withoutUndefined({ ...this.#state, ...patch, since });
    const next = withoutUndefined({ ...patched, readySince: this.#readySince(patched) });
    if (JSON.stringify(next) !== JSON.stringify(this.#state)) {
      this.#state = next;
      this.#emit({ type: "state", at: this.#clock.now(), state: next });
    }
  }
}

/** Reports whether a state has all values of a patch. Units wake up often, and mostly nothing has changed. */
function isContained(patch: StatePatch, state: UnitState): boolean {
  const before = new Map<string, unknown>(Object.entries(state));
  return Object.entries(patch).every(([name, value]) => {
    const known = before.get(name);
    return known === value || JSON.stringify(known) === JSON.stringify(value);
  });
}

function withoutUndefined(state: StatePatch & Pick<UnitState, "name" | "since">): UnitState {
  const known = Object.entries(state).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what may be taken away is optional
  return Object.fromEntries(known) as unknown as UnitState;
}

/** The next action of a unit: a run, or nothing until something changes. */
export type NextAction = RunStep | { readonly type: "rest"; readonly patch: StatePatch };

/** A run that is due. */
export interface RunStep {
  readonly type: "run";
  readonly reason: RunReason;
  readonly revision: GitRevision;
  /** The patch that is published as it begins. */
  readonly seen: StatePatch;
}

/** Returns an action that does nothing until something changes. */
export function idle(patch: StatePatch): NextAction {
  return { type: "rest", patch };
}
