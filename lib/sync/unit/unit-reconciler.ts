/** The reconciler of a unit: whatever may have changed wakes it, and it does the next thing that is due. */
import type { GitRevision } from "../../git/model/git-repository.ts";
import { RefSubscription } from "./ref-subscription.ts";
import { jitter, Timer, Wakeup } from "../../async/timer.ts";
import { CorrectionBackoff, pauseAfter } from "./retry-pause.ts";
import { blockingUnits } from "./dependencies.ts";
import { DriftCorrector } from "./drift-corrector.ts";
import { ManifestChanges } from "./manifest-changes.ts";
import { startMessage } from "./run-messages.ts";
import { adoptedPatch, blockedPatch, endedPatch, idlePatch, leftPatch } from "./state-patches.ts";
import { ActiveRun } from "./active-run.ts";
import { UnitStatePublisher, type NextAction, type RunStep, idle } from "./unit-state-publisher.ts";
import { UnitApproval } from "../approval/unit-approval.ts";
import { hasEndedWell, reconcileUnit, type ReconcileResult } from "./reconcile-unit.ts";
import type { UnitReconcilerOptions } from "./unit-reconciler-options.ts";
import { hasApplied, type Phase, type RunReason, type UnitRun, type UnitState } from "./unit-state.ts";

/** Keeps one unit as git specifies it, until it is stopped. */
export class UnitReconciler {
  readonly #options: UnitReconcilerOptions;
  readonly #publisher: UnitStatePublisher;
  readonly #wakeup = new Wakeup();
  readonly #retry: Timer;
  readonly #resync: Timer;
  readonly #drift: DriftCorrector;
  readonly #stopped = new AbortController();
  readonly #done: Promise<void>;
  /** Its subscription to the ref. */
  readonly subscription: RefSubscription;
  readonly #backoff: CorrectionBackoff;
  readonly #unsubscribe: () => void;
  readonly #changes: ManifestChanges;
  readonly #approval: UnitApproval;
  #running: ActiveRun | undefined;
  /** The revision of the last run; undefined if everything must be looked at again. */
  #attempted: GitRevision | undefined;
  /** Whether the last run ended early. */
  #hasEndedEarly = false;
  #request: string | undefined;
  /** Units that must be planned before it is known whether a depends-on leads into them. */
  #unplannedUnits: readonly string[] = [];

  /** `before`: its state under another configuration. */
  constructor(options: UnitReconcilerOptions, before?: UnitState) {
    const wake = (): void => {
      this.wake();
    };
    this.#options = options;
    this.#publisher = new UnitStatePublisher(options, before);
    this.#retry = new Timer(options.clock, wake);
    this.#resync = new Timer(options.clock, wake);
    this.#drift = new DriftCorrector(options, wake);
    this.#changes = new ManifestChanges(options, this.#stopped.signal);
    this.#approval = new UnitApproval(options);
    this.#request = options.command().request;
    const { signal } = this.#stopped;
    this.subscription = new RefSubscription(options, { state: () => this.state, wake, signal });
    this.#backoff = new CorrectionBackoff(options, wake);
    this.#unsubscribe = options.providers.onChange(wake, () => this.#unplannedUnits.length > 0);
    this.#done = this.#loop();
  }

  /** The current state of the unit. */
  get state(): UnitState {
    return this.#publisher.state;
  }

  /** Wakes it up: something may have changed. */
  wake(): void {
    this.#wakeup.notify();
    const isAssigned = this.#options.isAssigned() && !this.#isSuspended();
    const { revision } = this.subscription;
    // While a revision is fetched it is not known, and nothing ends for that.
    if (!isAssigned || revision !== undefined) {
      this.#running?.onRevision(isAssigned ? revision : undefined);
    }
  }

