import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { field, type JsonObject, listField, objectField, stringField } from "../../object/json.ts";
import { finalizersOf, metadataOf, refOf } from "../../object/metadata.ts";
import { compareText, formatRef } from "../../object/object-ref.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Place } from "../../client/model/cluster.ts";
import { isWorkload } from "../../order/index/workload.ts";
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
export interface HintSources {
  /** Its live objects, by key. */
  readonly live: ReadonlyMap<string, JsonObject>;
  /** The manifests that its newest revision has sent: controllers may be among them, and gone. */
  readonly sent: readonly Manifest[];
  readonly plan: (objects: readonly JsonObject[]) => Plan;
  /** The source of changes of its live objects. */
  readonly liveObjects: Pick<LiveObjectCache, "listen">;
}

/** Returns the hints for a release. Its deletion is planned once, when the first object hangs. */
export function finalizerHints(known: HintSources): FinalizerHints {
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
    textFor: (object, place) =>
      finalizersOf(object).length === 0
        ? undefined
        : textOf(describe(controllersOf(object), now), finalizerRemedy(object, place)),
    listen: (object, changed) => {
      const follow = (key: string): (() => void) =>
        known.liveObjects.listen(key, (controller, isGone) => {
          if (isGone) {
            now.delete(key);
          } else {
            now.set(key, controller);
          }
          changed();
        });
      const stops = controllersOf(object).map(follow);
      return () => {
        for (const stop of stops) {
          stop();
        }
      };
    },
  };
}

/** A description of the controllers of an object; without a text if there are none. */
interface Description {
  readonly text?: string;
  readonly isRunning: boolean;
}

function textOf({ text, isRunning }: Description, remedy: string | undefined): string | undefined {
  const without = remedy === undefined || isRunning ? [] : [`to give up what it is for: ${remedy}`];
  const all = [...(text === undefined ? [] : [text]), ...without];
  return all.length === 0 ? undefined : all.join("; ");
}

/** Describes whether one of the controllers can do its work. */
function describe(controllers: readonly string[], now: ReadonlyMap<string, JsonObject>): Description {
  if (controllers.length === 0) {
    return { isRunning: false };
  }
  const present = controllers.filter((key) => now.has(key));
  const ready = present.filter((key) => hasReadyPods(now.get(key) ?? {}) !== false);
  if (ready.length > 0) {
    const text = `${mayRemove(ready)} and is kept until then; if it lacks something, run converge apply again`;
    return { text, isRunning: true };
  }
  const state = present.length > 0 ? "has no ready pods" : "no longer exists: converge apply recreates it";
  return { text: `${mayRemove(present.length > 0 ? present : controllers)} but ${state}`, isRunning: false };
}

function mayRemove(keys: readonly string[]): string {
  return `${keys.join(" or ")} of this release may remove it`;
}

/** Reports whether pods of a workload are ready; undefined if it does not report that. */
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
function controllersIn({ live, sent, plan }: HintSources): ReadonlyMap<string, readonly string[]> {
  const gone = sent.filter(({ key }) => !live.has(key)).map((manifest) => placedValue(manifest));
  return controllersAmong(plan([...live.values(), ...gone]));
}

/** Returns the object of a manifest with the namespace in which it is applied. */
export function placedValue({ value, ref }: Manifest): JsonObject {
  const place = ref.namespace === "" ? {} : { namespace: ref.namespace };
  return { ...value, metadata: { ...metadataOf(value), ...place } };
}

/**
 * Returns the keys of the workloads that outlive each custom resource of a deletion, by its key. What else
 * outlives it, such as the account with whose rights it is deleted, removes no finalizer.
 */
export function controllersAmong({ groups }: Plan): ReadonlyMap<string, readonly string[]> {
  const waits = groups.flatMap(({ objects }) =>
    objects
      .filter(({ manifest }) => isWorkload(manifest))
      .flatMap(({ manifest, waitsFor }) =>
        waitsFor
          .filter(({ rule, until }) => until === "absent" && controlling.has(rule))
          .map(({ on }) => ({ on, controller: manifest.key })),
      ),
  );
  return new Map(
    [...Map.groupBy(waits, ({ on }) => on)].map(([on, found]) => [
      on,
      [...new Set(found.map(({ controller }) => controller))].toSorted(compareText),
    ]),
  );
}

/** The kinds of workloads that may be controllers. */
export const workloadKinds: ReadonlySet<string> = new Set([
  "Deployment",
  "StatefulSet",
  "DaemonSet",
  "ReplicaSet",
  "Pod",
]);

/** The workloads with the name of a field manager that has set a finalizer, or with such a container. */
function namesakes(object: JsonObject, { live, sent }: HintSources): readonly string[] {
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
