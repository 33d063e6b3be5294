/**
 * The module controllers. Any change that may matter triggers a pass: the rules of `lib/modules/rules` decide
 * everything again from the current objects, on a draft; differences are written, and the modules to run are
 * passed to the sync controller. A pass without changes writes nothing.
 */
import { AccessError, ApiError, isExternalError } from "../../client/model/api-error.ts";
import { answerReview, judgePlatformReleases } from "../rules/admission/review.ts";
import { handleModules } from "../rules/enablement/reconcile-modules.ts";
import { platformState } from "../rules/build-platform-state.ts";
import type { ModuleFacts } from "../rules/module-facts.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import type { ReleaseHandling } from "../rules/release/reconcile-release.ts";
import { settleReleases } from "../rules/release/reconcile-releases.ts";
import { moduleConfigOf } from "../rules/resource/module-config.ts";
import { moduleReleaseOf } from "../rules/resource/module-release.ts";
import type { JsonObject, JsonValue } from "../../object/json.ts";
import { Wakeup } from "../../async/timer.ts";
import type { SyncEvent } from "../../sync/sync-event.ts";
import type { UnitState } from "../../sync/unit/unit-state.ts";
import { ArtifactCache } from "./artifact-cache.ts";
import { ChangeWriter } from "./object-writer.ts";
import type { ControllerOptions } from "./controller-options.ts";
import { KubernetesVersion } from "./kubernetes-version.ts";
import { followObjects, type LiveObjects } from "./module-informers.ts";
import { ModuleRunner } from "./module-runner.ts";
import { neededArtifacts } from "./artifact-retention.ts";
import { OverrideReconciler } from "./override-reconciler.ts";
import { Registries } from "./registries.ts";
import { updateRunStatus } from "./module-run-status.ts";
import { SourcePoller } from "./source-poller.ts";
import { errorMessage } from "../../object/bug-error.ts";

/** Milliseconds within which events are batched into one pass. */
const moment = 50;
/** Milliseconds until a failed write is retried. */
const writeAgain = 2000;
/** Milliseconds until it is checked again whether all kinds are served. */
const recheck = 5000;

/** Runs until the signal of its facts is aborted. */
export class Controllers {
  readonly #options: ControllerOptions;
  readonly #wakeup = new Wakeup();
  readonly #live: LiveObjects;
  readonly #artifacts: ArtifactCache;
  readonly #scans: SourcePoller;
  readonly #overrides: OverrideReconciler;
  readonly #runs: ModuleRunner;
  readonly #writer: ChangeWriter;
  readonly #states = new Map<string, UnitState>();
  readonly #registries: Registries;
  readonly #kubernetes: KubernetesVersion;
  #isAnalysed = false;
  /** The reason no decisions are made; empty while they are. */
  #doubt = "";
  #callOff = (): void => {};

