import { manifestHash } from "../../inventory/applyset-membership.ts";
import { field, type JsonObject, objectField } from "../../object/json.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Outcome } from "../model/event.ts";

/**
 * Returns the Jobs of a plan that have completed and have a TTL, with the hash of their manifest, by key:
 * once such a Job has removed itself it still counts as applied, until its manifest changes.
 */
export function finishedJobs(
  plan: Plan,
  before: ReadonlyMap<string, string>,
  outcomes: readonly Outcome[],
): ReadonlyMap<string, string> {
  const completed = new Set(
    outcomes
      .filter(({ operation, reconcile }) => operation === "apply" && reconcile === "Succeeded")
      .map(({ target }) => target.key),
  );
  const jobs = plan.groups
    .flatMap((group) => group.objects)
    .filter(({ manifest, hook }) => manifest.kind === "Job" && hook === null && hasTtl(manifest.value));
  const finished = new Map<string, string>();
  for (const { manifest } of jobs) {
    const hash = manifestHash(manifest.value);
    if (completed.has(manifest.key) || before.get(manifest.key) === hash) {
      finished.set(manifest.key, hash);
    }
  }
  return finished;
}

function hasTtl(job: JsonObject): boolean {
  return field(objectField(job, "spec"), "ttlSecondsAfterFinished") !== undefined;
}
