import { isOfTheWorld } from "../../cluster/api-error.ts";
import { objectField, stringField } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import { withTimeout } from "../../cluster/bounded-call.ts";
import { onAbort } from "../../cluster/on-abort.ts";
import { type Claim, findClaim } from "../members/find-claim.ts";
import { syncManager } from "../members/member-lease.ts";
import { steadyTime } from "../members/steady-time.ts";
import type { SyncEvent } from "../sync-event.ts";
import type { Unit } from "../unit.ts";
import type {
  ClusterStatus,
  ClusterStatusFacts,
  OrphanedUnit,
  UnitStanding,
  UnitCommand,
} from "./cluster-status.ts";
import { EventWriter } from "./event-writer.ts";
import { StatusTrouble } from "./status-trouble.ts";
import { syncNotes } from "./sync-note.ts";
import { leftUnit, requestAnnotation, unitKind } from "./unit-resource.ts";
import { statusOf } from "./unit-status.ts";
import { type TellerFacts, UnitStatusWriter } from "./unit-teller.ts";
import { UnitInformer } from "./unit-watch.ts";
import { unitStanding } from "./unit-standing.ts";
import { readUnitCommand } from "./unit-wish.ts";

/** Milliseconds that closing, and removing a resource, may take. */
const limit = 5000;

/** Opens the telling: watches the units of this sidecar from now on, and writes nothing before `configure`. */
export function createStatusReporter(facts: ClusterStatusFacts): ClusterStatus {
  const telling = new Telling(facts);
  return {
    hearSync: (event) => {
      telling.hear(event);
    },
    configure: async (units) => telling.configure(units),
    left: () => telling.left(),
    claimOf: async (unit, signal) => telling.claimOf(unit, signal),
    forget: async (name) => telling.forget(name),
    wishOf: (unit) => telling.wishOf(unit),
    onWish: (listener) => {
      telling.wishListeners.add(listener);
    },
    ask: (unit, request) => {
      void telling.ask(unit, request);
    },
    standingOf: (unit) => telling.standingOf(unit),
    onStanding: (listener) => {
      telling.standingListeners.add(listener);
    },
    close: async () => telling.close(),
  };
}

class Telling {
  readonly wishListeners = new Set<(unit: string) => void>();
  readonly standingListeners = new Set<(unit: string) => void>();
  readonly #facts: TellerFacts;
  readonly #watch: UnitInformer;
  readonly #events: EventWriter;
  readonly #units = new Map<string, Unit>();
  readonly #tellers = new Map<string, UnitStatusWriter>();
  readonly #wishes = new Map<string, UnitCommand>();
  readonly #standings = new Map<string, string | undefined>();
  /** The request that the run under way will have answered, by unit. */
  readonly #requests = new Map<string, string | undefined>();

