import { type JsonObject, objectField, stringField } from "../../../object/json.ts";

/** A version of the platform: a DeckhouseRelease. */
export interface DeckhouseRelease {
  readonly name: string;
  /** As it is written: `v1.73.4`; empty where it is absent. */
  readonly version: string;
  /**
   * `Pending`, `Deployed`, `Superseded`, `Suspended`, `Skipped`; Pending where the status has none, since the
   * release is new.
   */
  readonly phase: string;
  readonly message: string;
}

/** The release that an object is. */
export function deckhouseReleaseOf(object: JsonObject): DeckhouseRelease {
  const status = objectField(object, "status");
  return {
    name: stringField(objectField(object, "metadata"), "name") ?? "",
    version: stringField(objectField(object, "spec"), "version") ?? "",
    phase: stringField(status, "phase") || "Pending",
    message: stringField(status, "message") ?? "",
  };
}
