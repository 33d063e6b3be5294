import { startOrder } from "../rules/start/start-order.ts";
import type { Phase } from "../../sync/unit/unit-state.ts";
import type { StartModule, StartWait } from "../rules/start/start-wait.ts";

/** A module as it stands on its way to its start. */
export interface StartStatus {
  readonly start: StartModule;
  /** Whether all is here that it takes to run it. */
  readonly isAvailable: boolean;
  /** It cannot be run for now: its files cannot be had. */
  readonly isHopeless: boolean;
  /** How its unit stands; undefined where it has none. */
  readonly phase: Phase | undefined;
}

/** Which modules may run, and what each of them has to be ready before it. */
export interface StartDecision {
  /** The modules that may run, each with those it depends on, by name. */
  readonly admitted: ReadonlyMap<string, readonly string[]>;
  /** Modules that wait for others that have to end first, with those. */
  readonly waiting: ReadonlyMap<string, readonly string[]>;
  /** Modules in loops of requirements, each loop from a module back to it. */
  readonly loops: readonly (readonly string[])[];
}

const ends: ReadonlySet<Phase> = new Set<Phase>(["Ready", "Failed", "Stalled", "Suspended", "Blocked"]);

/**
 * Decides which modules may run now. A module that was admitted stays so: the order is one of starts, and an
 * update of one module does not stop those behind it.
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

/** The modules that have to end first and have not. */
function blockersAmong(
  waits: readonly StartWait[],
  byName: ReadonlyMap<string, StartStatus>,
): readonly string[] {
  return waits.filter(({ until, on }) => until === "ended" && !hasEnded(byName.get(on))).map(({ on }) => on);
}

function hasEnded(module: StartStatus | undefined): boolean {
  return module === undefined || module.isHopeless || (module.phase !== undefined && ends.has(module.phase));
}

/** The modules that have to be ready, as far as they are run at all. */
function readyWaits(
  waits: readonly StartWait[],
  byName: ReadonlyMap<string, StartStatus>,
): readonly string[] {
  return waits.filter(({ until, on }) => until === "ready" && byName.has(on)).map(({ on }) => on);
}
