import type { Clock } from "../../async/clock.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { Unit } from "./unit.ts";
import type { UnitState, RunReason } from "./unit-state.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";

/** A change of a state; undefined removes a field. */
export type StatePatch = {
  readonly [Name in keyof Omit<UnitState, "name" | "since">]?: UnitState[Name] | undefined;
};

/** Publishes the state of a unit: every change of it, and nothing twice. */
export class UnitStatePublisher {
  readonly #clock: Clock;
  readonly #emit: SyncEventSink;
  #state: UnitState;

  constructor(
    { name, cluster }: Pick<Unit, "name" | "cluster">,
    { clock, emit }: { readonly clock: Clock; readonly emit: SyncEventSink },
    before?: UnitState,
  ) {
    this.#clock = clock;
    this.#emit = emit;
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

  /** Merges a patch into the state, and emits that if it has changed. */
  publish(patch: StatePatch): void {
    if (isContained(patch, this.#state)) {
      return;
    }
    const isOther = patch.phase !== undefined && patch.phase !== this.#state.phase;
    const since = isOther ? this.#clock.now() : this.#state.since;
    const merged = Object.entries({ ...this.#state, ...patch, since }).filter(
      ([, value]) => value !== undefined,
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what may be taken away is optional
    const next = Object.fromEntries(merged) as unknown as UnitState;
    this.#state = next;
    this.#emit({ type: "state", at: this.#clock.now(), state: next });
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
