import { compareVersions } from "../../../object/semver/version.ts";
import { withAnnotations } from "../resource/metadata.ts";
import {
  applyNowAnnotations,
  forceAnnotation,
  type ModuleRelease,
  reinstallAnnotation,
} from "../resource/module-release.ts";
import type { ReleaseContext } from "./release-context.ts";
import { latest, putLabels, putRelease, setPhase } from "./release-status.ts";

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
