/** Keeps all units of a configuration, each reconciled on its own, until it is stopped. */
import type { RunContext } from "../apply/model/run-context.ts";
import { type UnitEnd, type UnitRun, type UnitState, isPassComplete, waitingEnd } from "./unit/unit-state.ts";
import { dependentUnits, knownState, mattersToOthers, ringUnitOf } from "./unit/dependencies.ts";
import { Rollouts } from "./rollout/rollouts.ts";
import { Semaphore } from "../async/locks.ts";
import { ProvidersByCluster } from "./object-providers.ts";
import { RefWatchers } from "./ref/ref-watcher.ts";
import { MembershipNotices } from "./membership/membership-view.ts";
import { UnitRemovals } from "./removal/unit-removal-queue.ts";
import type { ClusterChange } from "./remote/remote-cluster.ts";
import type { SyncConfiguration, Unit } from "./unit/unit.ts";
import { movedMessage, notAssignedMessage } from "./unit/run-messages.ts";
import { scheduleMirrorGc } from "./ref/mirror-gc.ts";
import type { SyncControllerOptions } from "./sync-controller-options.ts";
import { surroundingsOf } from "./run-surroundings.ts";
import { UnitLoops } from "./unit-loops.ts";
import { UnitReconciler } from "./unit/unit-reconciler.ts";
import { WriteTurns } from "./unit/write-turn.ts";

/** Units that are read and planned concurrently. Some of them may wait for a renderer. */
const planning = 4;

