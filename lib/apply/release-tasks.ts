/** Turns plans and decisions into tasks: what is done to each object, and what is waited for. */
import { isNotFound } from "../cluster/api-error.ts";
import type { Duration } from "../object/duration.ts";
import { BugError } from "../object/bug-error.ts";
import type { JsonObject } from "../object/json.ts";
import { parseRef } from "../object/object-ref.ts";
import type { Plan, PlannedObject, Wait } from "../plan/plan.ts";
import { applyObject } from "./apply-object.ts";
import { awaitExternal } from "./await-external.ts";
import type { Decision } from "./decision.ts";
import type { GroupFacts, Operation } from "./event.ts";
import type { Hands } from "./hands.ts";
import type { TaskList } from "./join-tasks.ts";
import { refOf, targetOf } from "./live-object.ts";
import { isRefusal } from "./outcome.ts";
import { removeObject, type Removing } from "./pruning.ts";
import type { Acted, Effect } from "./task.ts";
import { type TaskMaking, tasksOfPlan } from "./tasks-of-plan.ts";

/** The tasks that bring up a plan. */
export function applyTasks(
  plan: Plan,
  decisions: ReadonlyMap<PlannedObject, Decision>,
  { hands, external }: { readonly hands: Hands; readonly external: Duration },
): TaskList {
  const isAwaited = awaitedObjects(plan);
  return {
    groups: groupsOf(plan, "apply"),
    tasks: tasksOfPlan(plan, {
      operation: "apply",
      effect: (object) => {
        const decision = decisions.get(object);
        if (decision === undefined) {
          throw new BugError(`nothing was decided for ${object.manifest.key}`);
        }
        return effectOf(decision, { object, unawaited: !isAwaited(object) }, hands);
      },
      external: (wait) => awaiting(wait, hands, external),
    }),
  };
}

/** The tasks that take a plan of deletion away. */
export function removalTasks(
  plan: Plan,
  {
    operation,
    timeout,
    removing,
  }: { readonly operation: Operation; readonly timeout: Duration; readonly removing: Removing },
): TaskList {
  const tasks = tasksOfPlan(plan, {
    operation,
    effect: (object) => removeObject(object, removing),
    external: (wait) => awaiting(wait, removing.hands, timeout),
  });
  return { groups: groupsOf(plan, operation), tasks: tasks.map((task) => ({ ...task, timeout })) };
}

function awaiting({ on, until }: Wait, hands: Hands, timeout: Duration): ReturnType<TaskMaking["external"]> {
  const ref = parseRef(on);
  if (ref === undefined) {
    throw new BugError(`"${on}" is no written form of an object`);
  }
  return { effect: awaitExternal({ ref, until }, hands), timeout, task: targetOf(ref) };
}

function groupsOf(plan: Plan, operation: Operation): readonly GroupFacts[] {
  return plan.groups.map(({ index, stage, weight, objects }) => ({
    index,
    stage,
    weight,
    operation,
    count: objects.length,
  }));
}

/** Whether something of the plan waits until the object is ready. */
function awaitedObjects(plan: Plan): (object: PlannedObject) => boolean {
  const keys = new Set<string>();
  const barred = new Set<number>();
  const groupOf = new Map<PlannedObject, number>();
  for (const group of plan.groups) {
    for (const index of group.after) {
      barred.add(index);
    }
    for (const object of group.objects) {
      groupOf.set(object, group.index);
      for (const { on } of object.waitsFor.filter(({ until }) => until !== "present")) {
        keys.add(on);
      }
    }
  }
  return (object) => keys.has(object.manifest.key) || barred.has(groupOf.get(object) ?? 0);
}

function effectOf(
  decision: Decision,
  { object, unawaited }: { readonly object: PlannedObject; readonly unawaited: boolean },
  hands: Hands,
): Effect {
  if (decision.type === "apply") {
    return applyObject({ ...decision, manifest: object.manifest, unawaited }, hands);
  }
  return { act: () => settled(decision, unawaited, hands) };
}

/** What needs no write. */
async function settled(
  decision: Exclude<Decision, { readonly type: "apply" }>,
  unawaited: boolean,
  hands: Hands,
): Promise<Acted> {
  const { choices, readiness } = hands;
  if (decision.type === "foreign") {
    throw new Error(decision.reason);
  }
  if (decision.type === "left") {
    return Promise.resolve({ change: "unchanged", message: decision.reason });
  }
  const isQuiet = choices.dryRun !== false || (!choices.wait && unawaited);
  return isQuiet
    ? { change: "unchanged", unwatched: true }
    : {
        change: "unchanged",
        follow: readiness.follow(decision.live, {
          changed: false,
          look: () => {
            void lookAgain(decision.live, hands);
          },
        }),
      };
}

/** What watches have told of an object since the run was decided was not kept: it is read once more before it is waited for. */
async function lookAgain(live: JsonObject, { kinds, sightings, world }: Hands): Promise<void> {
  const { group, kind, namespace, name } = refOf(live);
  const resource = kinds.find({ group, kind });
  if (resource === undefined) {
    return;
  }
  const place = { resource, namespace, name };
  void sightings.openFor(place, true);
  try {
    sightings.take(await world.cluster.get(place, { signal: world.signal }));
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    if (isNotFound(error)) {
      sightings.takeGone(live);
    }
    // Where it may not be read the watch will tell, or the time of the object ends.
  }
}
