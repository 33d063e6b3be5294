import { startOrder } from "../rules/start/start-order.ts";
import type { Phase } from "../../sync/unit/unit-state.ts";
import type { StartModule, StartWait } from "../rules/start/start-barriers.ts";

/** A module and the progress of its start. */
export interface StartStatus {
  readonly start: StartModule;
  /** Whether everything needed to run it is present. */
  readonly isAvailable: boolean;
  /** Whether it cannot run for now because its files cannot be obtained. */
  readonly isHopeless: boolean;
  /** The phase of its unit; undefined if it has none. */
  readonly phase: Phase | undefined;
}

/** The modules that may run, with the modules that must be ready before each. */
export interface StartDecision {
  /** The modules that may run, each with those it depends on, by name. */
  readonly admitted: ReadonlyMap<string, readonly string[]>;
  /** Modules that wait for the start of others to end, each with those others. */
  readonly waiting: ReadonlyMap<string, readonly string[]>;
  /** Modules in cycles of requirements, each cycle from a module back to itself. */
  readonly loops: readonly (readonly string[])[];
}

const ends: ReadonlySet<Phase> = new Set<Phase>(["Ready", "Failed", "Stalled", "Suspended", "Blocked"]);

/**
 * Decides which modules may run now. An admitted module stays admitted: only starts are ordered, and an
 * update of one module does not stop those after it.
 */
export function decideStarts(modules: readonly StartStatus[], before: ReadonlySet<string>): StartDecision {
  const order = startOrder(modules.map(({ start }) => start));
  const byName = new Map(modules.map((module) => [module.start.name, module]));
  const behind = new Set(order.groups.flat());
  const admitted = new Map<string, readonly string[]>();
  const waiting = new Map<string, readonly string[]>();
  for (const { start, isAvailable } of modules) {
    const waits = order.waits.get(start.name) ?? [];
    const blockers = before.has(start.name) ? [] : blockersAmong(waits, byName);
    if (!behind.has(start.name)) {
      continue;
    }
    if (blockers.length > 0) {
      waiting.set(start.name, blockers);
    } else if (isAvailable) {
      admitted.set(start.name, readyWaits(waits, byName));
    }
  }
  return { admitted, waiting, loops: order.loops };
}

/** The modules whose start must end first and has not. */
function blockersAmong(
  waits: readonly StartWait[],
  byName: ReadonlyMap<string, StartStatus>,
): readonly string[] {
  return waits.filter(({ until, on }) => until === "ended" && !hasEnded(byName.get(on))).map(({ on }) => on);
}

function hasEnded(module: StartStatus | undefined): boolean {
  return module === undefined || module.isHopeless || (module.phase !== undefined && ends.has(module.phase));
}

/** The modules that must be ready first, among those that run at all. */
function readyWaits(
  waits: readonly StartWait[],
  byName: ReadonlyMap<string, StartStatus>,
): readonly string[] {
  return waits.filter(({ until, on }) => until === "ready" && byName.has(on)).map(({ on }) => on);
}
