import { stringField, objectField } from "../../../object/json.ts";
import type { ModuleObjects } from "../module-objects.ts";
import type { PlatformState } from "../requirement/platform-state.ts";
import { deckhouseReleaseOf } from "../resource/deckhouse-release.ts";
import { withStatus } from "../resource/metadata.ts";
import { unmetByPlatformRelease } from "./review.ts";

/** Prefix of the messages written here; any others belong to the platform's own controller. */
const ours = "requirements of ";

/**
 * Writes into pending releases of the platform which enabled module does not support them, and removes
 * messages that no longer apply.
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
