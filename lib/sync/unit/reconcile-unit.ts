import type { ApplyEvent, Outcome, Result } from "../../apply/model/event.ts";
import type { RunContext } from "../../apply/model/run-context.ts";
import { AccessError } from "../../client/model/api-error.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { ServedApis } from "../../object/render-context.ts";
import type { HealthRuleSources } from "../../readiness/readiness.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import type { Plan } from "../../plan/plan.ts";
import { type Checkout, GitError, type GitRevision } from "../../git/model/git-repository.ts";
import type { UnitApply, UnitSources } from "../apply-engine.ts";
import { PlanningTurn } from "./planning-turn.ts";
import { nameCluster, nameFault, revisionName } from "./run-messages.ts";
import type { ActiveRun } from "./active-run.ts";
import type { UnitReconcilerOptions } from "./unit-reconciler-options.ts";
import type { UnitRun } from "./unit-state.ts";
import { type ApprovalResult, type RunApproval, RunApproving } from "../approval/run-approving.ts";
import { readUnitRules, type UnitHealthRules } from "./unit-health-rules.ts";
import { SettingNamer } from "./setting-names.ts";
import { unitTexts } from "./read-unit-sources.ts";

/** The outcome of a run of a unit. */
export interface ReconcileResult extends ApprovalResult {
  readonly result: Result;
  readonly diagnostics: readonly Diagnostic[];
  /** Units that may bring what the set depends on, and that were not planned yet. */
  readonly unknownUnits: readonly string[];
  /** Undefined if nothing was sent, nor found to be as it would be. */
  readonly made: AppliedSet | undefined;
}

/** Reports whether a run has succeeded, or has made the plan that it waits for. */
export function hasEndedWell({ result, pending }: ReconcileResult): boolean {
  return result.verdict === "converged" || pending !== undefined;
}

/** The set that a run has left in the cluster. */
export interface AppliedSet {
  readonly revision: GitRevision;
  /** Released by whoever takes this. */
  readonly checkout: Checkout;
  readonly cluster: Cluster;
  readonly plan: Plan;
  /** The keys of objects that are as they were sent, however far the cluster has reconciled them. */
  readonly settled: ReadonlySet<string>;
  readonly healthRules: HealthRuleSources | undefined;
  /** Whether the run has succeeded, and all objects were as they would be. */
  readonly isUnchanged: boolean;
}

/**
 * Checks out a revision, plans and applies it, with the identity of the unit. Throws only for bugs of ours: a
 * refusal by git and a cluster that cannot be accessed are results.
 */
export async function reconcileUnit(
  facts: UnitReconcilerOptions,
  running: RunningUnit,
): Promise<ReconcileResult> {
  const { run } = running;
  const { signal } = running.running;
  const approving = new RunApproving({ run, facts, onApproved: running.onApproved }, running.approval);
  let checkout: Checkout | undefined;
  let ran: ReconcileResult | undefined;
  try {
    checkout = await facts.repository.layOut(run.revision, signal);
    const texts = unitTexts(facts.unit, checkout, { ...facts, signal });
    const type = await texts.type;
    running.running.onOpened(run.revision, type);
    const opened = type === undefined ? texts : remembered(texts, running);
    const rules = await readUnitRules({ unit: facts.unit, checkout }, opened, facts.healthRules);
    const cluster = await facts.openCluster();
    ran = await runLaidOut(checkout, {
      ...running,
      rules,
      facts,
      approving,
      namer: new SettingNamer(facts.settingNames),
      context: facts.contextFor(cluster, run, signal),
    });
    const result = nameFault(nameCluster(ran.result, facts.unit.cluster), ran.diagnostics);
    return { ...ran, ...approving.result, result };
  } catch (error) {
    return notBegun(error, signal);
  } finally {
    await (ran?.made === undefined ? checkout?.release() : undefined);
  }
}

function notBegun(error: unknown, signal: AbortSignal): ReconcileResult {
  if (signal.aborted) {
    return endedAs("interrupted", "interrupted");
  }
  if (error instanceof GitError) {
    return endedAs(error.fault === "unreachable" ? "unreachable" : "refused", error.message);
  }
  if (error instanceof AccessError) {
    return endedAs("unreachable", error.message);
  }
  throw error;
}

function endedAs(verdict: Result["verdict"], message: string): ReconcileResult {
  const result = { outcomes: [], criticalPath: [], took: 0, verdict, message };
  return { result, diagnostics: [], unknownUnits: [], made: undefined };
}

/** A run that is about to begin. */
export interface RunningUnit {
  readonly run: UnitRun;
  /** Keys of objects that are left as they are: corrections of them pause. */
  readonly paused: ReadonlySet<string>;
  /** Ends the run at a safe point. */
  readonly running: ActiveRun;
  /** The approval that a person has given so far; undefined if the unit needs none. */
  readonly approval: RunApproval | undefined;
  /** Called once the run begins to apply the plan that was approved, with its digest. */
  readonly onApproved: (digest: string) => void;
}

interface LaidOutRun extends RunningUnit {
  readonly rules: UnitHealthRules;
  readonly facts: UnitReconcilerOptions;
  readonly context: RunContext;
  readonly approving: RunApproving;
  readonly namer: SettingNamer;
}

