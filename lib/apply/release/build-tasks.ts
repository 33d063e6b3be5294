/** Turns plans and decisions into tasks: the operation on each object, and its waits. */
import type { Duration } from "../../object/duration.ts";
import { BugError } from "../../object/bug-error.ts";
import type { JsonObject } from "../../object/json.ts";
import { uidOf } from "../../object/metadata.ts";
import { parseRef, versionOf } from "../../object/object-ref.ts";
import { awaitedObjects } from "../../plan/awaited-objects.ts";
import type { Plan, PlannedObject, Wait } from "../../plan/plan.ts";
import { type Deletion, withDeletePolicyTasks } from "./delete-policy-tasks.ts";
import { withFailureTasks } from "../execute/failure-tasks.ts";
import { applyObject } from "../effect/apply-object.ts";
import { awaitExternal } from "../effect/await-external.ts";
import type { Decision } from "../decide/decide-object.ts";
import { deleteObject } from "../effect/delete-object.ts";
import type { GroupFacts, Operation } from "../model/event.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { TaskList, EffectResult, Effect, Task } from "../model/task.ts";
import { targetOf } from "../model/live-object.ts";
import { decisionAtTurn, renewNamespace, type Turning } from "../decide/object-turn.ts";
import { servedPlace, readAgain } from "../effect/retry-write.ts";
import type { ReadinessOptions } from "../observe/readiness-watch.ts";
import { removeObject, type PruneOptions } from "../effect/pruning.ts";
import { type TaskFactory, planToTasks } from "../execute/plan-to-tasks.ts";
import type { ObjectWrite } from "../effect/object-write.ts";

interface TaskListOptions {
  readonly deps: EffectDeps;
  readonly external: Duration;
  readonly turning?: Turning;
  /** Whether outcomes may lead to further writes, as in most runs: objects for a failure, deletions. */
  readonly followsUp?: boolean;
}

/** Returns the tasks that apply a plan. */
export function applyTasks(
  plan: Plan,
  decisions: ReadonlyMap<PlannedObject, Decision>,
  { deps, external, turning, followsUp = true }: TaskListOptions,
): TaskList {
  const isAwaited = awaitedObjects(plan);
  /** The uids of the objects that this run has written or found as they should be, by key. */
  const made = new Map<string, string>();
  const keys = new Set<string>();
  const lastOf = lastAppearances(plan);
  const tasks = planToTasks(plan, {
    operation: "apply",
    effect: (object) => {
      const decision = decisions.get(object);
      const { key } = object.manifest;
      if (decision === undefined) {
        throw new BugError(`nothing was decided for ${key}`);
      }
      const repeats = keys.has(key);
      keys.add(key);
      const unawaited = object.treatment.isNonBlocking || !(deps.choices.wait || isAwaited(object));
      // This run replaces a hook of several phases itself: only its last appearance is to stay as it is.
      const isKept = object.hook === null && lastOf.get(key) === object;
      const applying = { object, unawaited, isKept, ...(repeats ? { madeBefore: () => made.get(key) } : {}) };
      renewNamespace(object, decision, deps);
      const atTurn: Effect = {
        act: async (acting) => {
          const now = await decisionAtTurn(object, decision, { turning, deps });
          return effectOf(now, applying, deps).act(acting);
        },
      };
      return remembering(atTurn, key, made);
    },
    external: (wait) => awaiting(wait, deps, external),
  });
  return { groups: groupsOf(plan, "apply"), tasks: withLateTasks(tasks, plan, { made, deps, followsUp }) };
}

/** The objects by key; of a hook of several phases the last one. */
function lastAppearances({ groups }: Plan): ReadonlyMap<string, PlannedObject> {
  const objects = groups.flatMap((group) => group.objects);
  return new Map(objects.map((object) => [object.manifest.key, object] as const));
}

/** The options of writes that follow from the outcomes of a run. */
interface FollowUps {
  readonly made: ReadonlyMap<string, string>;
  readonly deps: EffectDeps;
  readonly followsUp: boolean;
}

/** Adds what follows from the outcomes of a run. A dry run ends with what it would create. */
function withLateTasks(
  tasks: readonly Task[],
  plan: Plan,
  { made, deps, followsUp }: FollowUps,
): readonly Task[] {
  const endsHere = deps.choices.dryRun !== false || !followsUp;
  const list = withFailureTasks(tasks, plan, { endsHere });
  return endsHere ? list : withDeletePolicyTasks(list, plan, deletionIn(made, deps));
}

