import type { ApplyEvent } from "../../apply/model/event.ts";
import type { SyncEventSink, SyncEvent } from "../../sync/sync-event.ts";
import { phases, type UnitRun, type UnitState } from "../../sync/unit/unit-state.ts";
import { MetricStore } from "./metrics-registry.ts";
import { objectStates } from "./metric-table.ts";

/** The metrics of a sidecar. */
export interface SyncMetrics {
  readonly emit: SyncEventSink;
  /** Returns all metrics in the text format of Prometheus, with its content type. */
  readonly exposition: () => Promise<{ readonly type: string; readonly text: string }>;
}

/** Options of the metrics. */
export interface MetricsOptions {
  /** `0.1.0`. */
  readonly version: string;
  /** Whether memory, CPU time and event loop lag of the process are measured too. */
  readonly process: boolean;
}

/**
 * Derives metrics from events; `docs/sync/metrics.md` lists them. Units held by another replica are
 * not measured.
 */
export function syncMetrics({ version, process }: MetricsOptions): SyncMetrics {
  const store = new MetricStore(version, process);
  const measuring = new Measuring(store);
  return {
    emit: (event) => {
      measuring.emit(event);
    },
    exposition: async () => ({ type: store.contentType, text: await store.text() }),
  };
}

/** The state of a run under way, by object key: write times, and objects whose write was refused. */
interface RunMemory {
  readonly written: Map<string, number>;
  readonly refused: Set<string>;
}

class Measuring {
  readonly #store: MetricStore;
  /** Corrections counted so far, by unit. */
  readonly #corrected = new Map<string, number>();
  /** Runs under way, by unit. */
  readonly #runs = new Map<string, RunMemory>();

  constructor(store: MetricStore) {
    this.#store = store;
  }

  /** Handles an event. */
  emit(event: SyncEvent): void {
    if (event.type === "state") {
      this.#state(event.state);
    } else if (event.type === "removed") {
      this.#removed(event.unit);
    } else if (event.type === "runBegun") {
      this.#runs.set(event.run.unit, { written: new Map(), refused: new Set() });
    } else if (event.type === "apply") {
      this.#apply(event.run, event.event);
    } else if (event.type === "runEnded") {
      this.#runEnded(event);
    } else {
      this.#rest(event);
    }
  }

  #rest(event: SyncEvent): void {
    if (event.type === "drift") {
      for (const { kind } of event.drifts) {
        this.#store.grow("drifts", { unit: event.unit, kind });
      }
    } else if (event.type === "fight") {
      this.#store.grow("fightsBegun", { unit: event.unit });
    } else if (event.type === "members") {
      this.#store.set("members", {}, event.members.length);
      this.#store.set("keptUnits", {}, event.keeps.length);
    } else if (event.type === "notice") {
      this.#store.grow("notices", { level: event.level });
    } else if (event.type === "looked") {
      this.#store.time("looks", { unit: event.unit }, event.took);
      this.#store.grow("lookFailures", { unit: event.unit }, event.failed ? 1 : 0);
    }
  }

  #removed(unit: string): void {
    this.#store.drop(unit, ["gauge", "counter", "histogram"]);
    this.#corrected.delete(unit);
    this.#runs.delete(unit);
  }

  #state(state: UnitState): void {
    const unit = state.name;
    this.#store.assign(unit, state.cluster);
    this.#countCorrections(state);
    if (state.phase === "Elsewhere") {
      this.#store.drop(unit, ["gauge"]);
    } else {
      this.#gauges(state);
      for (const name of ["fightsBegun", "lookFailures", "retries", "corrections"] as const) {
        this.#store.grow(name, { unit }, 0);
      }
    }
    for (const phase of phases) {
      this.#store.set("unitPhase", { unit, phase }, phase === state.phase ? 1 : 0);
    }
  }

  #gauges(state: UnitState): void {
    const labels = { unit: state.name };
    // A unit that waits for its ring or window has what it may have once it is ready.
    const isDone = state.waiting !== undefined && state.phase === "Ready";
    const isNewest =
      state.applied !== undefined && (isDone || state.applied.commit === state.observed?.commit);
    this.#store.set("unitReady", labels, state.phase === "Ready" ? 1 : 0);
    this.#store.set("phaseStart", labels, state.since / 1000);
    this.#store.set("lastReady", labels, (state.lastReadyAt ?? 0) / 1000);
    this.#store.set("upToDate", labels, isNewest ? 1 : 0);
    this.#store.set("sourceUp", labels, state.sourceFault === undefined ? 1 : 0);
    this.#store.set("failures", labels, state.failures);
    this.#store.set("blocked", labels, state.blockedBy.length);
    this.#store.set("fights", labels, state.fights.length);
    for (const one of objectStates) {
      this.#store.set("objects", { ...labels, state: one }, state.health[one]);
    }
  }

  #countCorrections({ name, corrected }: UnitState): void {
    const known = this.#corrected.get(name) ?? 0;
    this.#store.grow("corrections", { unit: name }, corrected < known ? corrected : corrected - known);
    this.#corrected.set(name, corrected);
  }

  #apply({ unit }: UnitRun, event: ApplyEvent): void {
    if (event.type === "actuation") {
      this.#actuation(unit, event);
    } else if (event.type === "reconcile") {
      this.#reconcile(unit, event);
    } else if (event.type === "retry") {
      this.#store.grow("retries", { unit });
    } else if (event.type === "notice") {
      this.#store.grow("notices", { level: event.level });
    }
  }

  #actuation(unit: string, event: Extract<ApplyEvent, { readonly type: "actuation" }>): void {
    const { target, state, change, at } = event;
    if (state === "Failed") {
      this.#store.grow("objectFailures", { unit, failure: "write" });
      this.#runs.get(unit)?.refused.add(target.key);
    } else if (state === "Succeeded" && change !== undefined && change !== "unchanged") {
      this.#store.grow("writes", { unit, change });
      this.#runs.get(unit)?.written.set(target.key, at);
    }
  }

  #reconcile(unit: string, event: Extract<ApplyEvent, { readonly type: "reconcile" }>): void {
    const { target, state, at } = event;
    const run = this.#runs.get(unit);
    const writtenAt = run?.written.get(target.key);
    // The diagnosis of an object whose write was refused is reported as a second end of it.
    if (run?.refused.has(target.key) === true) {
      return;
    }
    if (state === "Succeeded" && writtenAt !== undefined) {
      this.#store.time("reconcileWait", { unit }, at - writtenAt);
    } else if (state === "Failed" || state === "Timeout") {
      this.#store.grow("objectFailures", { unit, failure: state === "Failed" ? "reconcile" : "timeout" });
    }
  }

  #runEnded({ run }: Extract<SyncEvent, { readonly type: "runEnded" }>): void {
    const { unit, reason, result } = run;
    this.#runs.delete(unit);
    this.#store.grow("runs", { unit, reason, verdict: result.verdict });
    this.#store.time("runDuration", { unit }, result.took);
  }
}
