import { isProtected, keepReason } from "../../inventory/keep-policy.ts";
import { metadataOf } from "../../object/metadata.ts";
import type { DeletePolicy } from "../../object/deploy-policy.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";
import type { Outcome, Reconcile } from "../model/event.ts";
import type { Effect, Task, TaskWait } from "../model/task.ts";

/** The deletion of objects that have ended. */
export interface Deletion {
  readonly effect: (object: PlannedObject) => Effect;
  /** Reports whether an object exists that this run knows of. */
  readonly isThere: (object: PlannedObject) => boolean;
}

/** An object of the plan with its task. */
interface Member {
  readonly object: PlannedObject;
  readonly task: Task;
}

/**
 * Adds tasks that delete objects after they have ended, where their delete policies ask for it (`succeeded`,
 * `failed`).
 *
 * Hooks are deleted when all hooks of their event have ended, the last one first, before what comes after the
 * event starts; hooks of a failed event each when it has ended itself (Helm's `pkg/action/hooks.go`). Any
 * other object is deleted when it and all its dependents have ended. An object that needs no deletion leaves
 * no trace. Complexity: O(tasks + waits).
 */
export function withDeletePolicyTasks(
  tasks: readonly Task[],
  plan: Plan,
  deletion: Deletion,
): readonly Task[] {
  const members = plan.groups
    .flatMap((group) => group.objects)
    .flatMap((object, index): readonly Member[] => {
      const task = tasks[index];
      return task === undefined ? [] : [{ object, task }];
    });
  const events = [...Map.groupBy(members, ({ object }) => object.hook?.event)].filter(([, own]) =>
    own.some(hasDeletePolicy),
  );
  const added: Task[] = [];
  let all = tasks;
  for (const [quiet, [event, own]] of events.entries()) {
    const group = -1 - quiet;
    const first = tasks.length + added.length;
    if (event === undefined) {
      added.push(...ordinaryDeletions(own, { tasks, first, group, deletion }));
    } else {
      added.push(...hookDeletions(own, { first, group, deletion }));
      all = holdBack(all, own, group);
    }
  }
  added.push(
    ...cleanup(members, { first: tasks.length + added.length, group: -1 - events.length, deletion }),
  );
  return [...all, ...added];
}

/**
 * Deletes objects at the end of the run, one after the other in reverse order, where the end of the run
 * decides: hooks of Argo CD (gitops-engine, `deleteOnPhaseSuccessful`).
 */
function cleanup(members: readonly Member[], { first, group, deletion }: Making): readonly Task[] {
  return members
    .filter(({ object }) => object.deletePolicy.some(isOfRun) && mayGo(object))
    .toReversed()
    .map((member, position): Task => {
      const index = first + position;
      const { deletePolicy } = member.object;
      return {
        ...deletionTask(member, { index, group, waits: position === 0 ? [] : [index - 1] }, deletion),
        round: "cleanup",
        onlyAfter: {
          on: member.task.index,
          isMet: (outcome, hasFailed) =>
            deletePolicy.includes(hasFailed ? "run-failed" : "run-succeeded") &&
            outcome?.actuation === "Succeeded" &&
            !undecided.has(outcome.reconcile) &&
            deletion.isThere(member.object),
        },
      };
    });
}

function isOfRun(policy: DeletePolicy): boolean {
  return policy === "run-succeeded" || policy === "run-failed";
}

/** Reports whether a policy may ask for its deletion. Objects with a keep annotation stay. */
function hasDeletePolicy({ object }: Member): boolean {
  const isAsked = object.deletePolicy.includes("succeeded") || object.deletePolicy.includes("failed");
  return isAsked && mayGo(object);
}

function mayGo({ manifest }: PlannedObject): boolean {
  return !isProtected(manifest.ref) && keepReason(metadataOf(manifest.value)) === undefined;
}

interface Making {
  /** The index of the first added task. */
  readonly first: number;
  readonly group: number;
  readonly deletion: Deletion;
}

/** One after the other, starting with the last hook, once all hooks of the event have ended. */
function hookDeletions(hooks: readonly Member[], { first, group, deletion }: Making): readonly Task[] {
  return hooks
    .filter(hasDeletePolicy)
    .toReversed()
    .map((hook, position) => {
      const index = first + position;
      const waits = position === 0 ? hooks.map(({ task }) => task.index) : [index - 1];
      return deletionTask(hook, { index, group, waits }, deletion);
    });
}

function ordinaryDeletions(
  members: readonly Member[],
  { tasks, first, group, deletion }: Making & { readonly tasks: readonly Task[] },
): readonly Task[] {
  const mortal = members.filter(hasDeletePolicy);
  const users = new Map<number, number[]>(mortal.map(({ task }) => [task.index, []]));
  for (const { index, waits } of tasks) {
    for (const { on } of waits) {
      users.get(on)?.push(index);
    }
  }
  return mortal.map((member, position) => {
    const waits = [member.task.index, ...(users.get(member.task.index) ?? [])];
    return deletionTask(member, { index: first + position, group, waits }, deletion);
  });
}

function deletionTask(
  { object, task }: Member,
  place: { readonly index: number; readonly group: number; readonly waits: readonly number[] },
  { effect, isThere }: Deletion,
): Task {
  return {
    index: place.index,
    target: task.target,
    operation: "delete",
    group: place.group,
    timeout: task.timeout,
    waits: place.waits.map((on) => untilEnd(on, task)),
    barriers: [],
    lazy: false,
    effect: effect(object),
    onlyAfter: {
      on: task.index,
      isMet: (outcome) => outcome !== undefined && asksFor(object.deletePolicy, outcome) && isThere(object),
    },
  };
}

/** A wait that never causes its dependent to be skipped. */
function untilEnd(on: number, { target }: Task): TaskWait {
  return {
    on,
    until: "ended",
    because: () => ({ on: target.key, rule: "delete-policy", until: "absent" }),
  };
}

/** The ends of a wait after which an object has neither succeeded nor failed. */
const undecided: ReadonlySet<Reconcile> = new Set<Reconcile>(["Pending", "Suspended", "Skipped"]);

/**
 * Reports whether an object with that outcome is to be deleted. A refused write does not count as its end.
 */
function asksFor(policy: readonly DeletePolicy[], { actuation, reconcile }: Outcome): boolean {
  if (actuation !== "Succeeded" || undecided.has(reconcile)) {
    return false;
  }
  return policy.includes(reconcile === "Succeeded" ? "succeeded" : "failed");
}

/**
 * Makes whatever comes after the hooks of an event wait for their deletion too. What the hooks themselves
 * need is in groups before their last one.
 */
function holdBack(tasks: readonly Task[], hooks: readonly Member[], group: number): readonly Task[] {
  const groups = new Set(hooks.map(({ task }) => task.group));
  const last = hooks.reduce((greatest, { task }) => Math.max(greatest, task.group), 0);
  return tasks.map((task) =>
    task.group > last && task.barriers.some((barrier) => groups.has(barrier))
      ? { ...task, barriers: [...task.barriers, group] }
      : task,
  );
}
