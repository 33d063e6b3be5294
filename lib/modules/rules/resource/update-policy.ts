import { type JsonObject, listField, objectField, stringField, stringsField } from "../../../object/json.ts";
import { nameOf } from "../../../object/metadata.ts";

/** The modes of rollout: automatically, patches only, each after an approval, or not at all. */
export const updateModes = ["Auto", "AutoPatch", "Manual", "Ignore"] as const;
export type UpdateMode = (typeof updateModes)[number];

/** The release channels. */
export const releaseChannels = ["Alpha", "Beta", "EarlyAccess", "Stable", "RockSolid", "LTS"] as const;

/** A ModuleUpdatePolicy. */
export interface UpdatePolicy {
  readonly name: string;
  /** One of `releaseChannels`. */
  readonly releaseChannel: string;
  readonly mode: UpdateMode;
  /** When releases may be rolled out; at any time if there are none. */
  readonly windows: readonly UpdateWindow[];
}

/** A daily time range in UTC, `08:00` to `10:00`, on the given days (`Mon`), or on all. */
export interface UpdateWindow {
  readonly from: string;
  readonly to: string;
  readonly days: readonly string[];
}

/** Reads a ModuleUpdatePolicy. An unknown or missing mode is Auto. */
export function updatePolicyOf(object: JsonObject): UpdatePolicy {
  const spec = objectField(object, "spec");
  const update = objectField(spec, "update");
  return {
    name: nameOf(object),
    releaseChannel: stringField(spec, "releaseChannel") ?? "Stable",
    mode: updateModes.find((mode) => mode === stringField(update, "mode")) ?? "Auto",
    windows: listField(update, "windows").map((window) => ({
      from: stringField(window, "from") ?? "",
      to: stringField(window, "to") ?? "",
      days: stringsField(window, "days"),
    })),
  };
}
