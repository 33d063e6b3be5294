import { noteDefinition } from "../rules/enablement/publish-definition.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import { suspendedMessage } from "../rules/release/evaluate-release.ts";
import type { ModuleRegistry } from "../registry/model/module-registry.ts";
import type { SyncConfiguration, Unit } from "../../sync/unit/unit.ts";
import type { UnitState } from "../../sync/unit/unit-state.ts";
import type { SyncController } from "../../sync/sync-controller.ts";
import type { ArtifactCache } from "./artifact-cache.ts";
import type { ModuleStore } from "./module-source.ts";
import { moduleUnit } from "./module-units.ts";
import { runningModule, shownLabel, type WantedModule, wantedModules } from "./desired-modules.ts";
import type { RunNotice } from "./module-run-status.ts";
import { decideStarts, type StartDecision, type StartStatus } from "./start-admission.ts";

/** What running modules needs. */
export interface ModuleRunFacts {
  readonly controller: SyncController;
  readonly store: ModuleStore;
  readonly artifacts: ArtifactCache;
  readonly registryOf: (source: string, objects: ModuleObjects) => ModuleRegistry | undefined;
  readonly configured: (configuration: SyncConfiguration) => void;
  /** How the units of the vigil stand; those of modules that are to run no more are taken out. */
  readonly states: Map<string, UnitState>;
}

/** What is to run. */
export interface DesiredRuns {
  /** What there is to be said of modules that do not run yet. */
  readonly notes: ReadonlyMap<string, RunNotice>;
  /** Takes it up. */
  readonly take: () => Promise<void>;
}

/**
 * Has the vigil keep the modules that are enabled, each at the version that is deployed, as their order lets
 * them start.
 */
export class ModuleRunner {
  readonly #facts: ModuleRunFacts;
  #admitted: ReadonlySet<string> = new Set();
  #configured: string | undefined;
  /** As the vigil has them. */
  #units: ReadonlyMap<string, Unit> = new Map();

  constructor(facts: ModuleRunFacts) {
    this.#facts = facts;
  }

  /** Whether a module runs at that version, or at an image that a person has forced on it, as it should. */
  isReady(module: string, version: string): boolean {
    const { states, store } = this.#facts;
    const state = states.get(module);
    const running = store.running(module);
    if (running === undefined || state?.phase !== "Ready" || state.applied?.ref !== running.label) {
      return false;
    }
    return running.isForced || running.label === version;
  }

  /**
   * Finds what is to run now, and asks for files that are missing. Nothing of it is taken up before what was
   * decided is stored.
   */
  look(objects: ModuleObjects): DesiredRuns {
    const { artifacts } = this.#facts;
    const wanted = wantedModules(objects, artifacts);
    for (const module of wanted) {
      this.#demand(module, objects);
      const { isForced, pulled, start } = module;
      if (pulled !== undefined && isForced) {
        noteDefinition({ module: start.name, definition: pulled.written, seenIn: "override" }, objects);
      }
    }
    const decision = decideStarts(
      wanted.map((module) => this.#status(module)),
      this.#admitted,
    );
    return {
      notes: new Map(wanted.flatMap((module) => this.#note(module, decision))),
      take: async () => {
        this.#admitted = new Set(decision.admitted.keys());
        await this.#configure(wanted, decision);
      },
    };
  }

  #demand({ label, reference: tag, source, start }: WantedModule, objects: ModuleObjects): void {
    const registry = source === undefined ? undefined : this.#facts.registryOf(source, objects);
    // What is here may be of a source that the module is not taken from any more.
    if (label !== undefined && tag !== undefined && registry !== undefined) {
      this.#facts.artifacts.demand({ module: start.name, tag, label, registry });
    }
  }

  #status({ label, pulled, start }: WantedModule): StartStatus {
    const { artifacts, states } = this.#facts;
    return {
      start,
      isAvailable: pulled !== undefined || this.#units.has(start.name),
      isHopeless:
        label === undefined || (pulled === undefined && artifacts.faultOf(start.name, label) !== undefined),
      phase: this.#admitted.has(start.name) ? states.get(start.name)?.phase : undefined,
    };
  }

  async #configure(wanted: readonly WantedModule[], decision: StartDecision): Promise<void> {
    const { store, states, controller } = this.#facts;
    const names = wanted.map(({ start }) => start.name);
    store.keep(names);
    const notices: Unit[] = [];
    const units = wanted.flatMap((module) => {
      const running = runningModule(module, store.running(module.start.name));
      const unit = this.#unitOf(module, decision);
      if (unit !== undefined && running !== undefined && store.run(running)) {
        notices.push(unit);
      }
      return unit ?? [];
    });
    this.#units = new Map(units.map((unit) => [unit.name, unit]));
    for (const name of states.keys()) {
      if (!this.#units.has(name)) {
        states.delete(name);
      }
    }
    // What no unit keeps any more is removed at a configuration: one is due when a module is given up that
    // has none yet as well.
    const text = JSON.stringify([units, names]);
    if (text !== this.#configured) {
      this.#configured = text;
      const configuration = { name: "modules", units, notifications: [] };
      this.#facts.configured(configuration);
      await controller.configure(configuration);
    }
    controller.look(notices);
  }

  /** A module whose files are being pulled again goes on as it was. */
  #unitOf(
    { isInMaintenance, pulled, settingsFault, start }: WantedModule,
    { admitted }: StartDecision,
  ): Unit | undefined {
    const { name } = start;
    const dependsOn = admitted.get(name);
    const before = this.#units.get(name);
    if (dependsOn === undefined) {
      return undefined;
    }
    const isAvailable = pulled !== undefined && (settingsFault === undefined || before !== undefined);
    if (!isAvailable) {
      return before === undefined ? undefined : { ...before, dependsOn, suspend: isInMaintenance };
    }
    const { definition, isChart } = pulled;
    return moduleUnit({ name, namespace: definition.namespace, isChart, dependsOn, isInMaintenance });
  }

  #note(
    { label, pulled, settingsFault, start }: WantedModule,
    decision: StartDecision,
  ): readonly (readonly [string, RunNotice])[] {
    const { name } = start;
    if (settingsFault !== undefined) {
      return [[name, { phase: "Error", message: `${suspendedMessage}${settingsFault}` }]];
    }
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
      ? [[name, { phase: "Downloading", message: `pulls ${shownLabel(label)}` }]]
      : [[name, { phase: "Error", message: fault.message }]];
  }
}
