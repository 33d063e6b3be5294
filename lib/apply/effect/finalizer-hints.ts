import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { field, type JsonObject, listField, objectField, stringField } from "../../object/json.ts";
import { finalizersOf, metadataOf, refOf } from "../../object/metadata.ts";
import { compareText, formatRef } from "../../object/object-ref.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Place } from "../../client/model/cluster.ts";
import type { RuleName } from "../../order/model/edge.ts";
import type { Plan } from "../../plan/plan.ts";
import { finalizerManagers } from "../../readiness/condition/deletion-blockers.ts";
import { statusCount } from "../../readiness/condition/readiness-result.ts";
import type { LiveObjectCache } from "../observe/live-object-cache.ts";
import { finalizerRemedy } from "./finalizer-remedy.ts";

/** Knows who may remove the finalizers of objects that are being deleted. */
export interface FinalizerHints {
  /**
   * Returns who may remove the finalizers of an object, whether that still runs, and how to do without;
   * undefined if there is nothing to say.
   */
  readonly textFor: (object: JsonObject, place: Place) => string | undefined;
  /** Calls back when the text for an object may have changed, until the returned function is called. */
  readonly listen: (object: JsonObject, changed: () => void) => () => void;
}

/** The known objects of a release that is being deleted. */
export interface KnownObjects {
  /** Its live objects, by key. */
  readonly live: ReadonlyMap<string, JsonObject>;
  /** The manifests that its newest revision has sent: controllers may be among them, and gone. */
  readonly sent: readonly Manifest[];
  readonly plan: (objects: readonly JsonObject[]) => Plan;
  /** Where changes of its live objects arrive. */
  readonly liveObjects: Pick<LiveObjectCache, "listen">;
}

/** Returns the hints for a release. Its deletion is planned once, when the first object hangs. */
export function finalizerHints(known: KnownObjects): FinalizerHints {
  const now = new Map<string, JsonObject>(known.live);
  let planned: ReadonlyMap<string, readonly string[]> | undefined;
  const controllersOf = (object: JsonObject): readonly string[] => {
    const ref = refOf(object);
    if (builtinKind(ref.group, ref.kind) !== undefined) {
      return [];
    }
    planned ??= controllersIn(known);
    return planned.get(formatRef(ref)) ?? namesakes(object, known);
  };
  return {
    textFor: (object, place) => {
      if (finalizersOf(object).length === 0) {
        return undefined;
      }
      const controllers = controllersOf(object);
      const { text, isRunning } = describe(controllers, now);
      const remedy = isRunning ? undefined : finalizerRemedy(object, place);
      const without = remedy === undefined ? [] : [`to give up what it is for: ${remedy}`];
      const all = [...(text === undefined ? [] : [text]), ...without];
      return all.length === 0 ? undefined : all.join("; ");
    },
    listen: (object, changed) => {
      const stops = controllersOf(object).map((key) =>
        known.liveObjects.listen(key, (controller, isGone) => {
          if (isGone) {
            now.delete(key);
          } else {
            now.set(key, controller);
          }
          changed();
        }),
      );
      return () => {
        for (const stop of stops) {
          stop();
        }
      };
    },
  };
}

/** Describes whether one of the controllers can do its work. */
function describe(
  controllers: readonly string[],
  now: ReadonlyMap<string, JsonObject>,
): { readonly text: string | undefined; readonly isRunning: boolean } {
  const present = controllers.flatMap((key) => {
    const live = now.get(key);
    return live === undefined ? [] : [{ key, isReady: hasReadyPods(live) }];
  });
  const ready = present.filter(({ isReady }) => isReady !== false);
  const named = (found: readonly { readonly key: string }[]): string =>
    `${found.map(({ key }) => key).join(" or ")} of this release may remove it`;
  if (ready.length > 0) {
    const text = `${named(ready)} and is kept until then; if it lacks something, run converge apply again`;
    return { text, isRunning: true };
  }
  if (present.length > 0) {
    return { text: `${named(present)} but has no ready pods`, isRunning: false };
  }
  const text =
    controllers.length === 0
      ? undefined
      : `${controllers.join(" or ")} of this release may remove it but no longer exists: converge apply recreates it`;
  return { text, isRunning: false };
}

/** Whether pods of a workload are ready; undefined if it does not report that. */
function hasReadyPods(workload: JsonObject): boolean | undefined {
  const status = objectField(workload, "status");
  if (Object.keys(status).length === 0) {
    return undefined;
  }
  const ready = statusCount(workload, "readyReplicas") + statusCount(workload, "numberReady");
  return ready > 0 || stringField(status, "phase") === "Running";
}

/** The rules by which a workload outlives a custom resource. */
const controlling: ReadonlySet<RuleName> = new Set(["controller", "conversion-webhook"]);

/** The workloads that outlive each object because they control it. */
function controllersIn({ live, sent, plan }: KnownObjects): ReadonlyMap<string, readonly string[]> {
  const gone = sent
    .filter(({ key }) => !live.has(key))
    .map(({ value, ref }) => ({
      ...value,
      metadata: {
        ...metadataOf(value),
        ...(ref.namespace === "" ? {} : { namespace: ref.namespace }),
      },
    }));
  const waits = plan([...live.values(), ...gone]).groups.flatMap(({ objects }) =>
    objects.flatMap(({ manifest, waitsFor }) =>
      waitsFor
        .filter(({ rule, until }) => until === "absent" && controlling.has(rule))
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

const workloadKinds: ReadonlySet<string> = new Set([
  "Deployment",
  "StatefulSet",
  "DaemonSet",
  "ReplicaSet",
  "Pod",
]);

/** The workloads with the name of a field manager that has set a finalizer, or with such a container. */
function namesakes(object: JsonObject, { live, sent }: KnownObjects): readonly string[] {
  const managers = new Set(finalizersOf(object).flatMap((finalizer) => finalizerManagers(object, finalizer)));
  const all = new Map<string, JsonObject>([...sent.map(({ key, value }) => [key, value] as const), ...live]);
  return [...all]
    .filter(
      ([, value]) =>
        workloadKinds.has(stringField(value, "kind") ?? "") &&
        namesOf(value).some((name) => managers.has(name)),
    )
    .map(([key]) => key)
    .toSorted(compareText);
}

function namesOf(workload: JsonObject): readonly string[] {
  const spec = objectField(workload, "spec");
  const template = field(field(spec, "template"), "spec") ?? spec;
  const containers = listField(template, "containers");
  return [workload["metadata"], ...containers].flatMap((named) => stringField(named, "name") ?? []);
}
