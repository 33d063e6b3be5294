import { nameObjects, nameSet, type ObjectNames } from "../../object/object-name.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";

/** The names of the objects of a plan for people. */
export interface PlanNames {
  /** The namespace of all namespaced objects of the plan; undefined if there is not exactly one. */
  readonly namespace: string | undefined;
  /** Whether the objects of the plan are in several namespaces, so that each has to be shown with its own. */
  readonly spansNamespaces: boolean;
  /** Returns the name of an object of the plan, with its namespace if the plan spans several. */
  readonly nameOf: (object: PlannedObject) => string;
  /** Returns the name of an object in a line about `object`; with its namespace only if that differs. */
  readonly nameBeside: (object: PlannedObject, key: string) => string;
}

/** Names the objects of a plan, and external ones that they wait for. Complexity: O(objects + waits). */
export function namePlan({ groups }: Plan): PlanNames {
  const objects = groups.flatMap((group) => group.objects);
  const own = nameSet(objects.map(({ manifest }) => manifest.key));
  const names: ObjectNames = nameObjects(mentioned(objects), own.namespace);
  return {
    namespace: own.namespace,
    spansNamespaces: own.namespaces.length > 1,
    nameOf: ({ manifest }) => names.nameOf(manifest.key),
    nameBeside: ({ manifest }, key) => names.nameOf(key, manifest.ref.namespace),
  };
}

function* mentioned(objects: readonly PlannedObject[]): Generator<string> {
  for (const { manifest, movedFor, waitsFor } of objects) {
    yield manifest.key;
    yield* waitsFor.map(({ on }) => on);
    if (movedFor !== null) {
      yield movedFor;
    }
  }
}
