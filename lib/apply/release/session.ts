import { membersSelector } from "../../inventory/apply-set.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { formatRef, groupKindKey, type ObjectRef } from "../../object/object-ref.ts";
import { hasSyncOption } from "../../object/sync-options.ts";
import { ReadinessLookups, definitionsByKind } from "../observe/readiness-lookups.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import { LiveTracker } from "../observe/live-tracker.ts";
import { LogFollower } from "../logs/log-follower.ts";
import { OwnedPods } from "../observe/owned-pods.ts";
import { ReadinessWatch } from "../observe/readiness-watch.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import { LiveObjectCache } from "../observe/live-object-cache.ts";
import type { RunContext } from "../model/run-context.ts";

/** Everything that observes the cluster during a run, with a function to close it. */
export interface Session {
  readonly deps: EffectDeps;
  readonly pods: OwnedPods;
  readonly logs: LogFollower;
  readonly close: () => void;
}

/** Inputs of a session. */
export interface SessionOptions {
  readonly kinds: RestMapper;
  /** The id of the ApplySet. */
  readonly id: string;
  /** The objects of the set; empty for a deletion. */
  readonly objects: readonly SessionObject[];
  /** As in `EffectDeps`; empty by default. */
  readonly deprecated?: ReadonlySet<string>;
  /** A cache of the release's objects that was opened before; a new one by default. */
  readonly liveObjects?: LiveObjectCache | undefined;
}

/** An object of the set. */
export interface SessionObject {
  readonly ref: ObjectRef;
  readonly value: JsonObject;
  /**
   * It is explicitly declared to come after something else: what it waits for may be what creates its kind.
   */
  readonly comesAfter: boolean;
}

/** Opens the live object cache and what reads from it. Sends nothing yet. */
export function openSession(
  facts: SessionOptions,
  request: Pick<ReleaseRequest, "choices" | "readiness" | "healthRules" | "logs" | "onWritten">,
  context: RunContext,
): Session {
  const { kinds } = facts;
  const labelSelector = membersSelector(facts.id);
  const liveObjects = facts.liveObjects ?? new LiveObjectCache(context, labelSelector);
  const definitions = definitionsByKind(facts.objects.map(({ value }) => value));
  const pods = new OwnedPods(context, kinds);
  const logs = new LogFollower(context, { pods, isOn: request.logs ?? true });
  const readiness = new ReadinessWatch(context, {
    liveObjects,
    pods,
    logs,
    facts: new ReadinessLookups(context, kinds, definitions),
    mode: request.readiness,
    healthRules: request.healthRules,
  });
  return {
    pods,
    logs,
    deps: {
      context,
      kinds,
      liveObjects,
      live: new LiveTracker(context, { kinds, liveObjects, labelSelector }),
      readiness,
      choices: request.choices,
      prospects: prospectsIn(facts.objects, definitions),
      deprecated: facts.deprecated ?? new Set(),
      written: request.onWritten ?? ((): void => {}),
    },
    close: () => {
      logs.close();
      liveObjects.close();
      pods.close();
    },
  };
}

/** The dependencies that each object can expect to appear: what it lacks now may come from the set. */
function prospectsIn(
  objects: readonly SessionObject[],
  definitions: ReadonlyMap<string, JsonObject>,
): EffectDeps["prospects"] {
  const aggregated = new Set(objects.flatMap(({ ref, value }) => aggregatedGroup(ref, value)));
  const keys = new Set(objects.map(({ ref }) => formatRef(ref)));
  const awaiting = new Set(objects.filter(awaitsItsKind).map(({ ref }) => formatRef(ref)));
  return ({ group, kind, namespace, name }) => ({
    namespaceComes: keys.has(formatRef({ group: "", kind: "Namespace", namespace: "", name: namespace })),
    kindComes:
      definitions.has(groupKindKey({ group, kind })) ||
      aggregated.has(group) ||
      awaiting.has(formatRef({ group, kind, namespace, name })),
  });
}

/** Reports whether an object may wait for its kind although nothing in the set defines that. */
function awaitsItsKind({ comesAfter, value }: SessionObject): boolean {
  return comesAfter || hasSyncOption(value, "SkipDryRunOnMissingResource=true");
}

/** The group that an APIService of the set provides: its kinds are known only to its server. */
function aggregatedGroup({ group, kind }: ObjectRef, value: JsonObject): readonly string[] {
  const brought =
    group === "apiregistration.k8s.io" && kind === "APIService"
      ? stringField(objectField(value, "spec"), "group")
      : undefined;
  return brought === undefined ? [] : [brought];
}
