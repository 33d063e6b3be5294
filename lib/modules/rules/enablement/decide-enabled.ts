import { compareText } from "../../../object/object-ref.ts";
import { unmetByEnabling } from "../requirement/check-enabling.ts";
import { firstAnalysis } from "../requirement/first-analysis.ts";
import { componentsOf } from "../requirement/knots.ts";
import type { InstalledModule, PlatformState } from "../requirement/platform-state.ts";
import { noRequirements } from "../requirement/requirements.ts";
import type { DesiredEnablement } from "./desired-enablement.ts";
import { unavailableIn } from "./accessibility.ts";

/** Why a module that somebody asks for is not on. */
export interface Refusal {
  readonly reason: "Edition" | "ExclusiveGroup" | "Requirements";
  readonly message: string;
}

/** What modules are decided on. */
export interface EnablementDecision {
  readonly desiredModules: readonly DesiredEnablement[];
  readonly platform: PlatformState;
  /** The edition of the platform. */
  readonly edition: string;
  /**
   * The controllers have just started: of what runs, all that does not fit is switched off. Where nothing
   * runs yet, all that is asked for is taken to be on.
   */
  readonly isFirst: boolean;
}

/** The modules that are asked for: on where they have no refusal. */
export type Enabled = ReadonlyMap<string, Refusal | undefined>;

/**
 * Which modules are on. What is on stays so, unless a module that it needs is not on any more; what is not on
 * yet comes on where its requirements are met and no module that is on refuses its version, modules before
 * those that need them, else by name. The order of the wishes does not count.
 */
export function decideEnabled(decision: EnablementDecision): Enabled {
  return new Deciding(decision).run();
}

/** A module as it is on or off in the course of the decision. */
interface Status extends InstalledModule {
  isEnabled: boolean;
}

class Deciding {
  readonly #decision: EnablementDecision;
  readonly #modules: ReadonlyMap<string, Status>;
  readonly #platform: PlatformState;
  /** Those that may be on, by name. */
  readonly #desiredModules: ReadonlyMap<string, DesiredEnablement>;
  /** Which module of a group is on. */
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
   * What runs goes on; of a group the one that came on first. What was refused before a start must not push
   * out what ran then.
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
   * Switches off what needs a module that is not on, and then what needs that. Versions are not looked at: an
   * update that would not fit is refused.
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
        const others = needing.get(needed) ?? [];
        others.push(name);
        needing.set(needed, others);
      }
    }
    return needing;
  }

  /**
   * Whether a module needs one that is not on. One that is on without a deployed version is between two of
   * them: half of an update is stored, or a release was taken away and comes again. That is no reason to take
   * down what needs it.
   */
  #lacks(name: string): boolean {
    return this.#needs(name, "mandatory").some((needed) => !this.#isOn(needed));
  }

  /**
   * Takes in what fits, again and again until nothing more does: one round does, unless modules need each
   * other.
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
   * Modules after those that they need; where those that they can use as well make loops, after those that
   * they cannot do without.
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
    const needed = this.#modules.get(name)?.requirements.modules ?? [];
    return needed
      .filter(({ module, isOptional }) => module !== name && (which === "any" || !isOptional))
      .map(({ module }) => module);
  }
}

/**
 * All modules, those that are decided on off. One without a deployed version is there as well: others are
 * told that it is not deployed.
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
