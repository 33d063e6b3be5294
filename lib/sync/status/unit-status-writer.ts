import { backoff, jitter } from "../../async/timer.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";
import { ApiError, isNotFound, isExternalError } from "../../client/model/api-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import { type JsonObject } from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { withTimeout } from "../../client/model/with-timeout.ts";
import { syncManager } from "../membership/member-lease.ts";
import type { Unit } from "../unit/unit.ts";
import type { UnitState } from "../unit/unit-state.ts";
import { Awaited } from "./awaited.ts";
import { findOtherOwner } from "./find-other-owner.ts";
import type { ClusterStatusOptions } from "./status-port.ts";
import { isKindMissing, type StatusTrouble } from "./status-error-log.ts";
import type { StatusSlot, StatusSlots } from "./status-slots.ts";
import { keepsObject, sourceObject, type UnitHome, unitKind, unitObject } from "./unit-resource.ts";
import { delayOf, nextStatus, type NextStatus, statusOfUnit, type Urgency } from "./unit-status.ts";
import type { UnitInformer } from "./unit-informer.ts";
import { isAsConfigured } from "./unit-command.ts";

/** Dependencies for writing units and Events. */
export interface StatusWriterOptions extends ClusterStatusOptions {
  readonly home: UnitHome;
  readonly watch: Pick<UnitInformer, "forget" | "get" | "giveUp" | "isOpen" | "learn">;
  readonly trouble: StatusTrouble;
  /** Milliseconds that have passed, by a monotonic clock. */
  readonly time: () => number;
  /** Admits some writes at a time, so that those of a thousand units do not delay the runs. */
  readonly slots: StatusSlots;
}

/** Milliseconds at least between two writes of progress. */
const pace = 1000;
/**
 * Milliseconds before the status follows a spec that others have changed: whoever keeps the unit reports
 * first.
 */
const afterChange = 2000;
const limit = 10_000;
const pauses = { first: 1000, longest: 60_000 };

/** Writes the resource of one unit: its latest spec and status, one write after the other. */
export class UnitStatusWriter {
  readonly #facts: StatusWriterOptions;
  #unit: Unit;
  #state: UnitState | undefined;
  readonly #awaited = new Awaited();
  #handled: string | undefined;
  #isSpecDue = true;
  #isForeign = false;
  #hasEnded = false;
  #dueAt = Infinity;
  #callOff = (): void => {};
  #wroteAt = -Infinity;
  #failures = 0;
  #writing: Promise<void> | undefined;
  /** Of the write that waits or is under way. */
  #slot: StatusSlot | undefined;

  constructor(unit: Unit, facts: StatusWriterOptions) {
    this.#unit = unit;
    this.#facts = facts;
  }

  /** Sets the configuration of the unit. */
  configure(unit: Unit): void {
    this.#unit = unit;
    this.#isForeign = false;
    this.#isSpecDue = true;
    this.#due(0);
  }

  /** Sets the current state of the unit; undefined if another replica keeps it. */
  report(state: UnitState | undefined): void {
    this.#state = state;
    const urgency = this.#urgency();
    if (urgency === "never") {
      return;
    }
    if (urgency === "now") {
      this.#slot?.hurry();
    }
    const isProgress = urgency === "soon" || urgency === "later";
    const rest = isProgress ? this.#wroteAt + pace - this.#facts.time() : 0;
    this.#due(Math.max(delayOf[urgency], rest));
  }

  /**
   * Records an event of the run under way. What that waits for is written only once it lasts: most waits are
   * short.
   */
  onRunEvent(event: ApplyEvent): void {
    if (this.#awaited.emit(event) && this.#state?.phase === "Reconciling") {
      this.#due(delayOf.later);
    }
  }

  /** Records the request that the last finished run has answered. */
  answer(request: string | undefined): void {
    this.#handled = request ?? this.#handled;
  }

  /** Called when the resource has changed, or exists at last. */
  seen(): void {
    const object = this.#facts.watch.get(this.#unit.name);
    if (
      this.#state !== undefined &&
      statusOfUnit(object)["observedGeneration"] !== (generationOf(object) ?? 0)
    ) {
      this.#due(afterChange);
    }
  }

  /** Called when the resource is gone: the replica that keeps the unit creates it again. */
  gone(): void {
    if (this.#state !== undefined) {
      this.#isSpecDue = true;
      this.#due(0);
    }
  }

