import { append } from "../../../object/append.ts";
import { compareText } from "../../../object/object-ref.ts";
import { unmetByEnabling } from "../requirement/check-release.ts";
import { firstAnalysis } from "../requirement/first-analysis.ts";
import { componentsOf } from "../../../dag/strongly-connected.ts";
import type { InstalledModule, PlatformState } from "../requirement/platform-state.ts";
import { neededModules, noRequirements } from "../requirement/requirements.ts";
import { type DesiredEnablement, unavailableIn } from "./desired-enablement.ts";

/** The reason a requested module is off. */
export interface Refusal {
  readonly reason: "Edition" | "ExclusiveGroup" | "Requirements";
  readonly message: string;
}

/** Inputs of the decision. */
export interface EnablementDecision {
  readonly desiredModules: readonly DesiredEnablement[];
  readonly platform: PlatformState;
  /** The edition of the platform. */
  readonly edition: string;
  /**
   * Whether the controllers have just started: then all running modules whose requirements are not met are
   * switched off. If none run yet, all requested modules are assumed to be on.
   */
  readonly isFirst: boolean;
}

/** The requested modules, by name; those without a refusal are on. */
export type Enabled = ReadonlyMap<string, Refusal | undefined>;

/**
 * Decides which modules are on. A module stays on unless one that it needs is off; one that is off is
 * switched on if its requirements are met and no module that is on refuses its version. Modules are
 * considered before those that need them, else by name. The order of `desiredModules` does not matter.
 */
export function decideEnabled(decision: EnablementDecision): Enabled {
  return new Deciding(decision).run();
}

/** A module, switched on or off during the decision. */
interface Status extends InstalledModule {
  isEnabled: boolean;
}

class Deciding {
  readonly #decision: EnablementDecision;
  readonly #modules: ReadonlyMap<string, Status>;
  readonly #platform: PlatformState;
  /** The modules that may be on, by name. */
  readonly #desiredModules: ReadonlyMap<string, DesiredEnablement>;
  /** The module of each exclusive group that is on. */
  readonly #holders = new Map<string, string>();

  constructor(decision: EnablementDecision) {
    const { platform, desiredModules } = decision;
    this.#decision = decision;
    const sorted = desiredModules.toSorted((left, right) => compareText(left.name, right.name));
    this.#modules = statuses(sorted, platform);
    this.#platform = { ...platform, modules: this.#modules };
    const open = sorted.filter(({ isAsked, isAvailable }) => isAsked && isAvailable);
    this.#desiredModules = new Map(open.map((desired) => [desired.name, desired]));
  }

