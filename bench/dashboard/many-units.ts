import { largePlan } from "../../fixtures/large-plan.ts";
import { eventRevision, eventsOf, eventsStart, eventState } from "../../fixtures/sync-timeline.ts";
import type { SyncEvent } from "../../lib/sync/sync-event.ts";
import type { Phase } from "../../lib/sync/unit/unit-state.ts";
import { createDashboard } from "../../lib/web/dashboard/state/dashboard.ts";
import type { ConfiguredUnit, Dashboard } from "../../lib/web/dashboard/state/dashboard-state.ts";

/** A dashboard with many units, one of which has a large run under way. */
export interface ManyUnits {
  readonly board: Dashboard;
  /** The names of all units. */
  readonly units: readonly string[];
  /** The unit with the large run. */
  readonly large: string;
  /** The events of its run that have not been emitted yet, in order, without its end. */
  readonly ahead: readonly SyncEvent[];
}

/** Collects units and a run from the events that a sidecar emits. Half of the run's objects are done. */
export function manyUnits(amount: number, objects: number): ManyUnits {
  const configured = Array.from({ length: amount }, (_, index) => configuredUnit(index));
  const board = createDashboard({ sync: "fleet", identity: "sync-0", units: configured });
  const units = configured.map(({ name }) => name);
  for (const [index, name] of units.entries()) {
    board.emit(stateOf(index, name));
  }
  const [large = ""] = units;
  const run = eventsOf({ unit: large, number: 1, plan: largePlan(objects), at: Date.now() - 60_000 });
  const middle = Math.floor(run.length / 2);
  for (const event of run.slice(0, middle)) {
    board.emit(event);
  }
  board.emit(stateEventOf(large, "Reconciling", "applies a revision"));
  return { board, units, large, ahead: run.slice(middle) };
}

/** The state of a unit as an event. */
export function stateEventOf(name: string, phase: Phase, message: string): SyncEvent {
  return { type: "state", at: Date.now(), state: eventState(name, { phase, message }) };
}

function configuredUnit(index: number): ConfiguredUnit {
  const team = Math.floor(index / 10);
  const first = unitName(team * 10);
  return {
    name: unitName(index),
    dependsOn: index % 10 === 0 ? [] : [first],
    namespace: `team-${team}`,
    source: { url: `https://git.example.com/team-${team % 20}/apps` },
  };
}

function unitName(index: number): string {
  return `team-${String(Math.floor(index / 10)).padStart(3, "0")}-app-${index % 10}`;
}

const phases: readonly (readonly [phase: Phase, message: string])[] = [
  ["Failed", "Deployment/web timed out: container app waiting: ImagePullBackOff"],
  ["Stalled", "manifests.yaml:12: error UnknownField: spec.replica is not a field of Deployment"],
  ["Blocked", "waits for a unit that it depends on"],
  ["Reconciling", "applies the revision of Ada Lovelace"],
];

/** The state of a unit: most units are ready. */
function stateOf(index: number, name: string): SyncEvent {
  const [phase, message] = phases[index % 37] ?? (["Ready", "the cluster is what git says"] as const);
  const revision = eventRevision(`Raise the replicas of ${name} and the limits of its containers`);
  const failed = phase === "Failed" ? 1 : 0;
  return {
    type: "state",
    at: eventsStart,
    state: eventState(name, {
      phase,
      message,
      failures: failed,
      observed: revision,
      applied: revision,
      health: { ready: 12 - failed, progressing: 0, suspended: 0, failed, missing: 0 },
    }),
  };
}
