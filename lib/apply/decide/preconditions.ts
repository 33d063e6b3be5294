/** Checks before anything is written which objects cannot be created for lack of a namespace or kind. */
import { ApiError } from "../../client/model/api-error.ts";
import type { Plan, PlanGroup, PlannedObject } from "../../plan/plan.ts";
import type { ReleaseDecision } from "./decide-release.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { getIfExists } from "../store/applyset-store.ts";
import { RefusedError } from "../model/refused-error.ts";
import { blockersOf } from "../../readiness/condition/deletion-blockers.ts";
import type { JsonObject } from "../../object/json.ts";
import { isTerminating } from "../../object/metadata.ts";

/** The number of objects to name. */
const mostNamed = 3;

/**
 * Throws a RefusedError if objects are to be created in a namespace that neither exists nor is in the set, or
 * are of a kind that is not served and that nothing in the set defines: one line per namespace and kind.
 * Objects that come after others pass, since those may bring what they need: hooks, operators, any explicit
 * dependency. Costs one request for each namespace that holds nothing of the release yet.
 */
export async function demandPlaces(plan: Plan, decided: ReleaseDecision, deps: EffectDeps): Promise<void> {
  const created = createdFirst(plan, decided);
  const refusals = [
    ...unservedKinds(created, deps),
    ...(await missingNamespaces(created, { plan, decided, deps })),
  ];
  if (refusals.length > 0) {
    throw new RefusedError(refusals.join("\n"));
  }
}

/** The objects that are created and wait for nothing that could bring what they need. */
function createdFirst({ groups }: Plan, { decisions }: ReleaseDecision): readonly PlannedObject[] {
  const isQuiet = new Map(groups.map(({ index, stage }) => [index, stage === "crds"]));
  const isFirst = (group: PlanGroup, object: PlannedObject): boolean =>
    (object.after ?? group.after).every((index) => isQuiet.get(index) === true) &&
    object.waitsFor.every(({ until, rule }) => until !== "ready" || ownNeeds.has(rule));
  return groups.flatMap((group) =>
    group.objects.filter((object) => {
      const decision = decisions.get(object);
      return decision?.type === "apply" && decision.live === undefined && isFirst(group, object);
    }),
  );
}

/** Rules whose edges bring an object nothing beyond its own namespace and definition. */
const ownNeeds: ReadonlySet<string> = new Set(["namespace", "custom-resource"]);

function unservedKinds(
  created: readonly PlannedObject[],
  { kinds, prospects }: EffectDeps,
): readonly string[] {
  const unserved = created.filter(
    ({ manifest: { ref } }) =>
      kinds.find(ref) === undefined && kinds.whyUnknown(ref) === undefined && !prospects(ref).kindComes,
  );
  return [...Map.groupBy(unserved, ({ manifest }) => `${manifest.kind} of ${manifest.apiVersion}`)].map(
    ([kind, objects]) =>
      `the server does not serve ${kind}, and no CustomResourceDefinition of the set defines it (${namesOf(objects)}): add the definition, or wait for it with --external-deps=wait`,
  );
}

async function missingNamespaces(
  created: readonly PlannedObject[],
  {
    plan,
    decided,
    deps,
  }: { readonly plan: Plan; readonly decided: ReleaseDecision; readonly deps: EffectDeps },
): Promise<readonly string[]> {
  const used = new Set(
    [...decided.decisions].flatMap(([{ manifest }, decision]) =>
      decision.type !== "foreign" && decision.live !== undefined ? [manifest.ref.namespace] : [],
    ),
  );
  const open = Map.groupBy(
    created.filter(({ manifest: { ref } }) => ref.namespace !== "" && !deps.prospects(ref).namespaceComes),
    ({ manifest }) => manifest.ref.namespace,
  );
  const looked = [...open].filter(([name]) => !used.has(name) && name !== plan.namespace);
  const found = await Promise.all(looked.map(async ([name, objects]) => judgeNamespace(name, objects, deps)));
  return found.filter((refusal) => refusal !== undefined);
}

async function judgeNamespace(
  name: string,
  objects: readonly PlannedObject[],
  deps: EffectDeps,
): Promise<string | undefined> {
  const found = await readNamespace(name, deps);
  if (found === undefined) {
    return `namespace ${name} does not exist and is not in the set (${namesOf(objects)}): add it to the set, create it, or wait for it with --external-deps=wait`;
  }
  if (found !== "hidden" && isTerminating(found)) {
    const held = blockersOf(found).join("; ");
    const message = `namespace ${name} is being deleted and accepts no objects until it is recreated${held === "" ? "" : `; it is held up by ${held}`}`;
    const { clock, emit } = deps.context;
    emit({ type: "notice", at: clock.now(), level: "warning", message });
  }
  return undefined;
}

async function readNamespace(
  name: string,
  { kinds, context }: EffectDeps,
): Promise<JsonObject | "hidden" | undefined> {
  const resource = kinds.require({ group: "", kind: "Namespace" }, "v1");
  try {
    return await getIfExists({ resource, namespace: "", name }, context);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      return "hidden";
    }
    throw error;
  }
}

function namesOf(objects: readonly PlannedObject[]): string {
  const named = objects.slice(0, mostNamed).map(({ manifest }) => `${manifest.kind}/${manifest.name}`);
  const more = objects.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The number of refusals to report; there may be thousands. */
const maxReported = 5;

/**
 * Throws a RefusedError if it is known before anything is sent that some object cannot be written and hooks
 * would run in vain: a migration is not something to try out. If no hooks run first, the other objects are
 * applied regardless.
 */
export function refuseFutileHooks({ groups }: Plan, { decisions }: Pick<ReleaseDecision, "decisions">): void {
  const hasHooksFirst = groups.some(
    ({ stage, objects }) => stage === "pre" && objects.some(({ hook, owned }) => hook !== null && !owned),
  );
  const refusals = [...decisions].flatMap(([{ hook, manifest }, decision]) =>
    decision.type === "foreign" && (hasHooksFirst || hook !== null)
      ? [`${manifest.key}: ${decision.reason}`]
      : [],
  );
  if (refusals.length > 0) {
    const reported = refusals.slice(0, maxReported);
    const more = refusals.length > maxReported ? [`and ${refusals.length - maxReported} more`] : [];
    throw new RefusedError([...reported, ...more].join("\n"));
  }
}
