import type { SyncConfiguration, Unit } from "../unit/unit.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import type { PreviousRing, Ring, RingUnit } from "./qualified-revision.ts";

/** The ring and windows that a unit waits for before it gets a new revision. */
export interface Rollout {
  readonly previous: PreviousRing | undefined;
  readonly windows: readonly MaintenanceWindow[];
}

interface RolloutRule {
  /** The ring of the unit; undefined if it has none. */
  readonly ring: Ring | undefined;
  /** The units of the previous ring; undefined if no ring before has a unit of the same source. */
  readonly waitsFor: RingMembers | undefined;
  readonly windows: readonly MaintenanceWindow[];
}

/** Units of one ring with the same repository and ref. */
interface RingMembers {
  readonly ring: string;
  readonly names: readonly string[];
  /** Their states; undefined if one may have changed. */
  states?: readonly RingUnit[] | undefined;
}

/** The rings and windows of a configuration. */
export class Rollouts {
  readonly #stateOf: (unit: string) => RingUnit;
  readonly #rules = new Map<string, RolloutRule>();
  readonly #members = new Map<string, RingMembers>();
  readonly #followers = new Map<RingMembers, Set<string>>();

  /** `stateOf` returns the state of a unit of a ring. */
  constructor(stateOf: (unit: string) => RingUnit) {
    this.#stateOf = stateOf;
  }

  /** Replaces the configuration. */
  configure({ rings, units }: Required<Pick<SyncConfiguration, "rings" | "units">>): void {
    this.#rules.clear();
    this.#members.clear();
    this.#followers.clear();
    const groups = Map.groupBy(
      units.filter(({ ring }) => ring !== undefined),
      (unit) => groupOf(unit.ring ?? "", unit),
    );
    const members = new Map(
      [...groups].map(([key, group]) => [
        key,
        { ring: group[0]?.ring ?? "", names: group.map(({ name }) => name) },
      ]),
    );
    for (const group of members.values()) {
      group.names.forEach((name) => this.#members.set(name, group));
    }
    for (const unit of units) {
      const ring = rings.find(({ name }) => name === unit.ring);
      const earlier = ring === undefined ? [] : rings.slice(0, rings.indexOf(ring));
      const waitsFor = earlier.flatMap(({ name }) => members.get(groupOf(name, unit)) ?? []).at(-1);
      this.#rules.set(unit.name, { ring, waitsFor, windows: unit.windows ?? ring?.windows ?? [] });
      if (waitsFor !== undefined) {
        this.#followers.set(waitsFor, (this.#followers.get(waitsFor) ?? new Set()).add(unit.name));
      }
    }
  }

  /** Returns what a unit waits for; undefined if it gets each new revision at once. */
  of(unit: string): Rollout | undefined {
    const rule = this.#rules.get(unit);
    if (rule === undefined || (rule.waitsFor === undefined && rule.windows.length === 0)) {
      return undefined;
    }
    const { ring, waitsFor, windows } = rule;
    if (ring === undefined || waitsFor === undefined) {
      return { previous: undefined, windows };
    }
    waitsFor.states ??= waitsFor.names.map((name) => this.#stateOf(name));
    const { promoteAfter, maxFailing } = ring;
    return { previous: { name: waitsFor.ring, units: waitsFor.states, promoteAfter, maxFailing }, windows };
  }

  /** Records that the state of a unit may have changed. Returns the units that may be concerned. */
  changed(unit: string): ReadonlySet<string> {
    const members = this.#members.get(unit);
    if (members === undefined) {
      return none;
    }
    members.states = undefined;
    return this.#followers.get(members) ?? none;
  }
}

const none: ReadonlySet<string> = new Set();

/** The same repository and ref: what a unit reads of it does not matter. */
function groupOf(ring: string, { source: { url, ref } }: Pick<Unit, "source">): string {
  return JSON.stringify([ring, url, ref]);
}