  constructor(facts: ClusterStatusFacts) {
    const trouble = new StatusTrouble(facts);
    const { namespace, sync, world } = facts;
    this.#watch = new UnitInformer(facts, trouble, {
      seen: (name) => {
        this.#tellers.get(name)?.seen();
        this.#compare(name);
      },
      gone: (name) => {
        this.#tellers.get(name)?.gone();
        this.#compare(name);
      },
      opened: () => {
        this.#opened();
      },
    });
    const home = { namespace, sync, releaseNamespace: world.cluster.namespace };
    this.#facts = { ...facts, home, trouble, watch: this.#watch, time: steadyTime(world.clock) };
    this.#events = new EventWriter(this.#facts);
  }

  hear(event: SyncEvent): void {
    if (event.type === "state") {
      const { state } = event;
      this.#tellers.get(state.name)?.tell(state.phase === "Elsewhere" ? undefined : state);
    } else if (event.type === "apply") {
      this.#tellers.get(event.run.unit)?.hearRun(event.event);
    } else if (event.type === "runBegun") {
      this.#requests.set(event.run.unit, this.wishOf(event.run.unit).request);
    } else if (event.type === "runEnded" && event.run.result.verdict !== "interrupted") {
      this.#tellers.get(event.run.unit)?.answer(this.#requests.get(event.run.unit));
    }
    this.#note(event);
  }

  async configure(units: readonly Unit[]): Promise<readonly OrphanedUnit[]> {
    const names = new Set(units.map(({ name }) => name));
    const stale = [...this.#tellers].filter(([name]) => !names.has(name));
    for (const [name, teller] of stale) {
      this.#tellers.delete(name);
      this.#units.delete(name);
      await teller.stop();
    }
    for (const unit of units) {
      this.#units.set(unit.name, unit);
      const teller = this.#tellers.get(unit.name) ?? new UnitStatusWriter(unit, this.#facts);
      this.#tellers.set(unit.name, teller);
      teller.configure(unit);
    }
    await this.#settled();
    return this.left();
  }

  left(): readonly OrphanedUnit[] {
    return this.#watch.all
      .map(leftUnit)
      .filter(({ name }) => !this.#units.has(name))
      .toSorted((left, right) => compareText(left.name, right.name));
  }

  async claimOf(unit: string, signal: AbortSignal): Promise<Claim> {
    const { namespace, sync, world } = this.#facts;
    const { clock, cluster } = world;
    return withTimeout(limit, clock, async (late) =>
      findClaim(
        unit,
        { cluster, namespace, sync, now: clock.now() },
        { signal: AbortSignal.any([signal, late]) },
      ),
    );
  }

  async forget(name: string): Promise<void> {
    await this.#tellers.get(name)?.stop();
    this.#tellers.delete(name);
    this.#units.delete(name);
    if (this.#watch.get(name) === undefined) {
      return;
    }
    const { home, trouble, world } = this.#facts;
    const place = { resource: unitKind, namespace: home.namespace, name };
    const options = { propagation: "Background" } as const;
    try {
      await withTimeout(limit, world.clock, async (signal) =>
        world.cluster.delete(place, { signal, options }),
      );
    } catch (error) {
      if (!isOfTheWorld(error)) {
        throw error;
      }
      trouble.tell(`unit ${name}`, error);
    }
  }

  wishOf(unit: string): UnitCommand {
    return readUnitCommand(this.#watch.get(unit));
  }

  async close(): Promise<void> {
    await withTimeout(limit, this.#facts.world.clock, async (signal) => {
      const late = new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => {
          resolve();
        });
      });
      const ends = [...this.#tellers.values()].map(async (teller) => teller.end());
      await Promise.race([Promise.all([...ends, this.#events.drained()]), late]);
    });
    this.#watch.stop();
  }

  /** The first look is over, one way or the other. */
  async #settled(): Promise<void> {
    const { signal } = this.#facts.world;
    if (signal.aborted) {
      return;
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const callOff = onAbort(signal, resolve);
    await Promise.race([this.#watch.settled, ended]);
    callOff();
  }

  #opened(): void {
    for (const [name, teller] of this.#tellers) {
      const unit = this.#units.get(name);
      if (unit !== undefined) {
        teller.configure(unit);
      }
    }
  }

  async ask(unit: string, request: string): Promise<void> {
    if (this.#watch.get(unit) === undefined) {
      return;
    }
    const { home, world } = this.#facts;
    const place = { resource: unitKind, namespace: home.namespace, name: unit };
    const body = { metadata: { annotations: { [requestAnnotation]: request } } };
    const options = { fieldManager: syncManager };
    try {
      await withTimeout(limit, world.clock, async (signal) =>
        world.cluster.patch(place, { type: "merge", body }, { signal, options }),
      );
    } catch (error) {
      if (!isOfTheWorld(error)) {
        throw error;
      }
    }
  }

  standingOf(unit: string): UnitStanding | undefined {
    return unitStanding(this.#watch.get(unit));
  }

  #compare(name: string): void {
    this.#compareWish(name);
    const standing = JSON.stringify(this.standingOf(name));
    if (standing !== this.#standings.get(name)) {
      this.#standings.set(name, standing);
      for (const listener of this.standingListeners) {
        listener(name);
      }
    }
  }

  #compareWish(name: string): void {
    const wish = this.wishOf(name);
    const before = this.#wishes.get(name) ?? { suspend: false, request: undefined };
    if (wish.suspend === before.suspend && wish.request === before.request) {
      return;
    }
    this.#wishes.set(name, wish);
    for (const listener of this.wishListeners) {
      listener(name);
    }
  }

  #note(event: SyncEvent): void {
    const name = unitNameOf(event);
    const unit = name === undefined ? undefined : this.#units.get(name);
    if (unit === undefined) {
      return;
    }
    const status = statusOf(this.#watch.get(unit.name));
    const applied = stringField(objectField(status, "appliedRevision"), "commit");
    for (const note of syncNotes(event, applied)) {
      this.#events.write(note, unit, event.at);
    }
  }
}

function unitNameOf(event: SyncEvent): string | undefined {
  if (event.type === "runEnded") {
    return event.run.unit;
  }
  return "unit" in event ? event.unit : undefined;
}
