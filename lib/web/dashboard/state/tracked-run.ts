import type { ApplyEvent, GroupFacts, Operation, Reconcile, Result } from "../../../apply/model/event.ts";
import { findBarriers } from "../../../plan/barrier-numbers.ts";
import { type ExpectedTimes, remainingTime } from "../../../plan/schedule.ts";
import { groupPlace, runFeatures } from "../../../report/run/group-text.ts";
import type { SyncEvent } from "../../../sync/sync-event.ts";
import type { UnitRun } from "../../../sync/unit/unit-state.ts";
import type { GroupState, NoticeView, ObjectState, RunState, RunCounts } from "./dashboard-state.ts";
import { RunObjects } from "./run-objects.ts";
import { shownRevision, shownText } from "./sanitize-state.ts";

/** The plan of a run as it is in sync events. */
type Plan = Extract<SyncEvent, { readonly type: "planned" }>["plan"];

const mostNotices = 100;
const mostDiagnostics = 200;

/**
 * A run while it is under way, and what is kept of it afterwards. Handling an event costs O(1); the plan and
 * the start cost O(objects).
 */
export class TrackedRun {
  readonly number: number;
  /** The number of its changes that were not kept. */
  changesLeftOut = 0;
  readonly #run: UnitRun;
  readonly #record: number;
  #objects: RunObjects;
  #groups: readonly GroupState[] = [];
  #notices: readonly NoticeView[] = [];
  #diagnostics: readonly string[] = [];
  #criticalPath: readonly string[] = [];
  /** The expected times of its objects, in their order; empty without a history. */
  #expected: readonly (ExpectedTimes | undefined)[] = [];
  #lastEventAt = 0;
  #end: Pick<RunState, "endedAt" | "verdict" | "message"> = {};
  #wait: Pick<RunState, "hasOnlyPlanned"> = {};
  /** The counts of a run whose objects are no longer kept. */
  #counts: RunCounts | undefined;

  /** `record`: a number that no other run has. `before`: the objects of an earlier run of the unit. */
  constructor(run: UnitRun, record: number, before: readonly ObjectState[]) {
    this.number = run.number;
    this.#record = record;
    this.#run = { ...run, revision: shownRevision(run.revision) };
    this.#objects = new RunObjects(record, before);
  }

