import { readKappConfigs } from "../manifest/kapp-config.ts";
import { manifestFromLive, type Manifest, type ReadObject } from "../manifest/manifest.ts";
import { type ServedScope, resolveManifests } from "../manifest/resolve-manifests.ts";
import { compareDiagnostics } from "../object/diagnostic/diagnostic.ts";
import type { JsonObject } from "../object/json.ts";
import { groupKindKey, groupOf } from "../object/object-ref.ts";
import { defaultDeployPolicy } from "../object/deploy-policy.ts";
import { makePlan } from "./make-plan.ts";
import { type Plan, type PlanGroup, type PlannedObject, untilRank } from "./plan.ts";
import type { PlanningRequest } from "./plan-request.ts";

/** A request to plan the deletion of live objects. */
export interface RemovalRequest extends Pick<
  PlanningRequest,
  "release" | "namespace" | "timeout" | "served"
> {
  /**
   * The manifests of a revision: those that run before and after a deletion are planned around it, to be
   * applied. All others are known but not planned. Such a manifest and a live object may have the same name:
   * the one runs, the other is deleted.
   */
  readonly hooks?: readonly ReadObject[];
}

/**
 * Plans the deletion of live objects by the same rules as their creation, in reverse. Nothing may be left
 * out: objects that cannot be ordered (a dependency cycle) go first and wait for nothing. Whatever has a
 * `hook` is to be applied, all else to be deleted.
 */
export function planDeletion(objects: readonly JsonObject[], request: RemovalRequest): Plan {
  const { hooks = [], ...common } = request;
  const read = objects.map((object) => manifestFromLive(object));
  const planning = {
    ...common,
    served: scopesOf(read, request.served),
    found: [],
    action: "delete",
    externalDeps: "ignore",
    invalid: "skip",
  } as const;
  const configs = read.flatMap(({ value, document, path }) => readKappConfigs(value, document, path).configs);
  const { plan } = makePlan({ ...planning, objects: read, configs, part: "members" });
  const around = makePlan({ ...planning, objects: hooks, part: "hooks" }).plan;
  const planned = new Set(plan.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest.key)));
  const { manifests } = resolveManifests(read, request.namespace, planning.served);
  const rest = manifests.filter(({ key }) => !planned.has(key));
  const main =
    rest.length === 0
      ? plan.groups
      : [unordered(rest, request), ...plan.groups.map((group) => shiftGroup(group, 1))];
  return {
    ...plan,
    groups: wrapGroups(main, around.groups),
    diagnostics: [...plan.diagnostics, ...around.diagnostics].toSorted(compareDiagnostics),
  };
}

/** Determines the scope of kinds from live objects, even if their CRD is not among them. */
function scopesOf(objects: readonly ReadObject[], served: ServedScope = () => undefined): ServedScope {
  const scopes = new Map(
    objects.map(({ apiVersion, kind, namespace }) => [
      groupKindKey({ group: groupOf(apiVersion), kind }),
      namespace !== "",
    ]),
  );
  return (kind) => scopes.get(groupKindKey(kind)) ?? served(kind);
}

/** A group ahead of all others, whose objects wait for nothing. */
function unordered(rest: readonly Manifest[], { timeout }: Pick<PlanningRequest, "timeout">): PlanGroup {
  const objects = rest.map((manifest): PlannedObject => ({
    manifest,
    hook: null,
    owned: true,
    deletePolicy: [],
    treatment: defaultDeployPolicy,
    timeout,
    freed: false,
    after: null,
    movedFor: null,
    waitsFor: [],
  }));
  return { index: 1, stage: "main", weight: null, after: [], objects };
}

/** The group shifted by so many places, with all references to other groups. */
export function shiftGroup(group: PlanGroup, places: number): PlanGroup {
  return barred({ ...group, index: group.index + places }, (after) => after.map((index) => index + places));
}

/**
 * Puts groups between those of another plan: after its stage `pre` and before its stage `post`, which wait
 * for each other in turn. For example `main` of two groups between the hooks 1 (pre) and 2 (post): 1, then 2
 * and 3 after 1, then 4 after 3.
 */
export function wrapGroups(main: readonly PlanGroup[], around: readonly PlanGroup[]): readonly PlanGroup[] {
  if (around.length === 0 || main.length === 0) {
    return [...around, ...main];
  }
  const pre = around.filter(({ stage }) => stage === "pre");
  const before = endsOf(pre);
  const between = main.map((group) =>
    barred(shiftGroup(group, pre.length), (after) => (after.length === 0 ? before : after)),
  );
  const ends = endsOf(between);
  const post = around
    .filter(({ stage }) => stage === "post")
    .map((group) =>
      barred(shiftGroup(group, main.length), (after) =>
        after.some((index) => index > pre.length + main.length) ? after : ends,
      ),
    );
  return [...pre, ...between, ...post];
}

/**
 * The groups after which all of these groups are done: none among them waits for these, as a group or member
 * by member.
 */
function endsOf(groups: readonly PlanGroup[]): readonly number[] {
  const objects = groups.flatMap((group) => group.objects);
  const named = new Set([...groups, ...objects].flatMap(({ after }) => after ?? []));
  const awaited = new Set(
    objects.flatMap(({ waitsFor }) =>
      waitsFor.filter(({ until, external }) => untilRank[until] === 0 && !external).map(({ on }) => on),
    ),
  );
  // Groups of the same stage do not wait for freed members of those that they name.
  return groups
    .filter(({ index, objects: members }) =>
      members.some(
        ({ manifest, after }) => !awaited.has(manifest.key) && (after !== null || !named.has(index)),
      ),
    )
    .map(({ index }) => index);
}

function barred(group: PlanGroup, change: (after: readonly number[]) => readonly number[]): PlanGroup {
  return {
    ...group,
    after: change(group.after),
    objects: group.objects.map((object) => ({
      ...object,
      after: object.after === null ? null : change(object.after),
    })),
  };
}
