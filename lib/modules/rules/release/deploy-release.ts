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

/** Set on a release from when it is deployed until its module is ready again. */
export const updatingAnnotation = "modules.deckhouse.io/isUpdating";
const notifiedAnnotation = "modules.deckhouse.io/notified";

/** What a person has asked for once is done by a deployment. */
const done = Object.fromEntries(
  [forceAnnotation, reinstallAnnotation, ...applyNowAnnotations].map((name) => [name, undefined]),
);

/** Deploys a release: what was deployed is Superseded, what is Pending below is Skipped. */
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

/** Tells on a release that it is being rolled out now. */
export function markUpdating(release: ModuleRelease, { objects }: ReleaseContext): void {
  const changes = { ...done, [updatingAnnotation]: "true", [notifiedAnnotation]: "true" };
  putRelease(objects, withAnnotations(latest(objects, release).object, changes), release);
}

/** Tells on a release that it only waits for its time or for an approval. */
export function markDue(release: ModuleRelease, { objects }: ReleaseContext): void {
  const changes = { [updatingAnnotation]: "false", [notifiedAnnotation]: "true" };
  putRelease(objects, withAnnotations(latest(objects, release).object, changes), release);
}
