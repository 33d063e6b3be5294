/**
 * The hooks around a deletion. They are taken from the newest revision, since the manifests are no longer
 * available.
 */
import { latestOf } from "../../inventory/history.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import { readManifests } from "../../manifest/parse-manifests.ts";
import { resolveManifests } from "../../manifest/resolve-manifests.ts";
import { findHooks } from "../../plan/find-hooks.ts";
import type { Stage } from "../../order/model/edge.ts";
import type { Plan, PlanGroup, PlannedObject } from "../../plan/plan.ts";
import { type ReleaseDecision, decideRelease } from "../decide/decide-release.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { joinTasks, type TaskList } from "../model/task.ts";
import type { ReleaseLocation } from "../store/applyset-store.ts";
import { RefusedError } from "../model/refused-error.ts";
import { applyTasks, removalTasks } from "./build-tasks.ts";
import { loadRevision, sourcesOf } from "../store/revision-store.ts";

/**
 * Returns the objects of the newest revision, to take the hooks from; even of a failed one, since what it has
 * started may need them. Empty if no revision is kept; if its content is lost the run reports that and
 * continues without hooks. Throws a RefusedError if the content exists but cannot be read, unless no hooks
 * are requested: a backup before the deletion must not be skipped.
 */
export async function objectsOfNewest(
  { history }: ParentRecord,
  place: ReleaseLocation,
  isAsked: boolean,
): Promise<readonly ReadObject[]> {
  const latest = latestOf(history);
  if (latest === undefined) {
    return [];
  }
  const content = await loadRevision(latest, place);
  if (!("fault" in content)) {
    return sourcesOf(latest.number, content).flatMap((source) => readManifests(source).objects);
  }
  if (isAsked && !content.isLost) {
    throw new RefusedError(
      `${content.fault}; its hooks cannot run: use --hooks=false to delete without them`,
    );
  }
  if (isAsked) {
    const { clock, emit } = place.context;
    emit({
      type: "notice",
      at: clock.now(),
      level: "warning",
      message: `${content.fault}; no hooks run`,
    });
  }
  return [];
}

/** The keys of the hooks among the objects of a revision, whatever their events. */
export function hookKeys(objects: readonly ReadObject[], namespace: string): ReadonlySet<string> {
  const hooks = findHooks(objects);
  const { manifests } = resolveManifests(objects, namespace);
  return new Set(manifests.filter(({ value }) => hooks.has(value)).map(({ key }) => key));
}

/** The tasks of a deletion: the hooks before it, the deletion itself, the hooks after it. */
export async function deletionTasks(
  plan: Plan,
  record: ParentRecord,
  { making, external }: { readonly making: Parameters<typeof removalTasks>[1]; readonly external: number },
): Promise<TaskList> {
  const { deps } = making.removing;
  const before = hooksOf(plan, "pre");
  const after = hooksOf(plan, "post");
  const decisions = await decideHooks({ ...plan, groups: [...before.groups, ...after.groups] }, record, deps);
  const running = { deps, external };
  const removal = removalTasks(
    partOf(plan, (group) => !group.objects.some(isHook)),
    making,
  );
  const until = joinTasks(applyTasks(before, decisions, running), removal);
  return joinTasks(until, applyTasks(after, decisions, running));
}

/**
 * The hooks of a stage. Whatever they ask for, they belong to no release: soon there is none that they could
 * belong to. A hook before the deletion that already exists as an ordinary object of the release stays one
 * until it is deleted with the rest.
 */
function hooksOf(plan: Plan, stage: Stage): Plan {
  const hooks = partOf(plan, (group) => group.stage === stage && group.objects.some(isHook));
  const going = new Set(
    plan.groups.flatMap(({ objects }) =>
      objects.filter((object) => !isHook(object)).map(({ manifest }) => manifest.key),
    ),
  );
  const groups = hooks.groups.map((group) => ({
    ...group,
    objects: group.objects.map((object) => ({
      ...object,
      owned: object.owned && stage === "pre" && going.has(object.manifest.key),
    })),
  }));
  return { ...hooks, groups };
}

function isHook({ hook }: PlannedObject): boolean {
  return hook !== null;
}

async function decideHooks(
  plan: Plan,
  record: ParentRecord,
  deps: EffectDeps,
): Promise<ReleaseDecision["decisions"]> {
  if (plan.groups.length === 0) {
    return new Map();
  }
  const request = { inventoryPolicy: "adopt", prune: false } as const;
  return (await decideRelease(plan, record, { deps, request })).decisions;
}

/** Consecutive groups of a plan, numbered from 1: being appended is what keeps them after the others. */
function partOf(plan: Plan, belongs: (group: PlanGroup) => boolean): Plan {
  const groups = plan.groups.filter((group) => group.objects.length > 0 && belongs(group));
  const numbers = new Map(groups.map(({ index }, at) => [index, at + 1]));
  const renumbered = (indices: readonly number[]): readonly number[] =>
    indices.flatMap((index) => numbers.get(index) ?? []);
  return {
    ...plan,
    groups: groups.map((group) => ({
      ...group,
      index: numbers.get(group.index) ?? 0,
      after: renumbered(group.after),
      objects: group.objects.map((object) => ({
        ...object,
        after: object.after === null ? null : renumbered(object.after),
      })),
    })),
  };
}