/** Runs one reconciler for each unit of the configuration. */
export class SyncController {
  readonly #facts: SyncControllerOptions;
  readonly #life = new AbortController();
  readonly #loops = new UnitLoops();
  readonly #ends = new Map<string, UnitEnd>();
  readonly #known = new ProvidersByCluster();
  readonly #gate = new Semaphore(planning);
  readonly #writeTurns = new WriteTurns();
  readonly #rollouts = new Rollouts((name) =>
    ringUnitOf(this.#loops.states.get(name), this.#facts.status.statusOf(name)),
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
      if (this.#loops.running.length > 0 && !this.#life.signal.aborted) {
        this.#patch.report(this.#kept());
      }
      this.#loops.wakeAll();
      this.#removals.wake();
    });
    this.#patch = new MembershipNotices(facts);
    this.#removals = new UnitRemovals({
      ...facts,
      contextIn: (cluster, unit) =>
        surroundingsOf(facts, { cluster, sync: this.#sync, unit: `${unit}/removal` }),
    });
    facts.status.onStatus((unit) => {
      // A unit that another replica keeps shows the plan of that one.
      (this.#loops.get(unit)?.loop ?? this.#removals).wake();
      this.#ringDependents(unit);
    });
    scheduleMirrorGc(facts.store, facts.clock, this.#life.signal);
    facts.status.onCommand((unit) => {
      this.#handle(unit);
    });
    facts.clusters.onChange((change) => {
      this.#reportCluster(change);
    });
  }

  /** The states of all units, by name. */
  get states(): ReadonlyMap<string, UnitState> {
    return this.#loops.states;
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
  get ends(): ReadonlyMap<string, UnitEnd> {
    return this.#ends;
  }

  /** Stops all units at a safe point. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#removals.stop(), this.#loops.stop()]);
    // Its error was returned to whoever has asked for it.
    await this.#configuring.catch(() => {});
    await this.#loops.stop();
    this.#life.abort(new Error("the controller has stopped"));
  }

  #hasStopped(): boolean {
    return this.#isStopped;
  }

  async #configure({ name: sync, clusters, units, rings = [] }: SyncConfiguration): Promise<void> {
    if (this.#isStopped) {
      return;
    }
    this.#sync = sync;
    const names = units.map(({ name }) => name);
    const gone = this.#loops.units.filter(({ name }) => !names.includes(name));
    await Promise.all(gone.map(async ({ name }) => this.#loops.end(name)));
    for (const { name } of gone) {
      this.#known.forget(name);
    }
    await this.#removals.hold(units, clusters);
    await this.#facts.members?.configure(names);
    await this.#facts.status.configure(units);
    for (const unit of units.filter(({ name }) => !this.#loops.states.has(name))) {
      this.#reportMove(this.#facts.status.statusOf(unit.name)?.kept, unit);
    }
    this.#units = names;
    this.#rollouts.configure({ rings, units });
    this.#patch.report(this.#kept());
    await this.#loops.stopChanged(units, (before, now) => {
      this.#known.forgetOutside(now.cluster?.name, now.name);
      this.#reportMove({ ...before, cluster: before.cluster?.name }, now);
    });
    await this.#facts.clusters.retain(clusters);
    for (const unit of this.#hasStopped() ? [] : units) {
      this.#begin(unit);
    }
    this.#loops.wakeAll();
    this.#removals.open();
  }

  #reportMove(before: Parameters<typeof movedMessage>[0] | undefined, now: Unit): void {
    const message = before && movedMessage(before, now);
    if (message !== undefined && this.#keeps(now.name)) {
      this.#notice("warning", message, now.name);
    }
  }

  #reportCluster({ name, fault, isFirst }: ClusterChange): void {
    this.#notice(fault === undefined ? "note" : "warning", fault ?? `cluster ${name} can be used again`);
    if (!isFirst) {
      this.#configuring = this.#configuring.then(() => this.#restart(name));
    }
  }

  /**
   * Starts the units in a cluster again, after their runs have ended: what they waited for does not come, or
   * has come.
   */
  async #restart(cluster: string): Promise<void> {
    const stopped = await this.#loops.stopSome(
      (unit) => unit.cluster?.name === cluster && this.#keeps(unit.name),
    );
    await this.#facts.clusters.closeStale(cluster);
    for (const unit of this.#hasStopped() ? [] : stopped) {
      this.#begin(unit);
    }
    this.#removals.wake();
  }

  #notice(level: "note" | "warning", message: string, unit?: string): void {
    const named = unit === undefined ? {} : { unit };
    this.#facts.emit({ type: "notice", at: this.#facts.clock.now(), level, message, ...named });
  }

  #begin(unit: Unit): void {
    if (this.#loops.get(unit.name) !== undefined) {
      return;
    }
    const { members: _, store, status, clusters, ...facts } = this.#facts;
    const loop = new UnitReconciler(
      {
        ...facts,
        unit,
        units: () => this.#bringersFor(unit),
        hasOthers: () => this.#kept().length < this.#units.length,
        providers: this.#known.of(unit.cluster?.name),
        gate: this.#gate,
        watcher: this.#watchers.over(unit.source),
        repository: store.open(unit.source),
        openCluster: () => clusters.of(unit),
        contextFor: (cluster, run, signal) => this.#context(unit, run, { cluster, signal }),
        isAssigned: () => this.#keeps(unit.name),
        whyNotAssigned: () => notAssignedMessage(this.#facts.members?.alive()),
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
      this.#loops.states.get(unit.name),
    );
    this.#loops.add(unit, loop);
  }

  /**
   * Returns the units kept here that may bring what a unit depends on: those in the same cluster, but not
   * those that wait for it themselves, nor suspended ones.
   */
  #bringersFor({ name, cluster }: Unit): readonly string[] {
    const waiting = dependentUnits(name, this.#loops.units);
    return this.#kept().filter(
      (one) =>
        !waiting.has(one) &&
        this.#loops.states.get(one)?.phase !== "Suspended" &&
        this.#loops.get(one)?.unit.cluster?.name === cluster?.name,
    );
  }

  #kept(): readonly string[] {
    return this.#units.filter((unit) => this.#keeps(unit));
  }

  #keeps(unit: string): boolean {
    return this.#facts.members?.keeps(unit) ?? true;
  }

  /** Records the state of a unit; its dependents look again when that has changed. */
  #learn(state: UnitState): void {
    const before = this.#loops.states.get(state.name);
    this.#loops.states.set(state.name, state);
    if (before === undefined || mattersToOthers(before, state)) {
      this.#ringDependents(state.name);
    }
    if (this.#facts.once && isPassComplete(this.#units, (name) => this.#loops.passStateOf(name))) {
      this.#passed.resolve();
    }
    const end = waitingEnd(state);
    if (end !== undefined) {
      this.#ends.set(state.name, end);
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
    this.#loops.wakeDependents(name, this.#rollouts.changed(name));
  }

  #stateOf(name: string): UnitState | undefined {
    const state = this.#loops.states.get(name);
    const observed = this.#loops.get(name)?.loop.subscription.wanted;
    return state && knownState(state, { observed, status: this.#facts.status.statusOf(name) });
  }

  #context(unit: Unit, run: UnitRun, opened: Pick<RunContext, "cluster" | "signal">): RunContext {
    const { clock, emit } = this.#facts;
    return {
      ...surroundingsOf(this.#facts, { ...opened, sync: this.#sync, unit: unit.name }),
      signal: opened.signal,
      writeTurn: this.#writeTurns.in(unit.cluster?.name, { clock, signal: opened.signal }),
      emit: (event) => {
        emit({ type: "apply", at: clock.now(), run, event });
      },
    };
  }
}
