/**
 * The life of a unit: looks for what is due, and does one thing after the other. Whatever may have changed
 * rings its bell; then it looks again, and nothing is lost by a ring too many.
 */
import type { GitRevision } from "../../git/model/git-repository.ts";
import { RefSubscription } from "./ref-subscription.ts";
import { Wakeup } from "../../async/wakeup.ts";
import { CorrectionBackoff } from "./correction-backoff.ts";
import { blockingUnits } from "./dependencies.ts";
import { Timer } from "../../async/timer.ts";
import { DriftCorrector } from "./drift-corrector.ts";
import { ManifestChanges } from "./manifest-changes.ts";
import { startMessage, endMessage, samePatch, formatUnits } from "./run-messages.ts";
import { retryPause, unknownPause } from "./retry-pause.ts";
import { Running } from "./running.ts";
import { UnitStatePublisher, type StatePatch } from "./unit-state-publisher.ts";
import { idle, type RunStep, type NextAction } from "./next-action.ts";
import { reconcileUnit, type ReconcileResult } from "./reconcile-unit.ts";
import type { UnitLoopFacts } from "./unit-reconciler-options.ts";
import type { Phase, RunReason, UnitRun, UnitState } from "./unit-state.ts";

/** Keeps one unit at what git says, until it is stopped. */
export class UnitReconciler {
  readonly #facts: UnitLoopFacts;
  readonly #publisher: UnitStatePublisher;
  readonly #wakeup = new Wakeup();
  readonly #retry: Timer;
  readonly #recheck: Timer;
  readonly #guard: DriftCorrector;
  readonly #life = new AbortController();
  readonly #done: Promise<void>;
  readonly #attendance: RefSubscription;
  readonly #backoff: CorrectionBackoff;
  readonly #letGo: () => void;
  readonly #changes: ManifestChanges;
  #running: Running | undefined;
  /** What the last run was for; undefined where all has to be looked at anew. */
  #attempted: GitRevision | undefined;
  /** The last run was ended before its time. */
  #isCut = false;
  #request: string | undefined;
  /** Units that have to be planned before it is known whether a depends-on leads into them. */
  #unknown: readonly string[] = [];

  /** `before`: how it stood under another configuration. */
  constructor(facts: UnitLoopFacts, before?: UnitState) {
    const ring = (): void => {
      this.ring();
    };
    this.#facts = facts;
    this.#publisher = new UnitStatePublisher(facts.unit.name, facts, before);
    this.#retry = new Timer(facts.clock, ring);
    this.#recheck = new Timer(facts.clock, ring);
    this.#guard = new DriftCorrector(facts, ring);
    this.#changes = new ManifestChanges(facts, this.#life.signal);
    this.#request = facts.command().request;
    this.#attendance = new RefSubscription(facts, ring);
    this.#backoff = new CorrectionBackoff(facts, ring);
    this.#letGo = facts.known.onChange(ring);
    this.#done = this.#live();
  }

  /** How the unit stands. */
  get state(): UnitState {
    return this.#publisher.state;
  }

  /** Something may have changed. */
  ring(): void {
    this.#wakeup.notify();
    const isKept = this.#facts.keeps() && !this.#isSuspended();
    this.#running?.makeRoomFor(isKept ? this.#attendance.revision : undefined);
  }

  /** Ends the unit at a safe point, and resolves when it has ended. What was written stays. */
  async stop(): Promise<void> {
    this.#life.abort(new Error("the unit is stopped"));
    this.#running?.end(this.#life.signal.reason);
    this.#wakeup.notify();
    await this.#done;
  }

