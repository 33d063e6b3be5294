/** Keeps all units of a configuration, each reconciled on its own, until it is stopped. */
import type { Result } from "../apply/model/event.ts";
import type { RunContext } from "../apply/model/run-context.ts";
import type { Cluster } from "../client/model/cluster.ts";
import { resetUnitState, type UnitRun, type UnitState, isPassComplete } from "./unit/unit-state.ts";
import { dependentUnits, knownState, mattersToOthers, ringUnitOf } from "./unit/dependencies.ts";
import { Rollouts } from "./rollout/rollouts.ts";
import { Semaphore } from "../async/locks.ts";
import { ObjectProviders } from "./object-providers.ts";
import { RefWatchers } from "./ref/ref-watcher.ts";
import { MembershipNotices } from "./membership/membership-view.ts";
import { UnitRemovals } from "./removal/unit-removal-queue.ts";
import type { SyncConfiguration, Unit } from "./unit/unit.ts";
import { scheduleMirrorGc } from "./ref/mirror-gc.ts";
import type { SyncControllerOptions } from "./sync-controller-options.ts";
import { UnitReconciler } from "./unit/unit-reconciler.ts";

/** Units that are read and planned concurrently. Some of them may wait for a renderer. */
const planning = 4;

/** Runs one reconciler for each unit of the configuration. */
export class SyncController {
  readonly #facts: SyncControllerOptions;
  readonly #life = new AbortController();
  readonly #loops = new Map<string, { readonly unit: Unit; readonly loop: UnitReconciler }>();
  readonly #states = new Map<string, UnitState>();
  readonly #ends = new Map<string, Result["verdict"] | "suspended">();
  readonly #known = new ObjectProviders();
  readonly #gate = new Semaphore(planning);
  readonly #rollouts = new Rollouts((name) =>
    ringUnitOf(this.#states.get(name), this.#facts.status.statusOf(name)),
  );
  readonly #watchers: RefWatchers;
  readonly #removals: UnitRemovals;
  readonly #patch: MembershipNotices;
  #sync = "";
  #units: readonly string[] = [];
  #isStopped = false;
  readonly #passed = Promise.withResolvers<void>();
  #configuring: Promise<void> = Promise.resolve();