  run(): Enabled {
    this.#start();
    if (this.#decision.isFirst) {
      for (const { module } of firstAnalysis(this.#platform)) {
        this.#turn(module, false);
      }
    } else {
      this.#dropWhatLacks();
    }
    this.#admit();
    const asked = this.#decision.desiredModules.filter(({ isAsked }) => isAsked);
    return new Map(asked.map((desired) => [desired.name, this.#refusalOf(desired)]));
  }

  /**
   * Switches on the running modules; of an exclusive group, the one enabled first. A module that was refused
   * before a restart must not displace one that was running.
   */
  #start(): void {
    const open = [...this.#desiredModules.values()];
    const isFresh = this.#decision.isFirst && !open.some(({ isRunning }) => isRunning);
    const running = open
      .filter(({ isRunning }) => isRunning || isFresh)
      .toSorted(
        (left, right) => left.runningSince - right.runningSince || compareText(left.name, right.name),
      );
    for (const desired of running) {
      if (this.#holderAgainst(desired) === undefined) {
        this.#turn(desired.name, true);
      }
    }
  }

  /**
   * Switches off modules that need one that is off, and then those that need them. Versions are not checked:
   * an update that does not fit is refused instead.
   */
  #dropWhatLacks(): void {
    const needing = this.#dependents();
    const on = [...this.#desiredModules.keys()].filter((name) => this.#isOn(name));
    const dropped = on.filter((name) => this.#lacks(name));
    for (const name of dropped) {
      if (this.#isOn(name)) {
        this.#turn(name, false);
        dropped.push(...(needing.get(name) ?? []).filter((dependent) => this.#isOn(dependent)));
      }
    }
  }

  #dependents(): ReadonlyMap<string, readonly string[]> {
    const needing = new Map<string, string[]>();
    for (const name of this.#desiredModules.keys()) {
      for (const needed of this.#needs(name, "mandatory")) {
        append(needing, needed, name);
      }
    }
    return needing;
  }

  /**
   * Reports whether a module needs one that is off. One that is on without a deployed version is between two
   * versions: an update is half stored, or a removed release is being recreated. That is not a reason to
   * switch off its dependents.
   */
  #lacks(name: string): boolean {
    return this.#needs(name, "mandatory").some((needed) => !this.#isOn(needed));
  }

  /**
   * Switches on modules that fit, in rounds until there are no more: one round suffices unless modules need
   * each other.
   */
  #admit(): void {
    let waiting = this.#order().filter((name) => !this.#isOn(name));
    for (let isMoving = true; isMoving && waiting.length > 0;) {
      const left = waiting.filter((name) => !this.#admitOne(name));
      isMoving = left.length < waiting.length;
      waiting = left;
    }
  }

  /**
   * Orders modules after those that they need. Within cycles that arise from optional requirements, only
   * mandatory ones count.
   */
  #order(): readonly string[] {
    const components = componentsOf(this.#desiredModules.keys(), (name) => this.#needs(name, "any"));
    return components.flatMap((component) => {
      const strict = componentsOf(component.toSorted(compareText), (name) => this.#needs(name, "mandatory"));
      return strict.flatMap((names) => names.toSorted(compareText));
    });
  }

  #admitOne(name: string): boolean {
    const desired = this.#desiredModules.get(name);
    const isFit = desired !== undefined && this.#refusalOf(desired) === undefined;
    if (isFit) {
      this.#turn(name, true);
    }
    return isFit;
  }

  #refusalOf(desired: DesiredEnablement): Refusal | undefined {
    const { edition } = this.#decision;
    if (!desired.isAvailable) {
      return { reason: "Edition", message: unavailableIn(edition) };
    }
    if (this.#isOn(desired.name)) {
      return undefined;
    }
    const holder = this.#holderAgainst(desired);
    if (holder !== undefined) {
      const message = `module '${holder}' of the same exclusive group '${desired.group ?? ""}' is enabled`;
      return { reason: "ExclusiveGroup", message };
    }
    const { requirements = noRequirements, version = "" } = this.#modules.get(desired.name) ?? {};
    const message = unmetByEnabling({ name: desired.name, version, requirements }, this.#platform);
    return message === undefined ? undefined : { reason: "Requirements", message };
  }

  #holderAgainst({ group, name }: DesiredEnablement): string | undefined {
    const holder = group === undefined ? undefined : this.#holders.get(group);
    return holder === name ? undefined : holder;
  }

  #isOn(name: string): boolean {
    return this.#modules.get(name)?.isEnabled === true;
  }

  #turn(name: string, isEnabled: boolean): void {
    const module = this.#modules.get(name);
    if (module !== undefined) {
      module.isEnabled = isEnabled;
    }
    const group = this.#desiredModules.get(name)?.group;
    if (group !== undefined && isEnabled) {
      this.#holders.set(group, name);
    } else if (group !== undefined && this.#holders.get(group) === name) {
      this.#holders.delete(group);
    }
  }

  #needs(name: string, which: "any" | "mandatory"): readonly string[] {
    return neededModules(name, this.#modules.get(name)?.requirements, which);
  }
}

/**
 * Returns all modules, with those to decide on switched off. They include modules without a deployed version,
 * so that messages can say that one is not deployed.
 */
function statuses(
  desiredModules: readonly DesiredEnablement[],
  { modules }: PlatformState,
): ReadonlyMap<string, Status> {
  const all = new Map([...modules].map(([name, module]): [string, Status] => [name, { ...module }]));
  for (const { name } of desiredModules) {
    const fresh = { name, version: "", isOverridden: false, requirements: noRequirements };
    all.set(name, { ...(modules.get(name) ?? fresh), isEnabled: false });
  }
  return all;
}