  /**
   * Writes what is still pending, once, and nothing afterwards. A run that was under way is over, and no
   * longer reported.
   */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#callOff();
    const isDue = this.#dueAt !== Infinity;
    await this.#writing;
    if (this.#state?.phase === "Reconciling") {
      this.#state = undefined;
    }
    if (isDue || this.#isSpecDue) {
      this.#writing = this.#write();
      await this.#writing;
    }
  }

  /** Stops without writing anything more. */
  async stop(): Promise<void> {
    this.#hasEnded = true;
    this.#callOff();
    await this.#writing;
  }

  #due(delay: number): void {
    const at = this.#facts.time() + delay;
    if (this.#hasEnded || at >= this.#dueAt) {
      return;
    }
    this.#callOff();
    this.#dueAt = at;
    this.#callOff = this.#facts.context.clock.after(delay, () => {
      void this.#flush();
    });
  }

  /** Rejects, and so ends the process, only for bugs. */
  async #flush(): Promise<void> {
    await this.#writing;
    if (this.#hasEnded || this.#dueAt === Infinity) {
      return;
    }
    this.#dueAt = Infinity;
    this.#writing = this.#write();
    await this.#writing;
    this.#writing = undefined;
  }

  async #write(): Promise<void> {
    const { watch } = this.#facts;
    if (!watch.isOpen || this.#isForeign) {
      return;
    }
    const slot = this.#facts.slots.enter(this.#urgency() === "now");
    this.#slot = slot;
    await slot.admitted;
    try {
      await this.#writeSpec();
      await this.#writeStatus();
      this.#failures = 0;
    } catch (error) {
      if (!isExternalError(error)) {
        throw error;
      }
      this.#failed(error, this.#subject());
    } finally {
      this.#slot = undefined;
      slot.leave();
    }
  }

  #subject(): string {
    return `unit ${this.#unit.name}`;
  }

  #failed(error: Error, subject: string): void {
    const { trouble, watch, context } = this.#facts;
    if (isKindMissing(error) || (error instanceof ApiError && error.status === 403)) {
      watch.giveUp(error);
      return;
    }
    if (isNotFound(error)) {
      // It was deleted, and the watch has not reported that yet.
      watch.forget(this.#unit.name);
      this.#isSpecDue = true;
    } else {
      trouble.report(subject, error);
    }
    this.#failures += 1;
    this.#due(jitter(backoff(this.#failures, pauses), [0.75, 0.5], context.random));
  }

  async #writeSpec(): Promise<void> {
    if (!this.#isSpecDue) {
      return;
    }
    const unit = this.#unit;
    const { home, watch } = this.#facts;
    const object = unitObject(unit, home);
    const live = watch.get(unit.name);
    if (live === undefined && (await this.#isOfAnother())) {
      return;
    }
    if (live === undefined || !isAsConfigured(live, object)) {
      await this.#apply(this.#place(), object);
    }
    // It may have been configured again meanwhile.
    this.#isSpecDue = unit !== this.#unit;
  }

  /** Reports whether another sidecar has a unit of that name here. */
  async #isOfAnother(): Promise<boolean> {
    const { trouble, home, context } = this.#facts;
    const { name } = this.#unit;
    const { cluster } = context;
    const owner = await this.#ask(async (signal) =>
      findOtherOwner(this.#place(), home.sync, { cluster, signal }),
    );
    this.#isForeign = owner !== undefined;
    if (owner !== undefined) {
      const message = `the status of unit ${name} is not written: sidecar ${owner} has a unit of that name in namespace ${home.namespace}; rename one of them`;
      trouble.warn(this.#subject(), message);
    }
    return this.#isForeign;
  }

  async #writeStatus(): Promise<void> {
    const live = this.#facts.watch.get(this.#unit.name);
    const [state, next] = [this.#state, this.#next(live)];
    if (live === undefined || next === undefined || next.urgency === "never") {
      return;
    }
    const { status } = next;
    const metadata = { name: this.#unit.name, namespace: this.#facts.home.namespace };
    const object = { apiVersion: "converge.dev/v1", kind: "Unit", metadata, status };
    this.#wroteAt = this.#facts.time();
    await this.#apply({ ...this.#place(), subresource: "status" }, object);
    if (this.#state !== state) {
      // What was reported meanwhile was compared with the status before this one.
      this.report(this.#state);
    }
  }

  async #apply(place: Place, object: JsonObject): Promise<void> {
    const options = { fieldManager: syncManager, force: true };
    const written = await this.#ask(async (signal) =>
      this.#facts.context.cluster.apply(place, object, { signal, options }),
    );
    this.#facts.trouble.clear(this.#subject());
    this.#facts.watch.learn(written.object);
  }

  async #ask<Answer>(act: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    return withTimeout(limit, this.#facts.context.clock, act);
  }

  #place(): Place {
    return { resource: unitKind, namespace: this.#facts.home.namespace, name: this.#unit.name };
  }

  #urgency(): Urgency {
    return this.#next(this.#facts.watch.get(this.#unit.name))?.urgency ?? "never";
  }

  /** The status to write over that of the live resource; undefined if another replica keeps the unit. */
  #next(live: JsonObject | undefined): NextStatus | undefined {
    const { identity, context, home } = this.#facts;
    return this.#state === undefined
      ? undefined
      : nextStatus({
          state: this.#state,
          awaited: this.#awaited.words(),
          previous: statusOfUnit(live),
          generation: generationOf(live) ?? 0,
          keptBy: identity,
          source: sourceObject(this.#unit),
          isManual: this.#unit.approval === "manual",
          keeps: keepsObject(this.#unit, home),
          handled: this.#handled,
          now: context.clock.now(),
        });
  }
}