  constructor(facts: SyncControllerOptions) {
    this.#facts = facts;
    this.#watchers = new RefWatchers({ ...facts, signal: this.#life.signal });
    facts.members?.onChange(() => {
      if (this.#loops.size > 0 && !this.#life.signal.aborted) {
        this.#patch.report(this.#kept());
      }
      this.#ringAll();
      this.#removals.wake();
    });
    this.#patch = new MembershipNotices(facts);
    this.#removals = new UnitRemovals({
      ...facts,
      contextIn: (cluster, unit) => this.#surroundings(cluster, `${unit}/removal`),
    });
    facts.status.onStatus((unit) => {
      this.#removals.wake();
      this.#ringDependents(unit);
    });
    scheduleMirrorGc(facts.store, facts.clock, this.#life.signal);
    facts.status.onCommand((unit) => {
      this.#handle(unit);
    });
  }

  /** The states of all units, by name. */
  get states(): ReadonlyMap<string, UnitState> {
    return this.#states;
  }

  /**
   * Resolves once every unit has ended, well or badly, or waits for one that ended badly; and what is left
   * was removed, or could not be.
   */
  get passed(): Promise<void> {
    return this.#passed.promise.then(async () => this.#removals.rest());
  }

  /** Replaces the configuration: units that have not changed continue undisturbed. */
  async configure(configuration: SyncConfiguration): Promise<void> {
    this.#configuring = this.#configuring.then(() => this.#configure(configuration));
    return this.#configuring;
  }

  /** Polls the sources of those units, after a push to them. */
  look(units: readonly Unit[]): void {
    const here = units.filter(({ name }) => this.#keeps(name));
    for (const watcher of new Set(here.map(({ source }) => this.#watchers.over(source)))) {
      watcher.poll();
    }
    // The replica that keeps it does not know of the push.
    for (const { name } of units.filter((unit) => !here.includes(unit))) {
      this.#facts.status.ask(name, `push-${this.#facts.clock.now()}`);
    }
  }

  /** The outcome of each unit that has ended in a single pass. */
  get ends(): ReadonlyMap<string, Result["verdict"] | "suspended"> {
    return this.#ends;
  }

  /** Stops all units at a safe point. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#removals.stop(), this.#stopLoops()]);
    // Its error was returned to whoever has asked for it.
    await this.#configuring.catch(() => {});
    await this.#stopLoops();
    this.#life.abort(new Error("the controller has stopped"));
  }

  #hasStopped(): boolean {
    return this.#isStopped;
  }

  async #stopLoops(): Promise<void> {
    await Promise.all([...this.#loops.values()].map(({ loop }) => loop.stop()));
  }

  async #configure({ name: sync, units, rings = [] }: SyncConfiguration): Promise<void> {
    if (this.#isStopped) {
      return;
    }
    this.#sync = sync;
    const names = units.map(({ name }) => name);
    const gone = [...this.#loops.keys()].filter((name) => !names.includes(name));
    await Promise.all(gone.map((name) => this.#end(name)));
    await this.#removals.hold(units);
    await this.#facts.members?.configure(names);
    await this.#facts.status.configure(units);
    this.#units = names;
    this.#rollouts.configure({ rings, units });
    this.#patch.report(this.#kept());
    await this.#stopChanged(units);
    for (const unit of this.#hasStopped() ? [] : units) {
      this.#begin(unit);
    }
    this.#ringAll();
    this.#removals.open();
  }

  /**
   * Stops the units whose configuration has changed, all before the first starts again: dependents must not
   * take one for ready.
   */
  async #stopChanged(units: readonly Unit[]): Promise<void> {
    await Promise.all(
      units.map(async (unit) => {
        const kept = this.#loops.get(unit.name);
        if (kept !== undefined && JSON.stringify(kept.unit) !== JSON.stringify(unit)) {
          await kept.loop.stop();
          this.#loops.delete(unit.name);
          this.#states.set(unit.name, resetUnitState(kept.loop.state, { before: kept.unit, now: unit }));
        }
      }),
    );
  }

  #begin(unit: Unit): void {
    if (this.#loops.has(unit.name)) {
      return;
    }
    const { members: _, store, status, clusters, ...facts } = this.#facts;
    const loop = new UnitReconciler(
      {
        ...facts,
        unit,
        units: () => this.#bringersFor(unit.name),
        hasOthers: () => this.#kept().length < this.#units.length,
        providers: this.#known,
        gate: this.#gate,
        watcher: this.#watchers.over(unit.source),
        repository: store.open(unit.source),
        openCluster: () => clusters.as(unit.serviceAccount),
        contextFor: (cluster, run, signal) => this.#context(cluster, run, signal),
        isAssigned: () => this.#keeps(unit.name),
        whyNotAssigned: () => this.#whyNotKept(),
        command: () => status.commandOf(unit.name),
        rollout: () => this.#rollouts.of(unit.name),
        status: () => status.statusOf(unit.name),
        stateOf: (name) => this.#stateOf(name),
        emit: (event) => {
          if (event.type === "state") {
            this.#learn(event.state);
          } else if (event.type === "runEnded") {
            this.#ends.set(unit.name, event.run.result.verdict);
          }
          facts.emit(event);
        },
      },
      this.#states.get(unit.name),
    );
    this.#loops.set(unit.name, { unit, loop });
  }

  async #end(name: string): Promise<void> {
    await this.#loops.get(name)?.loop.stop();
    this.#loops.delete(name);
    this.#states.delete(name);
    this.#known.forget(name);
  }

  /**
   * Returns the units kept here that may bring what a unit depends on: not those that wait for it themselves,
   * nor suspended ones.
   */
  #bringersFor(name: string): readonly string[] {
    const waiting = dependentUnits(name, this.#configured());
    return this.#kept().filter((one) => !waiting.has(one) && this.#states.get(one)?.phase !== "Suspended");
  }

  #configured(): readonly Unit[] {
    return [...this.#loops.values()].map(({ unit }) => unit);
  }

  #kept(): readonly string[] {
    return this.#units.filter((unit) => this.#keeps(unit));
  }

  #whyNotKept(): string {
    return this.#facts.members?.alive().length === 0
      ? "this replica cannot renew its Lease; it writes nothing until it can"
      : "assigned to another replica";
  }

  #keeps(unit: string): boolean {
    return this.#facts.members?.keeps(unit) ?? true;
  }

  /** Records the state of a unit; its dependents look again when that has changed. */
  #learn(state: UnitState): void {
    const before = this.#states.get(state.name);
    this.#states.set(state.name, state);
    if (before === undefined || mattersToOthers(before, state)) {
      this.#ringDependents(state.name);
    }
    if (isPassComplete(this.#units, (name) => this.#passStateOf(name))) {
      this.#passed.resolve();
    }
    if (state.phase === "Suspended" || (state.phase === "Blocked" && state.waiting !== undefined)) {
      this.#ends.set(state.name, "suspended");
    }
  }

  /** Acts on a request to a unit: what the user has in mind may be in git already. */
  #handle(name: string): void {
    const kept = this.#loops.get(name);
    if (kept !== undefined && this.#keeps(name)) {
      this.#watchers.over(kept.unit.source).poll();
    }
    kept?.loop.wake();
  }

  #ringDependents(name: string): void {
    const followers = this.#rollouts.changed(name);
    for (const { unit, loop } of this.#loops.values()) {
      if (unit.dependsOn.includes(name) || followers.has(unit.name)) {
        loop.wake();
      }
    }
  }

  #stateOf(name: string): UnitState | undefined {
    const state = this.#states.get(name);
    const observed = this.#loops.get(name)?.loop.subscription.wanted;
    return state && knownState(state, { observed, status: this.#facts.status.statusOf(name) });
  }

  #passStateOf(name: string): UnitState | undefined {
    const state = this.#states.get(name);
    return state && (this.#loops.get(name)?.loop.subscription.passState(state) ?? state);
  }

  #ringAll(): void {
    for (const { loop } of this.#loops.values()) {
      loop.wake();
    }
  }

  #context(cluster: Cluster, run: UnitRun, signal: AbortSignal): RunContext {
    const { clock, emit } = this.#facts;
    return {
      ...this.#surroundings(cluster, run.unit),
      signal,
      emit: (event) => {
        emit({ type: "apply", at: clock.now(), run, event });
      },
    };
  }

  /**
   * Returns the context of a run. The lock of a release distinguishes its holders: two units are two of them.
   * A container that is restarted follows on a process that has ended; a single pass may run beside a sidecar
   * of the same name.
   */
  #surroundings(cluster: Cluster, unit: string): Omit<RunContext, "signal" | "emit"> {
    const { clock, random, identity, once, self, tooling } = this.#facts;
    const common = { cluster, clock, random, tooling };
    if (once) {
      return { ...common, runId: `${identity}/${unit}` };
    }
    const endedRuns = `${self}/${this.#sync}/${unit}@`;
    return { ...common, runId: `${endedRuns}${identity}`, endedRuns };
  }
}
