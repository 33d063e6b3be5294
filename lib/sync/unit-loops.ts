import type { Unit } from "./unit/unit.ts";
import type { UnitReconciler } from "./unit/unit-reconciler.ts";
import { resetUnitState, type UnitState } from "./unit/unit-state.ts";

/** A unit with its reconciler. */
interface RunningUnitLoop {
  readonly unit: Unit;
  readonly loop: UnitReconciler;
}

/** The reconcilers of all units by name, and the last state of each. */
export class UnitLoops {
  readonly states: Map<string, UnitState> = new Map();
  readonly #running = new Map<string, RunningUnitLoop>();
  /** The names of the running units that depend on each unit; undefined until they are needed. */
  #dependents: ReadonlyMap<string, readonly string[]> | undefined;

  /** The running ones. */
  get running(): readonly RunningUnitLoop[] {
    return [...this.#running.values()];
  }

  /** The units of the running ones. */
  get units(): readonly Unit[] {
    return this.running.map(({ unit }) => unit);
  }

  /** Returns that of a unit; undefined if there is none. */
  get(name: string): RunningUnitLoop | undefined {
    return this.#running.get(name);
  }

  /** Adds a reconciler that was started. */
  add(unit: Unit, loop: UnitReconciler): void {
    this.#running.set(unit.name, { unit, loop });
    this.#dependents = undefined;
  }

  /** Wakes all: something that concerns all may have changed. */
  wakeAll(): void {
    for (const { loop } of this.running) {
      loop.wake();
    }
  }

  /** Wakes the units that depend on a unit, or follow it in the rings. */
  wakeDependents(name: string, followers: ReadonlySet<string>): void {
    this.#dependents ??= dependentsOf(this.units);
    for (const each of new Set(this.#dependents.get(name)).union(followers)) {
      this.get(each)?.loop.wake();
    }
  }

  /** The state of a unit for the end of a single pass. */
  passStateOf(name: string): UnitState | undefined {
    const state = this.states.get(name);
    return state && (this.get(name)?.loop.subscription.passState(state) ?? state);
  }

  /** Stops all at a safe point. */
  async stop(): Promise<void> {
    await Promise.all(this.running.map(({ loop }) => loop.stop()));
  }

  /** Stops a unit for good. */
  async end(name: string): Promise<void> {
    await this.#running.get(name)?.loop.stop();
    this.#running.delete(name);
    this.states.delete(name);
  }

  /**
   * Stops the units whose configuration has changed, all before the first starts again: dependents must not
   * take one for ready. `changed` is called for each.
   */
  async stopChanged(units: readonly Unit[], changed: (before: Unit, now: Unit) => void): Promise<void> {
    await Promise.all(
      units.map(async (now) => {
        const kept = this.#running.get(now.name);
        if (kept !== undefined && JSON.stringify(kept.unit) !== JSON.stringify(now)) {
          await this.#pause(kept, now);
          changed(kept.unit, now);
        }
      }),
    );
  }

  /** Stops those that are to start again as they are, and returns their units. */
  async stopSome(isMeant: (unit: Unit) => boolean): Promise<readonly Unit[]> {
    const meant = this.running.filter(({ unit }) => isMeant(unit));
    await Promise.all(meant.map((kept) => this.#pause(kept, kept.unit)));
    return meant.map(({ unit }) => unit);
  }

  async #pause({ unit, loop }: RunningUnitLoop, now: Unit): Promise<void> {
    await loop.stop();
    this.#running.delete(unit.name);
    this.states.set(unit.name, resetUnitState(loop.state, { before: unit, now }));
  }
}

function dependentsOf(units: readonly Unit[]): ReadonlyMap<string, readonly string[]> {
  const pairs = units.flatMap(({ name, dependsOn }) => dependsOn.map((on) => ({ name, on })));
  const byUnit = Map.groupBy(pairs, ({ on }) => on);
  return new Map([...byUnit].map(([on, found]) => [on, found.map(({ name }) => name)]));
}
