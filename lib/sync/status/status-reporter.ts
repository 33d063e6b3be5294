import { isExternalError } from "../../client/model/api-error.ts";
import { objectField, stringField } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import { withTimeout } from "../../client/model/with-timeout.ts";
import { nameOf } from "../../object/metadata.ts";
import { onAbort } from "../../async/abort.ts";
import { type Claim, findClaim } from "../membership/find-claim.ts";
import { syncManager } from "../membership/member-lease.ts";
import { monotonicTime } from "../../async/clock.ts";
import type { SyncEvent } from "../sync-event.ts";
import type { Unit } from "../unit/unit.ts";
import type {
  ClusterStatus,
  ClusterStatusOptions,
  OrphanedUnit,
  UnitStatus,
  UnitCommand,
} from "./status-port.ts";
import { EventWriter } from "./event-recorder.ts";
import { StatusTrouble } from "./status-error-log.ts";
import { StatusSlots } from "./status-slots.ts";
import { hasAnswered, syncNotes, unitNameOf } from "./event-notes.ts";
import { unitStatus } from "./read-unit-status.ts";
import { leftUnit, requestAnnotation, unitKind } from "./unit-resource.ts";
import { statusOfUnit } from "./unit-status.ts";
import { type StatusWriterOptions, UnitStatusWriter } from "./unit-status-writer.ts";
import { UnitInformer } from "./unit-informer.ts";
import { readUnitCommand } from "./unit-command.ts";

/** Milliseconds that closing, and deleting a resource, may take. */
const limit = 5000;

/**
 * Creates the status reporter: it watches the units of this sidecar from now on, and writes nothing before
 * `configure`.
 */
export function createStatusReporter(facts: ClusterStatusOptions): ClusterStatus {
  const reporter = new StatusReporter(facts);
  return {
    emitSync: (event) => {
      reporter.emit(event);
    },
    configure: async (units) => reporter.configure(units),
    left: () => reporter.left(),
    claimOf: async (unit, signal) => reporter.claimOf(unit, signal),
    forget: async (name) => reporter.forget(name),
    commandOf: (unit) => reporter.commandOf(unit),
    onCommand: (listener) => {
      reporter.commandListeners.add(listener);
    },
    ask: (unit, request) => {
      void reporter.ask(unit, request);
    },
    statusOf: (unit) => reporter.statusOf(unit),
    onStatus: (listener) => {
      reporter.statusListeners.add(listener);
    },
    close: async () => reporter.close(),
  };
}

class StatusReporter {
  readonly commandListeners = new Set<(unit: string) => void>();
  readonly statusListeners = new Set<(unit: string) => void>();
  readonly #facts: StatusWriterOptions;
  readonly #slots = new StatusSlots();
  readonly #watch: UnitInformer;
  readonly #events: EventWriter;
  readonly #units = new Map<string, Unit>();
  readonly #writers = new Map<string, UnitStatusWriter>();
  readonly #commands = new Map<string, UnitCommand>();
  readonly #statuses = new Map<string, string | undefined>();
  /** The request that the current run will have answered, by unit. */
  readonly #requests = new Map<string, string | undefined>();

