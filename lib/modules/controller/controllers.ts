/**
 * The controllers around modules. Whatever may have changed rings a bell; then all is decided anew from what
 * is there, by the rules of `module/`, on a draft; what differs is written, and what is to run is told to a
 * vigil. A pass without news writes nothing.
 */
import { AccessError, ApiError, isExternalError } from "../../client/model/api-error.ts";
import { answerReview } from "../rules/admission/review.ts";
import { handleModules } from "../rules/enablement/reconcile-modules.ts";
import { platformState } from "../rules/build-platform-state.ts";
import type { ModuleFacts } from "../rules/module-facts.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import type { ReleaseHandling } from "../rules/release/reconcile-release.ts";
import { settleReleases } from "../rules/release/reconcile-releases.ts";
import { moduleConfigOf } from "../rules/resource/module-config.ts";
import { moduleReleaseOf } from "../rules/resource/module-release.ts";
import type { JsonObject, JsonValue } from "../../object/json.ts";
import { Wakeup } from "../../async/wakeup.ts";
import type { SyncEvent } from "../../sync/sync-event.ts";
import type { UnitState } from "../../sync/unit/unit-state.ts";
import { ArtifactCache } from "./artifact-cache.ts";
import { ChangeWriter } from "./object-writer.ts";
import type { ControllerFacts } from "./controller-options.ts";
import { KubernetesVersion } from "./kubernetes-version.ts";
import { followObjects, type LiveObjects } from "./module-informers.ts";
import { ModuleRunner } from "./module-runner.ts";
import { neededArtifacts } from "./artifact-retention.ts";
import { OverrideReconciler } from "./override-reconciler.ts";
import { judgePlatformReleases } from "../rules/admission/judge-platform-releases.ts";
import { Registries } from "./registries.ts";
import { updateRunStatus } from "./module-run-status.ts";
import { SourcePoller } from "./source-poller.ts";

/** Milliseconds in which what happens is taken as one. */
const moment = 50;
/** Milliseconds until what could not be written is tried again. */
const writeAgain = 2000;
/** Milliseconds until it is looked again whether all is served. */
const lookAgain = 5000;

/** Runs until the signal of its facts. */
export class Controllers {
  readonly #facts: ControllerFacts;
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
  /** Why nothing is decided; empty where that is not so. */
  #doubt = "";
  #callOff = (): void => {};

  constructor(facts: ControllerFacts) {
    this.#facts = facts;
    this.#writer = new ChangeWriter(facts);
    const ring = (): void => {
      this.#wakeup.notify();
    };
    this.#live = followObjects(facts.cluster, ring);
    this.#registries = new Registries(facts.openRegistry);
    const registryOf: Registries["of"] = (source, objects) => this.#registries.of(source, objects);
    this.#kubernetes = new KubernetesVersion({ ...facts, ring });
    this.#artifacts = new ArtifactCache({ ...facts, ring });
    this.#scans = new SourcePoller({ ...facts, registryOf, ring });
    this.#overrides = new OverrideReconciler({ ...facts, artifacts: this.#artifacts, registryOf, ring });
    this.#runs = new ModuleRunner({ ...facts, artifacts: this.#artifacts, registryOf, states: this.#states });
    facts.signal.addEventListener("abort", ring);
  }

  /**
   * Resolves once all there is was seen, or at the signal. Throws AccessError where the resources are not
   * defined, or cannot be watched.
   */
  async begin(): Promise<void> {
    await this.#artifacts.begin();
    await this.#begin();
  }

  /** Decides and writes until the signal. To be called once it has begun. */
  async run(): Promise<void> {
    const { signal } = this.#facts;
    while (!signal.aborted) {
      if (await this.#isWhole()) {
        await this.#pass();
      }
      await this.#rest();
    }
  }

  /** Lets go of everything. */
  async close(): Promise<void> {
    this.#callOff();
    this.#live.close();
    await this.#artifacts.rest();
  }

  /** Takes in what happens to the units of the vigil. */
  emitSync(event: SyncEvent): void {
    if (event.type === "state") {
      this.#states.set(event.state.name, event.state);
      this.#wakeup.notify();
    }
  }

  /**
   * Answers a review of the API server. To be asked once it has begun: before, there seem to be no modules.
   */
  review(review: JsonValue): JsonObject | undefined {
    return answerReview(review, platformState(this.#live.objects, this.#moduleFacts(this.#live.objects)));
  }

  async #begin(): Promise<void> {
    const { signal } = this.#facts;
    const ended = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => {
      ended.resolve();
    });
    try {
      await Promise.race([this.#live.synced, ended.promise]);
      if (this.#facts.platform.kubernetes === undefined) {
        await this.#kubernetes.look();
      }
    } catch (error) {
      if (error instanceof ApiError) {
        throw new AccessError(
          `the resources of modules cannot be watched: ${error.message}; apply deploy/modules/crd, and see that they may be read`,
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
   * Whether what is seen is all there is: while a kind is not served, nothing is decided, for all its objects
   * seem to have gone.
   */
  async #isWhole(): Promise<boolean> {
    const { clock, emit, signal } = this.#facts;
    let message = "";
    try {
      const unserved = await this.#live.unserved(signal);
      message =
        unserved.length === 0
          ? ""
          : `${unserved.join(", ")} are not served any more: nothing is decided until their definitions are back`;
    } catch (error) {
      if (!signal.aborted && !isExternalError(error)) {
        throw error;
      }
      message = `it is not known whether all was seen: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (message !== "" && message !== this.#doubt && !signal.aborted) {
      emit({ type: "notice", at: clock.now(), level: "error", message });
    }
    this.#doubt = message;
    if (message !== "") {
      this.#wake(clock.now() + lookAgain);
    }
    return message === "";
  }

  /** Waits for news, or until time alone may bring some. */
  async #rest(): Promise<void> {
    await this.#wakeup.wait();
    const { clock, signal } = this.#facts;
    await clock.sleep(moment, signal);
  }

  async #pass(): Promise<void> {
    const { clock, signal, store } = this.#facts;
    const objects = this.#live.objects.draft();
    const facts = this.#moduleFacts(objects);
    const due = [
      this.#facts.platform.kubernetes === undefined ? this.#kubernetes.step() : Number.POSITIVE_INFINITY,
      this.#scans.step(objects, facts),
      handleModules(objects, facts, this.#isAnalysed ? {} : { first: true }).waits ??
        Number.POSITIVE_INFINITY,
      this.#overrides.step(objects, facts),
      this.#settle(objects, facts),
    ];
    judgePlatformReleases(objects, platformState(objects, facts));
    const choice = this.#runs.look(objects);
    updateRunStatus(objects, { states: this.#states, notes: choice.notes }, facts.now);
    const changes = objects.changes();
    const isWritten = await this.#writer.write(changes);
    // What was decided on a view that turns out to be old is not carried out, nor half of it.
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

  #settle(objects: ModuleObjects, facts: ModuleFacts): number {
    const handlings = settleReleases(objects, facts);
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
    const { clock, platform } = this.#facts;
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
    const { clock } = this.#facts;
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