function remembering(effect: Effect, key: string, made: Map<string, string>): Effect {
  return {
    act: async (acting) => {
      const acted = await effect.act(acting);
      if (acted.uid !== undefined) {
        made.set(key, acted.uid);
      }
      return acted;
    },
  };
}

/** Deletes what this run has created, and nothing that has taken its place since. */
function deletionIn(made: ReadonlyMap<string, string>, deps: EffectDeps): Deletion {
  return {
    isThere: ({ manifest }) => made.has(manifest.key),
    effect: ({ manifest, owned }) => ({
      act: (acting) => {
        const resource = deps.kinds.require(manifest.ref, versionOf(manifest.apiVersion));
        const place = { resource, namespace: manifest.ref.namespace, name: manifest.name };
        const uid = made.get(manifest.key) ?? "";
        return deleteObject({ place, uid, labelled: owned }, deps).act(acting);
      },
    }),
  };
}

/** Returns the tasks that carry out a deletion plan. */
export function removalTasks(
  plan: Plan,
  {
    operation,
    timeout,
    removing,
  }: { readonly operation: Operation; readonly timeout: Duration; readonly removing: PruneOptions },
): TaskList {
  const tasks = planToTasks(plan, {
    operation,
    effect: (object) => removeObject(object, removing),
    external: (wait) => awaiting(wait, removing.deps, timeout),
  });
  return { groups: groupsOf(plan, operation), tasks: tasks.map((task) => ({ ...task, timeout })) };
}

function awaiting(
  { on, until }: Wait,
  deps: EffectDeps,
  timeout: Duration,
): ReturnType<TaskFactory["external"]> {
  const ref = parseRef(on);
  if (ref === undefined || until === "deleting") {
    throw new BugError(`"${on}" until ${until} is nothing to wait for outside the set`);
  }
  return { effect: awaitExternal({ ref, until }, deps), timeout, task: targetOf(ref) };
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

/** Options for applying an object of the plan. */
interface Applying extends Pick<ObjectWrite, "unawaited" | "madeBefore" | "isKept"> {
  readonly object: PlannedObject;
}

function effectOf(decision: Decision, { object, ...applying }: Applying, deps: EffectDeps): Effect {
  const judging = judgingOf(object);
  if (object.treatment.isExternal && decision.type === "left") {
    return awaitExternal({ ref: object.manifest.ref, until: "ready" }, deps);
  }
  if (decision.type === "apply") {
    return applyObject({ ...decision, ...applying, manifest: object.manifest, judging }, deps);
  }
  const labelled = object.owned;
  return { act: () => settled(decision, { ...applying, judging, labelled }, deps) };
}

function judgingOf({ hook, treatment: { failuresAllowed } }: PlannedObject): ReadinessOptions {
  return { completes: hook !== null, ...(failuresAllowed === null ? {} : { failuresAllowed }) };
}

/** The result for an object that needs no write. */
async function settled(
  decision: Exclude<Decision, { readonly type: "apply" }>,
  {
    unawaited,
    judging,
    labelled,
  }: { readonly unawaited: boolean; readonly judging: ReadinessOptions; readonly labelled: boolean },
  deps: EffectDeps,
): Promise<EffectResult> {
  const { choices, readiness } = deps;
  if (decision.type === "foreign") {
    throw new Error(decision.reason);
  }
  if (decision.live !== undefined) {
    deps.live.found(decision.live, { labelled, presenceOnly: decision.type === "left" });
  }
  if (decision.type === "left") {
    return Promise.resolve({ change: "unchanged", message: decision.reason });
  }
  const uid = uidOf(decision.live);
  return choices.dryRun !== false || unawaited
    ? { change: "unchanged", uid, unwatched: true }
    : {
        change: "unchanged",
        uid,
        follow: readiness.follow(decision.live, {
          ...judging,
          changed: false,
          look: () => {
            void recheck(decision.live, deps);
          },
          read: () => {
            void readAgain(decision.live, deps);
          },
        }),
      };
}

/**
 * Reads an object once more before it is waited for: what watches have reported since the run was decided was
 * not kept.
 */
async function recheck(live: JsonObject, deps: EffectDeps): Promise<void> {
  const place = servedPlace(live, deps);
  if (place !== undefined) {
    void deps.liveObjects.openFor(place, true);
    await readAgain(live, deps);
  }
}
