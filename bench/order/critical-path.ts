import type { Manifest } from "../../lib/manifest/manifest.ts";
import { objectField, stringField } from "../../lib/object/json.ts";
import type { Plan, PlannedObject } from "../../lib/plan/plan.ts";

/**
 * Returns the critical path of a plan in seconds: the time until everything is ready, if each object were
 * written the moment that the plan allows it, and were ready that many seconds later.
 */
export function criticalPath(
  { groups }: Pick<Plan, "groups">,
  secondsOf: (manifest: Manifest) => number,
): number {
  const all = groups.flatMap((group) =>
    group.objects.map((object) => ({ object, after: object.after ?? group.after })),
  );
  const afterOf = new Map(all.map(({ object, after }) => [object, after]));
  const byKey = new Map(all.map(({ object }) => [object.manifest.key, object]));
  const members = new Map(groups.map(({ index, objects }) => [index, objects]));
  const known = new Map<PlannedObject, number>();
  const startOf = (object: PlannedObject): number => {
    const found = known.get(object);
    if (found !== undefined) {
      return found;
    }
    const earlier = (afterOf.get(object) ?? []).flatMap((index) => members.get(index) ?? []);
    const edges = object.waitsFor.flatMap(({ on, until }) => {
      const other = byKey.get(on);
      return other === undefined ? [] : [until === "ready" ? endOf(other) : startOf(other)];
    });
    const start = Math.max(0, ...earlier.map(endOf), ...edges);
    known.set(object, start);
    return start;
  };
  const endOf = (object: PlannedObject): number => startOf(object) + secondsOf(object.manifest);
  return Math.max(0, ...all.map(({ object }) => endOf(object)));
}

/** The seconds that the pods of a workload are annotated to take; 0 without an annotation. */
export function writtenSeconds({ value }: Pick<Manifest, "value">): number {
  const template = objectField(objectField(value, "spec"), "template");
  const annotations = objectField(objectField(template, "metadata"), "annotations");
  const times = ["converge.test/ready-after", "converge.test/complete-after"].map((key) =>
    Number.parseFloat(stringField(annotations, key) ?? "0"),
  );
  return Math.max(...times);
}
