import { stringField, objectField } from "../../../object/json.ts";
import type { ModuleObjects } from "../module-objects.ts";
import type { PlatformState } from "../requirement/platform-state.ts";
import { deckhouseReleaseOf } from "../resource/deckhouse-release.ts";
import { withStatus } from "../resource/metadata.ts";
import { unmetByPlatformRelease } from "./review.ts";

/** How each of our messages begins: others are those of whoever deploys the platform. */
const ours = "requirements of ";

/**
 * Has releases of the platform that wait, new ones included, say which module that is enabled cannot live
 * with them.
 */
export function judgePlatformReleases(objects: ModuleObjects, platform: PlatformState): void {
  for (const object of objects.all("DeckhouseRelease")) {
    const before = stringField(objectField(object, "status"), "message") ?? "";
    const { phase } = deckhouseReleaseOf(object);
    const reason = phase === "Pending" ? unmetByPlatformRelease(object, platform) : undefined;
    if (reason !== undefined) {
      objects.put(withStatus(object, { message: reason }));
    } else if (before.startsWith(ours)) {
      objects.put(withStatus(object, { message: undefined }));
    }
  }
}