  /** Stops the unit at a safe point, and resolves when it has stopped. What was written stays. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error("the unit is stopped"));
    this.#running?.end(this.#stopped.signal.reason);
    this.#wakeup.notify();
    await this.#done;
  }

  /** Rejects, and so ends the process, only for bugs. */
  async #loop(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const step = this.#next();
      if (step.type === "run") {
        await this.#run(step);
      } else {
        this.#publisher.publish(step.patch);
        await this.#wakeup.wait();
      }
    }
    this.#stopWatching();
    this.#unsubscribe();
  }

  #isSuspended(): boolean {
    return this.#options.unit.suspend || this.#options.command().suspend;
  }

  #next(): NextAction {
    if (!this.#options.isAssigned()) {
      return this.#leave("Elsewhere", this.#options.whyNotAssigned());
    }
    if (this.#isSuspended()) {
      return this.#leave("Suspended", "suspended; nothing is checked or written");
    }
    this.subscription.subscribe();
    const seen = { ...this.subscription.patch(), ...this.#drift.patch() };
    const { fault, revision: newest } = this.subscription;
    const revision = newest && this.#approval.target(newest, this.#attempted);
    if (revision === undefined) {
      return idle({ ...seen, ...idlePatch(this.state, { fault, waiting: seen.waiting }) });
    }
    const reason = this.#reason(revision);
    const { unit, stateOf } = this.#options;
    if (reason === undefined) {
      return this.#correction(seen, revision) ?? idle(seen);
    }
    const blockedBy = blockingUnits(unit, stateOf);
    return blockedBy.length === 0
      ? { type: "run", reason, revision, seen }
      : (this.#correction(seen, undefined) ?? idle({ ...seen, ...blockedPatch(blockedBy) }));
  }

  /**
   * Drift is corrected by what was applied last, whatever git has by now. If a person has to approve that, it
   * is part of the one plan for the newest revision.
   */
  #correction(seen: RunStep["seen"], newest: GitRevision | undefined): NextAction | undefined {
    const { isManual } = this.#approval;
    const revision = isManual ? newest : this.#drift.revision;
    const isDue = isManual ? this.#approval.isDriftNew(this.#drift) : this.#drift.toCorrect().length > 0;
    const isReady = isDue && this.#backoff.isReady;
    return isReady && revision !== undefined ? { type: "run", reason: "drift", revision, seen } : undefined;
  }

  /** Leaves a unit that is suspended or not kept here: nothing is known of it any more. */
  #leave(phase: Phase, message: string): NextAction {
    this.#attempted = undefined;
    this.#stopWatching();
    this.#approval.end();
    const plan = phase === "Elsewhere" ? this.#options.status()?.pendingPlan : undefined;
    return idle(leftPatch(phase, message, plan));
  }

  /** Ends polling, the watch for drift, and all timers. */
  #stopWatching(): void {
    this.subscription.leave();
    this.#drift.close();
    this.#backoff.clear();
    this.#retry.clear();
    this.#resync.clear();
  }

  #reason({ commit }: GitRevision): RunReason | undefined {
    const isFirst = this.#attempted === undefined;
    const reasons: readonly (readonly [RunReason, () => boolean])[] = [
      ["revision", () => !isFirst && this.#attempted?.commit !== commit],
      ["start", () => isFirst || this.#hasEndedEarly],
      ["request", () => this.#isAsked()],
      ["approval", () => this.#approval.isNew()],
      ["retry", () => this.#retry.isDue || this.#areUnplannedUnitsKnown()],
      ["recheck", () => this.#resync.isDue || this.#isStaleBlock()],
    ];
    return reasons.find(([, isDue]) => isDue())?.[0];
  }

  /**
   * Reports whether it was blocked for a commit that is no longer wanted: the newest commit is the previous
   * one again.
   */
  #isStaleBlock(): boolean {
    return this.state.phase === "Blocked" && this.#unplannedUnits.length === 0;
  }

  /** Reports whether a user has requested a run since the last one. */
  #isAsked(): boolean {
    const { request } = this.#options.command();
    return request !== undefined && request !== this.#request;
  }

  /** Reports whether units that may bring what the set depends on were planned since, or will not be. */
  #areUnplannedUnitsKnown(): boolean {
    return this.#options.providers.hasChanged(this.#unplannedUnits, this.#options.units);
  }

  async #run(step: RunStep): Promise<void> {
    if (step.reason !== "revision" || !(await this.#isUnchanged(step.revision))) {
      await this.#reconcile(step);
    } else if (this.state.pendingPlan === undefined) {
      this.#adopt(step);
    } else {
      this.#approval.keepFor(step.revision, this.#attempted);
    }
  }

  #adopt({ revision, seen }: RunStep): void {
    this.subscription.begun(revision);
    this.#publisher.publish({ ...seen, ...adoptedPatch(this.state, this.#attempted, revision) });
    this.#attempted = revision;
  }

  async #reconcile({ reason, revision, seen }: RunStep): Promise<void> {
    const { clock, emit, unit } = this.#options;
    const running = new ActiveRun(this.subscription.revision ?? revision, this.#changes);
    const approval = this.#approval.begin(this.#drift.toCorrect(), this.state);
    const corrections = this.#drift.beginRun(reason);
    const number = this.state.run + 1;
    const run: UnitRun = { number, unit: unit.name, reason, revision, startedAt: clock.now() };
    this.#running = running;
    const end = this.#isOlder(revision) ? this.#beginCorrection() : this.#beginRun(revision);
    const message = startMessage(reason, revision);
    this.#publisher.publish({ ...seen, phase: "Reconciling", message, run: number });
    emit({ type: "runBegun", at: run.startedAt, run });
    const paused = reason === "drift" ? this.#drift.pausedKeys() : new Set<string>();
    const onApproved = (approvedPlan: string): void => {
      this.#begunToApply(revision, { approvedPlan, pendingPlan: undefined });
    };
    const ran = await reconcileUnit(this.#options, { run, paused, running, approval, onApproved });
    this.#running = undefined;
    emit({ type: "runEnded", at: clock.now(), run: { ...run, result: ran.result } });
    const hasEndedEarly = running.signal.aborted && ran.result.verdict !== "converged";
    end(ran, hasEndedEarly);
    if (reason === "drift") {
      this.#backoff.after(hasEndedWell(ran) || hasEndedEarly);
    }
    await this.#drift.endRun({ reason, corrections }, ran.made);
    this.#publisher.publish(this.#drift.patch());
  }

  /**
   * Reports whether a revision has the manifests of the one that was attempted last, so that a run would
   * change nothing: what failed keeps its pause.
   */
  async #isUnchanged(revision: GitRevision): Promise<boolean> {
    const isPending = this.state.pendingPlan !== undefined;
    if (!isPending && hasApplied(this.state, this.#attempted)) {
      return this.#drift.adoptRevision(revision, this.#changes);
    }
    const isOver = isPending || (this.state.failures > 0 && !this.#hasEndedEarly);
    return isOver && this.#attempted !== undefined && this.#changes.isSame(this.#attempted, revision);
  }

  /**
   * Reports whether a revision is not the one that git has now: the one watched for drift may be older, while
   * the newest cannot be applied. A plan that waits for approval is that of the newest.
   */
  #isOlder({ commit }: GitRevision): boolean {
    return !this.#approval.isManual && commit !== this.subscription.revision?.commit;
  }

  /** Begins a run for the revision that git has. Returns the function to call at its end. */
  #beginRun(revision: GitRevision): (ran: ReconcileResult, hasEndedEarly: boolean) => void {
    this.#attempted = revision;
    if (!this.#approval.isManual) {
      this.#begunToApply(revision);
    }
    this.#hasEndedEarly = false;
    this.#request = this.#options.command().request;
    this.#retry.clear();
    this.#resync.clear();
    this.#publisher.publish({ blockedBy: [], retryAt: undefined });
    return (ran, hasEndedEarly) => {
      this.#hasEndedEarly = hasEndedEarly;
      if (!hasEndedEarly) {
        this.#settle(revision, ran);
      }
    };
  }

  /** Records that a revision is applied from now on, and not only planned: the unit keeps it. */
  #begunToApply(revision: GitRevision, seen: RunStep["seen"] = {}): void {
    this.subscription.begun(revision);
    this.#publisher.publish({ ...seen, attempted: revision });
  }

  /** Begins a run that only corrects drift from an older revision: the unit keeps its previous state. */
  #beginCorrection(): () => void {
    const { phase, message } = this.state;
    return () => {
      this.#publisher.publish({ phase, message });
    };
  }

  /** Records how a run has ended, and schedules the next one. */
  #settle(revision: GitRevision, ran: ReconcileResult): void {
    const { clock, once, random, unit } = this.#options;
    this.#unplannedUnits = ran.unknownUnits;
    if (!once) {
      // Jitter: units that started together do not resync at the same time.
      this.#resync.set(jitter(unit.recheck, [0.9, 0.1], random));
    }
    if (ran.pending === undefined) {
      this.subscription.begun(revision);
    }
    const patch = endedPatch(ran, { revision, failures: this.state.failures, now: clock.now() });
    const { phase, failures = 0 } = patch;
    this.#approval.settled(phase);
    const pause = pauseAfter({ phase, failures }, { once, random });
    if (pause !== undefined) {
      this.#retry.set(pause);
    }
    this.#publisher.publish({ ...patch, ...(failures > 0 ? { retryAt: this.#retry.at } : {}) });
  }
}
