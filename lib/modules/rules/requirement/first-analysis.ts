import { append } from "../../../object/append.ts";
import { compareText } from "../../../object/object-ref.ts";
import { componentsOf } from "../../../dag/strongly-connected.ts";
import { shortestWay } from "../../../dag/adjacency.ts";
import type { InstalledModule, PlatformState } from "./platform-state.ts";
import { formatLoop } from "./dependency-cycles.ts";
import { neededModules } from "./requirements.ts";
import { unmetModules } from "./unmet-modules.ts";
import { unmetPlatform } from "./check-platform.ts";
import { joinFaults } from "./unmet-version.ts";

/** A module that is switched off because its requirements are not met. */
export interface SwitchedOff {
  readonly module: string;
  readonly reason: string;
}

/**
 * Returns which enabled modules have to be switched off, including those whose mandatory dependencies are
 * switched off as a result, sorted by name. Modules that need each other in a cycle are switched off, because
 * none of them can be first. Overridden modules stay. O(dependencies).
 */
export function firstAnalysis(platform: PlatformState): readonly SwitchedOff[] {
  const analysis = new Analysis(platform);
  return analysis.run().toSorted((left, right) => compareText(left.module, right.module));
}

/**
 * Proceeds from modules without requirements to those that need them, so that it is known of each dependency
 * whether it stays on. That matters because an optional dependency of a wrong version is harmless once it is
 * switched off itself.
 */
class Analysis {
  readonly #platform: PlatformState;
  /** Their current state, with modules switched off so far. */
  readonly #modules: Map<string, InstalledModule>;
  readonly #off: SwitchedOff[] = [];

  constructor(platform: PlatformState) {
    this.#modules = new Map(platform.modules);
    this.#platform = { ...platform, modules: this.#modules };
  }

  run(): readonly SwitchedOff[] {
    const heeded = [...this.#modules.values()].filter(
      ({ isEnabled, isOverridden }) => isEnabled && !isOverridden,
    );
    const names = heeded.map(({ name }) => name).toSorted(compareText);
    for (const component of componentsOf(names, (name) => this.#needs(name, "any"))) {
      this.#analyse(component.toSorted(compareText));
    }
    return this.#off;
  }

  /** All members are judged before any is switched off, so that their order does not matter. */
  #analyse(component: readonly string[]): void {
    const loops = component.length > 1 ? this.#loopsIn(component) : new Map<string, string>();
    const queue = component.flatMap((name) => {
      const reason = this.#reasonOf(name) ?? loops.get(name);
      return reason === undefined ? [] : [{ module: name, reason }];
    });
    for (const switched of queue) {
      this.#switchOff(switched);
    }
    const dependents =
      component.length > 1 ? this.#dependentsIn(component) : new Map<string, readonly string[]>();
    for (const { module } of queue) {
      for (const dependent of dependents.get(module) ?? []) {
        const reason =
          this.#modules.get(dependent)?.isEnabled === true ? this.#reasonOf(dependent) : undefined;
        if (reason !== undefined) {
          this.#switchOff({ module: dependent, reason });
          queue.push({ module: dependent, reason });
        }
      }
    }
  }

  #reasonOf(name: string): string | undefined {
    const module = this.#modules.get(name);
    return module === undefined
      ? undefined
      : (unmetPlatform(module.requirements, this.#platform) ??
          joinFaults(unmetModules(module, this.#platform, "enabling")));
  }

  #switchOff(switched: SwitchedOff): void {
    const module = this.#modules.get(switched.module);
    if (module !== undefined) {
      this.#modules.set(module.name, { ...module, isEnabled: false });
    }
    this.#off.push(switched);
  }

  #needs(name: string, which: "any" | "mandatory"): readonly string[] {
    return neededModules(name, this.#modules.get(name)?.requirements, which);
  }

  #dependentsIn(component: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const dependents = new Map<string, string[]>();
    for (const name of component) {
      for (const needed of this.#needs(name, "mandatory")) {
        append(dependents, needed, name);
      }
    }
    return dependents;
  }

  /**
   * Returns a message about one cycle of mandatory dependencies for the members of that cycle, for each
   * strongly connected component. Modules that need them without being in the cycle are switched off with
   * them.
   */
  #loopsIn(component: readonly string[]): ReadonlyMap<string, string> {
    const members = new Set(component);
    const leadsTo = (name: string): readonly string[] =>
      this.#needs(name, "mandatory")
        .filter((needed) => members.has(needed))
        .toSorted(compareText);
    const said = new Map<string, string>();
    for (const inner of componentsOf(component, leadsTo)) {
      const [first = ""] = inner.toSorted(compareText);
      const loop = inner.length > 1 ? shortestWay(first, first, leadsTo) : [];
      for (const name of loop) {
        said.set(name, `module dependency error: ${formatLoop(loop)} forms a dependency loop`);
      }
    }
    return said;
  }
}