  constructor(options: ControllerOptions) {
    this.#options = options;
    this.#writer = new ChangeWriter(options);
    const wake = (): void => {
      this.#wakeup.notify();
    };
    this.#live = followObjects(options.cluster, wake);
    this.#registries = new Registries(options.openRegistry);
    const registryOf: Registries["of"] = (source, objects) => this.#registries.of(source, objects);
    this.#kubernetes = new KubernetesVersion({ ...options, wake });
    this.#artifacts = new ArtifactCache({ ...options, wake });
    this.#scans = new SourcePoller({ ...options, registryOf, wake });
    this.#overrides = new OverrideReconciler({ ...options, artifacts: this.#artifacts, registryOf, wake });
    this.#runs = new ModuleRunner({
      ...options,
      artifacts: this.#artifacts,
      registryOf,
      states: this.#states,
    });
    options.signal.addEventListener("abort", wake);
  }

  /**
   * Resolves once all objects were seen, or at the signal. Throws an AccessError if the resources are not
   * defined or cannot be watched.
   */
  async begin(): Promise<void> {
    await this.#artifacts.begin();
    await this.#begin();
  }

  /** Runs passes until the signal is aborted. Call it after `begin`. */
  async run(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      if (await this.#isWhole()) {
        await this.#pass();
      }
      await this.#rest();
    }
  }

  /** Releases all resources. */
  async close(): Promise<void> {
    this.#callOff();
    this.#live.close();
    await this.#artifacts.rest();
  }

  /** Accepts events of the sync controller about its units. */
  emitSync(event: SyncEvent): void {
    if (event.type === "state") {
      this.#states.set(event.state.name, event.state);
      this.#wakeup.notify();
    }
  }

  /**
   * Answers an admission review of the API server. Call it after `begin`: before, there seem to be no
   * modules.
   */
  review(review: JsonValue): JsonObject | undefined {
    return answerReview(review, platformState(this.#live.objects, this.#moduleFacts(this.#live.objects)));
  }

  async #begin(): Promise<void> {
    const { signal } = this.#options;
    const ended = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => {
      ended.resolve();
    });
    try {
      await Promise.race([this.#live.synced, ended.promise]);
      if (this.#options.platform.kubernetes === undefined) {
        await this.#kubernetes.look();
      }
    } catch (error) {
      if (error instanceof ApiError) {
        throw new AccessError(
          `the resources of modules cannot be watched: ${error.message}; apply deploy/modules/crd, and grant permission to read them`,
          { cause: error },
        );
      }
      if (!signal.aborted) {
        throw isExternalError(error)
          ? new AccessError(`the cluster cannot be watched: ${error.message}`, { cause: error })
          : error;
      }
    }
  }

  /**
   * Reports whether the cache is complete. While a kind is not served, no decisions are made, because all its
   * objects seem to be deleted.
   */
  async #isWhole(): Promise<boolean> {
    const { clock, emit, signal } = this.#options;
    let message = "";
    try {
      const unserved = await this.#live.unserved(signal);
      message =
        unserved.length === 0
          ? ""
          : `${unserved.join(", ")} are no longer served: no decisions are made until their definitions are back`;
    } catch (error) {
      if (!signal.aborted && !isExternalError(error)) {
        throw error;
      }
      message = `it is unknown whether all changes were seen: ${errorMessage(error)}`;
    }
    if (message !== "" && message !== this.#doubt && !signal.aborted) {
      emit({ type: "notice", at: clock.now(), level: "error", message });
    }
    this.#doubt = message;
    if (message !== "") {
      this.#wake(clock.now() + recheck);
    }
    return message === "";
  }

  /** Waits for a change, or for the next time at which one is due. */
  async #rest(): Promise<void> {
    await this.#wakeup.wait();
    const { clock, signal } = this.#options;
    await clock.sleep(moment, signal);
  }

  async #pass(): Promise<void> {
    const { clock, signal, store } = this.#options;
    const objects = this.#live.objects.draft();
    const options = this.#moduleFacts(objects);
    const due = [
      this.#options.platform.kubernetes === undefined ? this.#kubernetes.step() : Number.POSITIVE_INFINITY,
      this.#scans.step(objects, options),
      handleModules(objects, options, this.#isAnalysed ? {} : { first: true }).waits ??
        Number.POSITIVE_INFINITY,
      this.#overrides.step(objects, options),
      this.#settle(objects, options),
    ];
    judgePlatformReleases(objects, platformState(objects, options));
    const choice = this.#runs.look(objects);
    updateRunStatus(objects, { states: this.#states, notes: choice.notes }, options.now);
    const changes = objects.changes();
    const isWritten = await this.#writer.write(changes);
    // Decisions made on a stale view are not carried out, not even in part.
    if (isWritten && !signal.aborted) {
      await choice.take();
      if (changes.length > 0 || !this.#isAnalysed) {
        this.#artifacts.tidy(neededArtifacts(objects, (module, label) => store.isRunning(module, label)));
      }
      this.#isAnalysed = true;
    }
    if (!signal.aborted) {
      const next = Math.min(...due, isWritten ? Number.POSITIVE_INFINITY : clock.now() + writeAgain);
      this.#wake(next);
    }
  }

  #settle(objects: ModuleObjects, options: ModuleFacts): number {
    const handlings = settleReleases(objects, options);
    for (const [name, { fetch }] of handlings) {
      const release = moduleReleaseOf(objects.get("ModuleRelease", name));
      const registry =
        release?.source === undefined ? undefined : this.#registries.of(release.source, objects);
      if (fetch !== undefined && registry !== undefined) {
        const { module, version } = fetch;
        this.#artifacts.demand({ module, tag: version, label: version, registry });
      }
    }
    return handlings
      .values()
      .map(againOf)
      .reduce((first, again) => Math.min(first, again), Number.POSITIVE_INFINITY);
  }

  #moduleFacts(objects: ModuleObjects): ModuleFacts {
    const { clock, platform } = this.#options;
    return {
      ...platform,
      now: clock.now(),
      kubernetes: platform.kubernetes ?? this.#kubernetes.text,
      isReady: (module, version) => this.#runs.isReady(module, version),
      artifactOf: (module, version) => {
        const config = objects.get("ModuleConfig", module);
        const { settings } = moduleConfigOf(config ?? {});
        return this.#artifacts.stateOf(module, version, settings);
      },
    };
  }

  #wake(at: number): void {
    const { clock } = this.#options;
    this.#callOff();
    if (at !== Number.POSITIVE_INFINITY) {
      this.#callOff = clock.after(Math.max(at - clock.now(), 0), () => {
        this.#wakeup.notify();
      });
    }
  }
}

function againOf({ again }: ReleaseHandling): number {
  return again ?? Number.POSITIVE_INFINITY;
}