  constructor(facts: ClusterStatusOptions) {
    const trouble = new StatusTrouble(facts);
    const { namespace, sync, context } = facts;
    this.#watch = new UnitInformer(facts, trouble, {
      seen: (name) => {
        this.#writers.get(name)?.seen();
        this.#compare(name);
      },
      gone: (name) => {
        this.#writers.get(name)?.gone();
        this.#compare(name);
      },
      opened: () => this.#opened(),
    });
    const home = { namespace, sync, releaseNamespace: context.cluster.namespace };
    this.#facts = {
      ...facts,
      home,
      trouble,
      watch: this.#watch,
      time: monotonicTime(context.clock),
      slots: this.#slots,
    };
    this.#events = new EventWriter(this.#facts);
  }

  emit(event: SyncEvent): void {
    this.#slots.count(event);
    if (event.type === "state") {
      const { state } = event;
      this.#writers.get(state.name)?.report(state.phase === "Elsewhere" ? undefined : state);
    } else if (event.type === "apply") {
      this.#writers.get(event.run.unit)?.onRunEvent(event.event);
    } else if (event.type === "runBegun") {
      this.#requests.set(event.run.unit, this.commandOf(event.run.unit).request);
    } else if (hasAnswered(event)) {
      this.#writers.get(event.run.unit)?.answer(this.#requests.get(event.run.unit));
    }
    this.#note(event);
  }

  async configure(units: readonly Unit[]): Promise<readonly OrphanedUnit[]> {
    const names = new Set(units.map(({ name }) => name));
    const stale = [...this.#writers].filter(([name]) => !names.has(name));
    for (const [name, writer] of stale) {
      this.#writers.delete(name);
      this.#units.delete(name);
      await writer.stop();
    }
    for (const unit of units) {
      this.#units.set(unit.name, unit);
      const writer = this.#writers.get(unit.name) ?? new UnitStatusWriter(unit, this.#facts);
      this.#writers.set(unit.name, writer);
      writer.configure(unit);
    }
    await this.#settled();
    return this.left();
  }

  left(): readonly OrphanedUnit[] {
    return this.#watch.all
      .filter((object) => !this.#units.has(nameOf(object)))
      .map(leftUnit)
      .toSorted((left, right) => compareText(left.name, right.name));
  }

  async claimOf(unit: string, signal: AbortSignal): Promise<Claim> {
    const { namespace, sync, context } = this.#facts;
    const { clock, cluster } = context;
    return withTimeout(limit, clock, async (late) =>
      findClaim(
        unit,
        { cluster, namespace, sync, now: clock.now() },
        { signal: AbortSignal.any([signal, late]) },
      ),
    );
  }

  async forget(name: string): Promise<void> {
    await this.#writers.get(name)?.stop();
    this.#writers.delete(name);
    this.#units.delete(name);
    if (this.#watch.get(name) === undefined) {
      return;
    }
    const { home, trouble, context } = this.#facts;
    const place = { resource: unitKind, namespace: home.namespace, name };
    const options = { propagation: "Background" } as const;
    try {
      await withTimeout(limit, context.clock, async (signal) =>
        context.cluster.delete(place, { signal, options }),
      );
    } catch (error) {
      if (!isExternalError(error)) {
        throw error;
      }
      trouble.report(`unit ${name}`, error);
    }
  }

  commandOf(unit: string): UnitCommand {
    return readUnitCommand(this.#watch.get(unit));
  }

  async close(): Promise<void> {
    await withTimeout(limit, this.#facts.context.clock, async (signal) => {
      const late = new Promise<void>((resolve) => void onAbort(signal, resolve));
      const ends = [...this.#writers.values()].map(async (writer) => writer.end());
      await Promise.race([Promise.all([...ends, this.#events.drained()]), late]);
    });
    this.#watch.stop();
  }

  /** Resolves once the first list is over, whether it succeeded or not. */
  async #settled(): Promise<void> {
    const { signal } = this.#facts.context;
    if (signal.aborted) {
      return;
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const callOff = onAbort(signal, resolve);
    await Promise.race([this.#watch.settled, ended]);
    callOff();
  }

  #opened(): void {
    for (const [name, writer] of this.#writers) {
      const unit = this.#units.get(name);
      if (unit !== undefined) {
        writer.configure(unit);
      }
    }
  }

  async ask(unit: string, request: string): Promise<void> {
    if (this.#watch.get(unit) === undefined) {
      return;
    }
    const { home, context } = this.#facts;
    const place = { resource: unitKind, namespace: home.namespace, name: unit };
    const body = { metadata: { annotations: { [requestAnnotation]: request } } };
    const options = { fieldManager: syncManager };
    try {
      await withTimeout(limit, context.clock, async (signal) =>
        context.cluster.patch(place, { type: "merge", body }, { signal, options }),
      );
    } catch (error) {
      if (!isExternalError(error)) {
        throw error;
      }
    }
  }

  statusOf(unit: string): UnitStatus | undefined {
    return unitStatus(this.#watch.get(unit), this.#units.get(unit));
  }

  #compare(name: string): void {
    this.#compareCommand(name);
    const status = JSON.stringify(this.statusOf(name));
    if (status !== this.#statuses.get(name)) {
      this.#statuses.set(name, status);
      for (const listener of this.statusListeners) {
        listener(name);
      }
    }
  }

  #compareCommand(name: string): void {
    const command = this.commandOf(name);
    const before = this.#commands.get(name) ?? noCommand;
    if (JSON.stringify(command) === JSON.stringify(before)) {
      return;
    }
    this.#commands.set(name, command);
    for (const listener of this.commandListeners) {
      listener(name);
    }
  }

  #note(event: SyncEvent): void {
    const name = unitNameOf(event);
    const unit = name === undefined ? undefined : this.#units.get(name);
    if (unit === undefined) {
      return;
    }
    const status = statusOfUnit(this.#watch.get(unit.name));
    const applied = stringField(objectField(status, "appliedRevision"), "commit");
    for (const note of syncNotes(event, applied)) {
      this.#events.write(note, unit, event.at);
    }
  }
}

const noCommand: UnitCommand = { suspend: false, request: undefined, promote: undefined, approve: undefined };
