import type { Manifest } from "../../lib/manifest/manifest.ts";
import { objectField, stringField } from "../../lib/object/json.ts";
import type { Plan } from "../../lib/plan/plan.ts";
import { makeSchedule } from "../../lib/plan/schedule.ts";

/**
 * Returns the critical path of a plan in seconds: the time until everything is ready, if each object were
 * written the moment that the plan allows it, and were ready that many seconds later.
 */
export function criticalPath(plan: Pick<Plan, "groups">, secondsOf: (manifest: Manifest) => number): number {
  return makeSchedule(plan, ({ manifest }) => secondsOf(manifest)).total;
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
