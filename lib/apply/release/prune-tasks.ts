import type { Plan } from "../../plan/plan.ts";
import type { ReleaseDecision } from "../decide/decide-release.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { TaskList } from "../model/task.ts";
import { neededBySet } from "../observe/prune-candidates.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import { planRemoval } from "../plan/plan-removal.ts";
import { removalTasks } from "./build-tasks.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import type { JsonObject } from "../../object/json.ts";
import { compareText, parseRef } from "../../object/object-ref.ts";

/** Dependencies of a prune besides the plan of the set and the decisions. */
interface Pruning {
  readonly deps: EffectDeps;
  readonly request: Pick<ReleaseRequest, "release" | "timeout" | "timeouts" | "deleteContents">;
}

/** Returns the tasks that delete what the release has and the set of the plan lacks, in deletion order. */
export function pruneTasks(
  plan: Plan,
  { candidates, owns, record }: Pick<ReleaseDecision, "candidates" | "owns" | "record">,
  { deps, request }: Pruning,
): TaskList {
  const { timeouts, deleteContents } = request;
  const { namespace } = plan;
  const finalizerHint = finalizerHints({
    live: candidates,
    sent: [],
    plan: (objects) => planRemoval(objects, { request, namespace }),
  });
  const neededBecause = neededBySet(plan);
  return removalTasks(planRemoval([...candidates.values()], { request, namespace }), {
    operation: "prune",
    timeout: timeouts.prune,
    removing: { deps, id: record.id, owns, deleteContents, neededBecause, finalizerHint },
  });
}

/** The known objects of a release that is being deleted. */
interface Known {
  /** Its live objects, by key. */
  readonly live: ReadonlyMap<string, JsonObject>;
  /** The manifests that its newest revision has sent: controllers may be among them, and gone. */
  readonly sent: readonly Manifest[];
  readonly plan: (objects: readonly JsonObject[]) => Plan;
}

/**
 * Returns a function that says who may remove the finalizers of a custom resource, by its key; undefined if
 * nothing in the release does. Planned once, on the first call, which is when an object hangs.
 */
export function finalizerHints(known: Known): (key: string) => string | undefined {
  let controllers: ReadonlyMap<string, readonly string[]> | undefined;
  return (key) => {
    const ref = parseRef(key);
    if (ref === undefined || builtinKind(ref.group, ref.kind) !== undefined) {
      return undefined;
    }
    controllers ??= controllersIn(known);
    const all = controllers.get(key) ?? [];
    const present = all.filter((controller) => known.live.has(controller));
    if (present.length > 0) {
      return `${present.join(" or ")} of this release may remove it and is kept until then; if it lacks something, run converge apply again`;
    }
    return all.length === 0
      ? undefined
      : `${all.join(" or ")} of this release may remove it but no longer exists: converge apply recreates it`;
  };
}

/** The workloads that outlive each object because they control it. */
function controllersIn({ live, sent, plan }: Known): ReadonlyMap<string, readonly string[]> {
  const gone = sent
    .filter(({ key }) => !live.has(key))
    .map(({ value, ref }) => ({
      ...value,
      metadata: {
        ...Object(value["metadata"]),
        ...(ref.namespace === "" ? {} : { namespace: ref.namespace }),
      },
    }));
  const waits = plan([...live.values(), ...gone]).groups.flatMap(({ objects }) =>
    objects.flatMap(({ manifest, waitsFor }) =>
      waitsFor
        .filter(({ rule, until }) => rule === "controller" && until === "absent")
        .map(({ on }) => ({ on, controller: manifest.key })),
    ),
  );
  return new Map(
    [...Map.groupBy(waits, ({ on }) => on)].map(([on, found]) => [
      on,
      found.map(({ controller }) => controller).toSorted(compareText),
    ]),
  );
}
