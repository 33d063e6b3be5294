import { noteDefinition } from "../rules/enablement/module-properties.ts";
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

/** Dependencies of the module runner. */
export interface ModuleRunnerOptions {
  readonly controller: SyncController;
  readonly store: ModuleStore;
  readonly artifacts: ArtifactCache;
  readonly registryOf: (source: string, objects: ModuleObjects) => ModuleRegistry | undefined;
  readonly configured: (configuration: SyncConfiguration) => void;
  /** The states of the sync controller's units; those of modules that should no longer run are removed. */
  readonly states: Map<string, UnitState>;
}

/** The modules to run. */
export interface DesiredRuns {
  /** Notices about modules that do not run yet. */
  readonly notes: ReadonlyMap<string, RunNotice>;
  /** Applies the decision. */
  readonly take: () => Promise<void>;
}

/**
 * Configures the sync controller with the enabled modules, each at its deployed version, once their start
 * order admits them.
 */
export class ModuleRunner {
  readonly #options: ModuleRunnerOptions;
  #admitted: ReadonlySet<string> = new Set();
  #configured: string | undefined;
  /** The units that the sync controller has. */
  #units: ReadonlyMap<string, Unit> = new Map();

  constructor(options: ModuleRunnerOptions) {
    this.#options = options;
  }

  /** Reports whether a module is ready at that version, or at an image that a user forced on it. */
  isReady(module: string, version: string): boolean {
    const { states, store } = this.#options;
    const state = states.get(module);
    const running = store.running(module);
    if (running === undefined || state?.phase !== "Ready" || state.applied?.ref !== running.label) {
      return false;
    }
    return running.isForced || running.label === version;
  }

  /**
   * Decides which modules to run now, and requests missing files. The decision takes effect with `take`, once
   * the changes are stored.
   */
  look(objects: ModuleObjects): DesiredRuns {
    const { artifacts } = this.#options;
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
    const registry = source === undefined ? undefined : this.#options.registryOf(source, objects);
    // The files on disk may come from a source that the module no longer uses.
    if (label !== undefined && tag !== undefined && registry !== undefined) {
      this.#options.artifacts.demand({ module: start.name, tag, label, registry });
    }
  }

  #status({ label, pulled, start }: WantedModule): StartStatus {
    const { artifacts, states } = this.#options;
    return {
      start,
      isAvailable: pulled !== undefined || this.#units.has(start.name),
      isHopeless:
        label === undefined || (pulled === undefined && artifacts.faultOf(start.name, label) !== undefined),
      phase: this.#admitted.has(start.name) ? states.get(start.name)?.phase : undefined,
    };
  }

  async #configure(wanted: readonly WantedModule[], decision: StartDecision): Promise<void> {
    const { store, states, controller } = this.#options;
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
    // Objects that no unit keeps any more are pruned on configuration. One is also due when a module is given
    // up that has no unit yet.
    const text = JSON.stringify([units, names]);
    if (text !== this.#configured) {
      this.#configured = text;
      const configuration = { name: "modules", clusters: [], units, notifications: [] };
      this.#options.configured(configuration);
      await controller.configure(configuration);
    }
    controller.look(notices);
  }

  /** Returns the module's unit; a module whose files are being pulled again keeps its previous one. */
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
    const fault = pulled === undefined ? this.#options.artifacts.faultOf(name, label) : undefined;
    return fault === undefined
      ? [[name, { phase: "Downloading", message: `pulling ${shownLabel(label)}` }]]
      : [[name, { phase: "Error", message: fault.message }]];
  }
}