async function runLaidOut(checkout: Checkout, laidOut: LaidOutRun): Promise<ReconcileResult> {
  const { facts, paused, context } = laidOut;
  const { unit, providers: known } = facts;
  const unknown = new Set<string>();
  let planned: PlanResult | undefined;
  const turn = new PlanningTurn(facts.gate, context.signal);
  const request: UnitApply = {
    ...requestOf(laidOut),
    sources: turn.guard(laidOut.rules.sources),
    comesElsewhere: (key) => {
      const bringer = known.bringerOf(key, unit.name);
      for (const other of bringer === undefined ? known.unknownOf(facts.units()) : []) {
        unknown.add(other);
      }
      // What the units of another replica bring is not known here: then the cluster is asked.
      return bringer !== undefined || facts.hasOthers();
    },
    onPlan: (given) => {
      const plan = laidOut.namer.plan(given);
      planned = plan;
      turn.leave();
      unknown.delete(unit.name);
      known.learn(unit.name, keysOf(plan));
      // The faults may only last until other units are planned.
      reportPlan(plan, { ...laidOut, isReported: !plan.refused || unknown.size === 0 });
    },
  };
  const applied = emittedResult(laidOut, async (sink) => facts.engine.apply(request, sink));
  const result = await applied.finally(turn.leave);
  const unknownUnits = planned?.refused === true ? [...unknown] : [];
  return {
    result: unknownUnits.length === 0 ? result : waiting(result, unknownUnits),
    diagnostics: planned?.plan.diagnostics ?? [],
    unknownUnits,
    made: madeBy(result, planned?.plan, {
      paused: paused.union(laidOut.approving.withheld),
      checkout,
      ...setFacts(laidOut),
    }),
  };
}

function setFacts({
  context: { cluster },
  run: { revision },
  rules,
}: LaidOutRun): Pick<AppliedSet, "cluster" | "revision" | "healthRules"> {
  return { cluster, revision, healthRules: rules.all() };
}

/** Reads, and remembers the inputs of the rendering: newer commits are compared with it. */
function remembered(sources: UnitSources, { run, running }: RunningUnit): UnitSources {
  return {
    read: async ({ served: ask, ...rendering }) => {
      let served: ServedApis | undefined;
      const asking = ask && { served: async (): Promise<ServedApis> => (served = await ask()) };
      const texts = await sources.read({ ...rendering, ...asking });
      const { release, namespace, action, revision } = rendering;
      const options = { rendering: { release, namespace, action, revision }, served };
      running.onRendered(run.revision, options, texts);
      return texts;
    },
  };
}

function requestOf({
  rules: { given: healthRules },
  facts,
  run,
  paused,
  approving,
}: LaidOutRun): Omit<UnitApply, "comesElsewhere" | "onPlan" | "sources"> {
  const { unit, clock, concurrency, emit, lockTimeout } = facts;
  return {
    unit,
    ...(healthRules === undefined ? {} : { healthRules }),
    ...approving.request,
    concurrency,
    lockTimeout,
    source: revisionName(run.revision),
    pauseReason: (key) => (paused.has(key) ? "its corrections are paused" : undefined),
    onWritten: (key, states) => {
      emit({ type: "written", at: clock.now(), run, key, ...states });
    },
  };
}

/** Returns the result as it was emitted: only what is emitted is masked, and names settings. */
async function emittedResult(
  { context, namer }: Pick<LaidOutRun, "context" | "namer">,
  act: (context: RunContext) => Promise<Result>,
): Promise<Result> {
  let reported: Result | undefined;
  const emit = (given: ApplyEvent): void => {
    const event = namer.event(given);
    reported = event.type === "finish" ? event.result : reported;
    context.emit(event);
  };
  return act({ ...context, emit }).then((result) => reported ?? namer.result(result));
}

/** Of notes only that a chart has read the cluster. */
function isLogged({ severity, code }: Diagnostic): boolean {
  return severity !== "note" || code === "LookupAnswered";
}

function reportPlan(
  { plan }: PlanResult,
  { facts: { emit, clock }, run, isReported }: LaidOutRun & { readonly isReported: boolean },
): void {
  const at = clock.now();
  const reported = plan.diagnostics.filter(isLogged);
  if (isReported && reported.length > 0) {
    emit({ type: "diagnosed", at, run, diagnostics: reported });
  }
  emit({ type: "planned", at, run, plan });
}

/**
 * Returns the keys that a set brings, faulty objects included: whoever waits for one of these waits for its
 * unit.
 */
function keysOf({ plan }: PlanResult): ReadonlySet<string> {
  const planned = plan.groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest.key));
  const resting = plan.resting.map(({ manifest }) => manifest.key);
  const faulty = plan.diagnostics.flatMap(({ ref }) => ref ?? []);
  return new Set([...planned, ...resting, ...faulty]);
}

/** Returns the result of a run that ended early through no fault of its own. */
function waiting(result: Result, units: readonly string[]): Result {
  const message = `it is not known yet which objects ${units.join(", ")} will have`;
  return { ...result, verdict: "interrupted", message };
}

function madeBy(
  { outcomes, verdict }: Result,
  plan: Plan | undefined,
  {
    paused,
    ...made
  }: Pick<AppliedSet, "checkout" | "cluster" | "revision" | "healthRules"> & Pick<RunningUnit, "paused">,
): AppliedSet | undefined {
  return plan === undefined || outcomes.length === 0
    ? undefined
    : {
        ...made,
        plan,
        settled: new Set([...settledBy(outcomes), ...paused]),
        isUnchanged: verdict === "converged" && outcomes.every((outcome) => isUnchanged(outcome)),
      };
}

function isUnchanged({ operation, change = "unchanged" }: Outcome): boolean {
  return (operation === "apply" || operation === "wait") && change === "unchanged";
}

function settledBy(outcomes: readonly Outcome[]): ReadonlySet<string> {
  return new Set(
    outcomes
      .filter(({ operation, actuation }) => operation === "apply" && actuation === "Succeeded")
      .map(({ target }) => target.key),
  );
}
