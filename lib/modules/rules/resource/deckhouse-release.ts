import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { nameOf } from "../../../object/metadata.ts";

/** A version of the platform: a DeckhouseRelease. */
export interface DeckhouseRelease {
  readonly name: string;
  /** As specified: `v1.73.4`; empty if absent. */
  readonly version: string;
  /**
   * `Pending`, `Deployed`, `Superseded`, `Suspended`, `Skipped`; Pending for a new release, whose status has
   * none.
   */
  readonly phase: string;
  readonly message: string;
}

/** Reads a DeckhouseRelease. */
export function deckhouseReleaseOf(object: JsonObject): DeckhouseRelease {
  const status = objectField(object, "status");
  return {
    name: nameOf(object),
    version: stringField(objectField(object, "spec"), "version") ?? "",
    phase: stringField(status, "phase") || "Pending",
    message: stringField(status, "message") ?? "",
  };
}