  /** Rejects, and so ends the process, only for bugs. */
  async #live(): Promise<void> {
    while (!this.#life.signal.aborted) {
      const step = this.#next();
      if (step.type === "run") {
        await this.#run(step);
      } else {
        this.#publisher.publish(step.patch);
        await this.#wakeup.wait();
      }
    }
    this.#rest();
    this.#letGo();
  }

  #isSuspended(): boolean {
    return this.#facts.unit.suspend || this.#facts.command().suspend;
  }

  #next(): NextAction {
    if (!this.#facts.keeps()) {
      return this.#leave("Elsewhere", this.#facts.whyNotKept());
    }
    if (this.#isSuspended()) {
      return this.#leave("Suspended", "suspended; nothing is looked at or written");
    }
    this.#attendance.subscribe();
    const seen = { ...this.#attendance.patch(), ...this.#guard.patch() };
    const { fault, revision } = this.#attendance;
    if (revision === undefined) {
      return idle(fault === undefined ? seen : { ...seen, phase: "Failed", message: fault });
    }
    const reason = this.#reason(revision);
    const blockedBy = reason === undefined ? [] : this.#blockers();
    if (reason !== undefined && blockedBy.length === 0) {
      return { type: "run", reason, revision, seen };
    }
    return (
      this.#correction(seen) ??
      idle(
        reason === undefined
          ? seen
          : { ...seen, phase: "Blocked", message: `waits for ${formatUnits(blockedBy)}`, blockedBy },
      )
    );
  }

  /** Drift is corrected by what was applied last, whatever has become of it in git. */
  #correction(seen: StatePatch): NextAction | undefined {
    const { revision } = this.#guard;
    return revision === undefined || !this.#backoff.isReady || this.#guard.toCorrect().length === 0
      ? undefined
      : { type: "run", reason: "drift", revision, seen };
  }

  /** Nothing is known of it any more once it is not kept here. */
  #leave(phase: Phase, message: string): NextAction {
    this.#attempted = undefined;
    this.#rest();
    return idle({ phase, message, blockedBy: [], retryAt: undefined });
  }

  /** Nothing is looked at, and nothing is due. */
  #rest(): void {
    this.#attendance.leave();
    this.#guard.close();
    this.#backoff.clear();
    this.#retry.clear();
    this.#recheck.clear();
  }

  #reason(revision: GitRevision): RunReason | undefined {
    if (this.#attempted !== undefined && this.#attempted.commit !== revision.commit) {
      return "revision";
    }
    if (this.#attempted === undefined || this.#isCut) {
      return "start";
    }
    if (this.#isAsked()) {
      return "request";
    }
    if (this.#retry.isDue || this.#isKnownNow()) {
      return "retry";
    }
    return this.#recheck.isDue || this.#isFree() ? "recheck" : undefined;
  }

  /**
   * Whether it was blocked for something that nobody wants any more: the newest commit is the one of before
   * again.
   */
  #isFree(): boolean {
    return this.state.phase === "Blocked" && this.#unknown.length === 0;
  }

  /** Whether a person asks for a run since the last one. */
  #isAsked(): boolean {
    const { request } = this.#facts.command();
    return request !== undefined && request !== this.#request;
  }

  /** Whether units that may bring what the set depends on were planned since, or will not be. */
  #isKnownNow(): boolean {
    return this.#facts.known.hasChanged(this.#unknown, this.#facts.units());
  }

  #blockers(): readonly string[] {
    const { unit, stateOf } = this.#facts;
    return blockingUnits(unit, stateOf);
  }

  async #run({ reason, revision, seen }: RunStep): Promise<void> {
    if (reason === "revision" && (await this.#takesOver(revision))) {
      const attempt = this.#isWell() ? samePatch(revision) : { attempted: revision };
      this.#publisher.publish({ ...seen, ...attempt });
      this.#attempted = revision;
      return;
    }
    const { clock, emit, unit } = this.#facts;
    const running = new Running(this.#attendance.revision ?? revision, this.#changes);
    const corrections = this.#guard.beginRun(reason);
    const number = this.state.run + 1;
    const run: UnitRun = { number, unit: unit.name, reason, revision, startedAt: clock.now() };
    this.#running = running;
    const end = this.#isOlder(revision) ? this.#beginCorrection() : this.#beginRun(revision);
    this.#publisher.publish({
      ...seen,
      phase: "Reconciling",
      message: startMessage(reason, revision),
      run: number,
    });
    emit({ type: "runBegun", at: run.startedAt, run });
    const spared = reason === "drift" ? this.#guard.spared() : new Set<string>();
    const ran = await reconcileUnit(this.#facts, { run, spared, running });
    this.#running = undefined;
    emit({ type: "runEnded", at: clock.now(), run: { ...run, result: ran.result } });
    const isCut = running.signal.aborted && ran.result.verdict !== "converged";
    end(ran, isCut);
    if (reason === "drift") {
      this.#backoff.after(ran.result.verdict === "converged" || isCut);
    }
    await this.#guard.endRun(corrections, ran.made);
    this.#publisher.publish(this.#guard.patch());
  }

  /**
   * Whether a revision has the manifests of the one that was attempted last, so that nothing else would come
   * of it: what failed keeps its pause.
   */
  async #takesOver(revision: GitRevision): Promise<boolean> {
    if (this.#isWell()) {
      return this.#guard.takesOver(revision, this.#changes);
    }
    const isOver = this.state.failures > 0 && !this.#isCut;
    return isOver && this.#attempted !== undefined && this.#changes.isSame(this.#attempted, revision);
  }

  /** Whether the last run has brought what it was for. */
  #isWell(): boolean {
    const { applied, failures } = this.state;
    return failures === 0 && applied !== undefined && applied.commit === this.#attempted?.commit;
  }

  /**
   * Whether that is not what git has now: what is guarded may be older, while the newest cannot be applied.
   */
  #isOlder({ commit }: GitRevision): boolean {
    return commit !== this.#attendance.revision?.commit;
  }

  /** A run for what git has. Gives what is to be done at its end. */
  #beginRun(revision: GitRevision): (ran: ReconcileResult, isCut: boolean) => void {
    this.#attempted = revision;
    this.#isCut = false;
    this.#request = this.#facts.command().request;
    this.#retry.clear();
    this.#recheck.clear();
    this.#publisher.publish({ attempted: revision, blockedBy: [], retryAt: undefined });
    return (ran, isCut) => {
      if (isCut) {
        this.#isCut = true;
      } else {
        this.#settle(revision, ran);
      }
    };
  }

  /** A run that only puts right what was made of an older revision: the unit stands as before. */
  #beginCorrection(): () => void {
    const { phase, message } = this.state;
    return () => {
      this.#publisher.publish({ phase, message });
    };
  }

  /** Takes in how a run has ended, and when there is to be another one. */
  #settle(revision: GitRevision, { result, diagnostics, unknownUnits }: ReconcileResult): void {
    const { clock, once, random, unit } = this.#facts;
    const message = endMessage(result, diagnostics, revision);
    this.#unknown = unknownUnits;
    if (!once) {
      // Units that began together are not compared together.
      this.#recheck.set(unit.recheck * (0.9 + 0.1 * random()));
    }
    if (result.verdict === "converged") {
      const lastReadyAt = clock.now();
      this.#publisher.publish({ phase: "Ready", message, applied: revision, lastReadyAt, failures: 0 });
      return;
    }
    if (unknownUnits.length > 0) {
      const words = `waits until it is known what ${formatUnits(unknownUnits)} will bring`;
      this.#retry.set(unknownPause);
      this.#publisher.publish({ phase: "Blocked", message: words, blockedBy: unknownUnits });
      return;
    }
    const failures = this.state.failures + 1;
    const isRefused = result.verdict === "refused";
    if (!once) {
      this.#retry.set(retryPause(failures, { isRefused, random }));
    }
    const phase = isRefused ? "Stalled" : "Failed";
    this.#publisher.publish({ phase, message, failures, retryAt: this.#retry.at });
  }
}
