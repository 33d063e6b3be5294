import type { JsonObject } from "../../../object/json.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { withLabels, withStatus } from "../resource/metadata.ts";
import { type ModuleRelease, policyLabel, type ReleasePhase } from "../resource/module-release.ts";
import { formatSeconds } from "../resource/timestamp-text.ts";

/** How a release stands after a rule: its phase and what is told of it. */
export interface PhaseMessage {
  readonly phase: ReleasePhase;
  /** Empty for none. */
  readonly message?: string;
}

/** The release as it is stored now; the one given where it is gone. */
export function latest(objects: ModuleObjects, release: ModuleRelease): ModuleRelease {
  return objects.release(release.name) ?? release;
}

/**
 * Puts a release into a phase, with its message. A change of phase is timed, but for the one to Deployed:
 * that keeps the time since when the release is known. `now` is milliseconds since 1970.
 */
export function setPhase(
  objects: ModuleObjects,
  release: ModuleRelease,
  { phase, message = "", now }: PhaseMessage & { readonly now: number },
): ModuleRelease {
  const current = latest(objects, release);
  if (current.isPhaseStored && current.phase === phase && current.message === message) {
    return current;
  }
  const isTimed = (current.isNew || current.phase !== phase) && phase !== "Deployed";
  return putRelease(
    objects,
    withStatus(current.object, {
      phase,
      ...(current.message === message ? {} : { message: message === "" ? undefined : message }),
      ...(isTimed ? { transitionTime: formatSeconds(now) } : {}),
    }),
    current,
  );
}

/**
 * Writes down on a release of which module it is, and how it stands unless it is Pending: people select by
 * these labels.
 */
export function putLabels(objects: ModuleObjects, release: ModuleRelease): ModuleRelease {
  const current = latest(objects, release);
  const status = current.phase === "Pending" ? undefined : current.phase.toLowerCase();
  const { labels, module } = current;
  return labels.has("module") && labels.get("status") === status
    ? current
    : putRelease(
        objects,
        withLabels(current.object, { module: labels.get("module") ?? module, status }),
        current,
      );
}

/** Writes down that nothing names a policy for the release. */
export function putNoPolicy(objects: ModuleObjects, release: ModuleRelease): void {
  const current = latest(objects, release);
  if (!current.labels.has(policyLabel)) {
    objects.put(withLabels(current.object, { [policyLabel]: "" }));
  }
}

/** `status.approved` tells what was found of an approval where each release needs one. */
export function putApproved(objects: ModuleObjects, release: ModuleRelease): void {
  const current = latest(objects, release);
  if (current.approved !== current.isApproved) {
    objects.put(withStatus(current.object, { approved: current.isApproved }));
  }
}

/** Takes an object in the place of a release; gives the release that it is. */
export function putRelease(objects: ModuleObjects, object: JsonObject, before: ModuleRelease): ModuleRelease {
  objects.put(object);
  return latest(objects, before);
}
