import type { JsonObject } from "../../../object/json.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { withLabels, withStatus, withAnnotations } from "../resource/metadata.ts";
import {
  type ModuleRelease,
  policyLabel,
  type ReleasePhase,
  applyNowAnnotations,
  forceAnnotation,
  reinstallAnnotation,
} from "../resource/module-release.ts";
import { formatSeconds } from "../../../object/timestamp.ts";
import { compareVersions } from "../../../object/semver/version.ts";
import type { ReleaseContext } from "./release-context.ts";

/** The phase and message of a release after a rule. */
interface PhaseMessage {
  readonly phase: ReleasePhase;
  /** Empty for none. */
  readonly message?: string;
}

/** Returns the current version of the release among the objects; the given one if it is gone. */
export function latest(objects: ModuleObjects, release: ModuleRelease): ModuleRelease {
  return objects.release(release.name) ?? release;
}

/**
 * Sets the phase of a release, and its message. A change of phase is timed, except one to Deployed, which
 * keeps the time since when the release is known. `now` is milliseconds since 1970.
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
 * Labels a release with its module, and with its phase unless it is Pending: users select by these labels.
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

/** Labels a release as having no named policy. */
export function putNoPolicy(objects: ModuleObjects, release: ModuleRelease): void {
  const current = latest(objects, release);
  if (!current.labels.has(policyLabel)) {
    objects.put(withLabels(current.object, { [policyLabel]: "" }));
  }
}

/** Sets `status.approved`, which shows whether an approval was found where each release needs one. */
export function putApproved(objects: ModuleObjects, release: ModuleRelease): void {
  const current = latest(objects, release);
  if (current.approved !== current.isApproved) {
    objects.put(withStatus(current.object, { approved: current.isApproved }));
  }
}

/** Replaces a release by an object, and returns it as a release. */
export function putRelease(objects: ModuleObjects, object: JsonObject, before: ModuleRelease): ModuleRelease {
  objects.put(object);
  return latest(objects, before);
}

/** Set on a release from its deployment until its module is ready again. */
export const updatingAnnotation = "modules.deckhouse.io/isUpdating";
const notifiedAnnotation = "modules.deckhouse.io/notified";

/** One-time requests of users, which a deployment completes. */
const done = Object.fromEntries(
  [forceAnnotation, reinstallAnnotation, ...applyNowAnnotations].map((name) => [name, undefined]),
);

/** Deploys a release: the deployed one becomes Superseded, and lower pending ones become Skipped. */
export function deployRelease(release: ModuleRelease, ground: ReleaseContext): void {
  const { objects, facts } = ground;
  for (const other of objects.releasesOf(release.module)) {
    if (other.phase === "Deployed") {
      setPhase(objects, other, { phase: "Superseded", now: facts.now });
    } else if (other.phase === "Pending" && compareVersions(other.version, release.version) < 0) {
      setPhase(objects, other, { phase: "Skipped", now: facts.now });
    }
  }
  markUpdating(release, ground);
  setPhase(objects, release, { phase: "Deployed", now: facts.now });
  putLabels(objects, release);
  ground.noteDeployed(latest(objects, release));
}

/** Marks a release as being rolled out. */
export function markUpdating(release: ModuleRelease, { objects }: ReleaseContext): void {
  const changes = { ...done, [updatingAnnotation]: "true", [notifiedAnnotation]: "true" };
  putRelease(objects, withAnnotations(latest(objects, release).object, changes), release);
}

/** Marks a release as waiting only for its time or for an approval. */
export function markDue(release: ModuleRelease, { objects }: ReleaseContext): void {
  const changes = { [updatingAnnotation]: "false", [notifiedAnnotation]: "true" };
  putRelease(objects, withAnnotations(latest(objects, release).object, changes), release);
}
