import { stringField, objectField } from "../object/json.ts";
import { unmetByPlatformRelease } from "../module/admission/review.ts";
import type { ModuleObjects } from "../module/module-objects.ts";
import type { Landscape } from "../module/requirement/landscape.ts";
import { withStatus } from "../module/resource/metadata.ts";

/** How each of our messages begins: others are those of whoever deploys the platform. */
const ours = "requirements of ";

/** Has releases of the platform that wait say which module that is enabled cannot live with them. */
export function judgePlatformReleases(objects: ModuleObjects, landscape: Landscape): void {
  for (const object of objects.all("DeckhouseRelease")) {
    const status = objectField(object, "status");
    const before = stringField(status, "message") ?? "";
    const isPending = stringField(status, "phase") === "Pending";
    const reason = isPending ? unmetByPlatformRelease(object, landscape) : undefined;
    if (reason !== undefined) {
      objects.put(withStatus(object, { message: reason }));
    } else if (before.startsWith(ours)) {
      objects.put(withStatus(object, { message: undefined }));
    }
  }
}