  /** Sets groups, objects and dependencies from the plan, before anything is applied. */
  plan(plan: Plan): void {
    const operation: Operation = plan.action === "delete" ? "delete" : "apply";
    const facts = plan.groups.map((group) => ({ ...group, operation, count: group.objects.length }));
    const barriersOf = findBarriers(plan);
    this.#groups = groupBoards(facts, new Map(plan.groups.map((group) => [group.index, barriersOf(group)])));
    this.#objects.set(
      plan.groups.flatMap((group) =>
        group.objects.map((object) => ({
          key: object.manifest.key,
          group: group.index,
          operation,
          ...(object.after === null ? {} : { after: object.after }),
          waitsFor: object.waitsFor.map(({ on, until, rule }) => ({ on: shownText(on), until, rule })),
        })),
      ),
    );
  }

  /** Sets the diagnostics of its manifests. */
  diagnose(diagnostics: readonly string[]): void {
    const left = diagnostics.length - mostDiagnostics;
    this.#diagnostics = [
      ...diagnostics.slice(0, mostDiagnostics).map((text) => shownText(text)),
      ...(left > 0 ? [`… and ${left} more`] : []),
    ];
  }

  /** Handles an event of the run. */
  emit(event: ApplyEvent): void {
    this.#lastEventAt = event.at;
    if ("operation" in event) {
      this.#step(event);
    } else if (event.type === "start") {
      this.#begin(event);
    } else if (event.type === "notice") {
      const { at, level, message, target } = event;
      this.#notice({ at, level, message }, target?.key);
    } else if (event.type === "retry") {
      this.#retry(event);
    } else if (event.type === "status" || event.type === "log") {
      this.#objects.remark(event.target, event);
    }
  }

  /** Records that the plan of the run waits for approval. */
  wait(): void {
    this.#wait = { hasOnlyPlanned: true };
  }

  /** Records how the run ended. */
  end(at: number, { outcomes, verdict, message, criticalPath }: Result): void {
    for (const outcome of outcomes) {
      this.#objects.settle(outcome);
    }
    this.#objects.close();
    this.#end = { endedAt: at, verdict, ...(message === undefined ? {} : { message: shownText(message) }) };
    this.#criticalPath = criticalPath.map((key) => shownText(key));
    this.#expected = [];
  }

  /** Whether the run changed anything. */
  get hasChanged(): boolean {
    return this.counts.changed > 0;
  }

  /** Whether the run has not ended. */
  get isUnderWay(): boolean {
    return this.#end.verdict === undefined;
  }

  /** Whether the run brought the cluster to the state in git. */
  get hasConverged(): boolean {
    return this.#end.verdict === "converged";
  }

  /** The objects counted by status. */
  get counts(): RunCounts {
    return this.#counts ?? countObjects(this.#objects.list);
  }

  /** Drops everything except the summary. */
  compact(): void {
    this.#counts ??= this.counts;
    this.#objects = new RunObjects(this.#record, []);
    this.#groups = [];
    this.#notices = [];
    this.#diagnostics = [];
    this.#criticalPath = [];
  }

  /** Returns the current state of the run. */
  board(): RunState {
    const { number, reason, revision, startedAt } = this.#run;
    return {
      number,
      reason,
      revision,
      startedAt,
      ...this.#end,
      ...this.#wait,
      ...this.#expectedEnd(),
      counts: this.counts,
      detailed: this.#counts === undefined,
      groups: this.#groups,
      objects: this.#objects.list,
      mark: this.#objects.mark,
      changedSince: (mark) => this.#objects.changedSince(mark),
      criticalPath: this.#criticalPath,
      notices: this.#notices,
      diagnostics: this.#diagnostics,
      changesLeftOut: this.changesLeftOut,
    };
  }

  #expectedEnd(): Pick<RunState, "expectedEndAt"> {
    if (this.#expected.length === 0) {
      return {};
    }
    const at = this.#lastEventAt;
    const unfinished = this.#objects.list.flatMap((object, index) => {
      const times = this.#expected[index];
      const status = statusOf(object);
      const { writtenAt } = object;
      return times === undefined || (status !== "pending" && status !== "active")
        ? []
        : [{ ...times, elapsed: writtenAt === undefined ? undefined : at - writtenAt }];
    });
    return { expectedEndAt: at + remainingTime(unfinished) };
  }

  #step(event: Extract<ApplyEvent, { readonly type: "sending" | "actuation" | "reconcile" }>): void {
    switch (event.type) {
      case "sending":
        this.#objects.send(event);
        break;
      case "actuation":
        this.#objects.actuate(event);
        break;
      case "reconcile":
        this.#objects.reconcile(event);
        break;
    }
  }

  #begin({ groups, objects, expected }: Extract<ApplyEvent, { readonly type: "start" }>): void {
    this.#expected = expected === undefined ? [] : objects.map((object) => object.expected);
    this.#criticalPath = expected?.path.map(({ key }) => shownText(key)) ?? [];
    const planned = new Map(this.#objects.list.map((object) => [object.key, object]));
    this.#groups = groupBoards(groups, new Map(this.#groups.map(({ index, barriers }) => [index, barriers])));
    this.#objects.set(
      objects.map(({ target: { key }, group, operation }) => ({
        key,
        group,
        operation,
        ...waitsOf(planned.get(shownText(key))),
      })),
    );
  }

  #retry(event: Extract<ApplyEvent, { readonly type: "retry" }>): void {
    if (event.target === undefined) {
      this.#notice({ at: event.at, level: "warning", message: `retried: ${event.message}` });
    } else {
      this.#objects.remark(event.target, event);
    }
  }

  #notice({ at, level, message }: NoticeView, key?: string): void {
    const words = key === undefined || message.includes(key) ? message : `${key}: ${message}`;
    this.#notices = [...this.#notices, { at, level, message: shownText(words) }].slice(-mostNotices);
  }
}

function waitsOf(planned: ObjectState | undefined): Pick<ObjectState, "after" | "waitsFor"> {
  const { after, waitsFor = [] } = planned ?? {};
  return { ...(after === undefined ? {} : { after }), waitsFor };
}

function groupBoards(
  groups: readonly GroupFacts[],
  barriers: ReadonlyMap<number, readonly number[]>,
): readonly GroupState[] {
  const features = runFeatures(groups);
  return groups.map((group) => {
    const place = groupPlace(group, features);
    const number = place === "" ? `group ${group.index}` : `${group.index} · ${place}`;
    const title = group.operation === "apply" ? number : group.operation;
    return {
      index: group.index,
      title,
      operation: group.operation,
      barriers: barriers.get(group.index) ?? [],
    };
  });
}

/** Counts the objects by status. */
function countObjects(objects: readonly ObjectState[]): RunCounts {
  const counts = { total: 0, done: 0, active: 0, failed: 0, skipped: 0, changed: 0 };
  for (const object of objects) {
    counts.total += 1;
    counts.changed += object.change === undefined || object.change === "unchanged" ? 0 : 1;
    const status = statusOf(object);
    if (status !== "pending") {
      counts[status] += 1;
    }
  }
  return counts;
}

function hasArrived(reconcile: Reconcile): boolean {
  return reconcile === "Succeeded" || reconcile === "Suspended";
}

function statusOf({
  actuation,
  reconcile,
  sentAt,
}: ObjectState): "done" | "active" | "failed" | "skipped" | "pending" {
  if (actuation === "Failed" || reconcile === "Failed" || reconcile === "Timeout") {
    return "failed";
  }
  if (hasArrived(reconcile) || (actuation === "Succeeded" && reconcile === "Skipped")) {
    return "done";
  }
  if (actuation === "Skipped" || reconcile === "Skipped") {
    return "skipped";
  }
  return sentAt === undefined ? "pending" : "active";
}
