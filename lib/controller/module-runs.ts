import { noteDefinition } from "../module/enablement/note-definition.ts";
import type { ModuleObjects } from "../module/module-objects.ts";
import type { ModuleRegistry } from "../registry/module-registry.ts";
import type { SyncConfiguration, Unit } from "../sync/unit.ts";
import type { UnitState } from "../sync/unit-state.ts";
import type { Vigil } from "../sync/vigil.ts";
import type { Artifacts } from "./artifacts.ts";
import type { ModuleStore } from "./module-store.ts";
import { moduleUnit } from "./module-units.ts";
import { runningModule, type WantedModule, wantedModules } from "./running-modules.ts";
import type { RunNote } from "./run-standing.ts";
import { decideStarts, type StartDecision, type StartStanding } from "./start-gate.ts";

/** What running modules needs. */
export interface ModuleRunFacts {
  readonly vigil: Vigil;
  readonly store: ModuleStore;
  readonly artifacts: Artifacts;
  readonly registryOf: (source: string, objects: ModuleObjects) => ModuleRegistry | undefined;
  readonly configured: (configuration: SyncConfiguration) => void;
  /** How the units of the vigil stand. */
  readonly states: ReadonlyMap<string, UnitState>;
}

/** Has the vigil keep the modules that are enabled, each at the version that is deployed, as their order lets them start. */
export class ModuleRuns {
  readonly #facts: ModuleRunFacts;
  #admitted: ReadonlySet<string> = new Set();
  #configured: string | undefined;

  constructor(facts: ModuleRunFacts) {
    this.#facts = facts;
  }

  /** Whether a module runs as it was decided last. */
  isReady(module: string): boolean {
    const { states, store } = this.#facts;
    const state = states.get(module);
    const running = store.running(module);
    return state?.phase === "Ready" && running !== undefined && state.applied?.ref === running.label;
  }

  /** Takes up what is to run now. Gives what there is to be said of modules that do not run yet. */
  async step(objects: ModuleObjects): Promise<ReadonlyMap<string, RunNote>> {
    const { artifacts } = this.#facts;
    const wanted = wantedModules(objects, artifacts);
    for (const module of wanted) {
      this.#demand(module, objects);
      const { pulled, start, tag } = module;
      if (pulled !== undefined && tag === undefined) {
        noteDefinition({ module: start.name, definition: pulled.written, seenIn: "override" }, objects);
      }
    }
    const decision = decideStarts(
      wanted.map((module) => this.#standing(module)),
      this.#admitted,
    );
    this.#admitted = new Set(decision.admitted.keys());
    await this.#configure(wanted, decision);
    return new Map(wanted.flatMap((module) => this.#note(module, decision)));
  }

  #demand({ label, tag, pulled, source, start }: WantedModule, objects: ModuleObjects): void {
    const registry = source === undefined ? undefined : this.#facts.registryOf(source, objects);
    if (pulled === undefined && label !== undefined && tag !== undefined && registry !== undefined) {
      this.#facts.artifacts.demand({ module: start.name, tag, label, registry });
    }
  }

  #standing({ label, pulled, start }: WantedModule): StartStanding {
    const { artifacts, states } = this.#facts;
    return {
      start,
      isAtHand: pulled !== undefined,
      isHopeless:
        label === undefined || (pulled === undefined && artifacts.faultOf(start.name, label) !== undefined),
      phase: this.#admitted.has(start.name) ? states.get(start.name)?.phase : undefined,
    };
  }

  async #configure(wanted: readonly WantedModule[], { admitted }: StartDecision): Promise<void> {
    const { store, vigil } = this.#facts;
    const news: Unit[] = [];
    const units = wanted.flatMap((module) => {
      const running = runningModule(module);
      const dependsOn = admitted.get(module.start.name);
      if (running === undefined || dependsOn === undefined) {
        return [];
      }
      const unit = moduleUnit({
        name: running.name,
        namespace: module.pulled?.definition.namespace,
        isChart: running.isChart,
        dependsOn,
        isInMaintenance: module.isInMaintenance,
      });
      if (store.run(running)) {
        news.push(unit);
      }
      return [unit];
    });
    const text = JSON.stringify(units);
    if (text !== this.#configured) {
      this.#configured = text;
      const configuration = { name: "modules", units, notifications: [] };
      this.#facts.configured(configuration);
      await vigil.configure(configuration);
    }
    vigil.look(news);
  }

  #note(
    { label, pulled, start }: WantedModule,
    decision: StartDecision,
  ): readonly (readonly [string, RunNote])[] {
    const { name } = start;
    if (label === undefined || decision.admitted.has(name)) {
      return [];
    }
    const loop = decision.loops.find((modules) => modules.includes(name));
    if (loop !== undefined) {
      return [[name, { phase: "Error", message: `requirements form a loop: ${loop.join(" → ")}` }]];
    }
    const blockers = decision.waiting.get(name);
    if (blockers !== undefined) {
      return [[name, { phase: "Waiting", message: `waits for ${blockers.join(", ")}` }]];
    }
    const fault = pulled === undefined ? this.#facts.artifacts.faultOf(name, label) : undefined;
    return fault === undefined
      ? [[name, { phase: "Downloading", message: `pulls ${label}` }]]
      : [[name, { phase: "Error", message: fault.message }]];
  }
}
