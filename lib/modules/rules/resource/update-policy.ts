import {
  type JsonObject,
  listField,
  objectField,
  stringField,
  stringsField,
  field,
  type JsonValue,
} from "../../../object/json.ts";
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

/** `from: "1.67"`, `to: "1.75"`. */
export interface UpdateRule {
  readonly from: string;
  readonly to: string;
}

/** Reads `update.versions` of a module.yaml or of `spec` of a ModuleRelease. */
export function updateRulesOf(value: JsonValue | undefined): readonly UpdateRule[] {
  return listField(objectField(value, "update"), "versions").map((rule) => ({
    from: boundText(field(rule, "from")),
    to: boundText(field(rule, "to")),
  }));
}

/**
 * Returns a bound of an update rule as text. Without quotes `2.0` and `1.70` are the numbers 2 and 1.7 in
 * YAML: the `.0` of the first is restored.
 */
export function boundText(value: JsonValue | undefined): string {
  if (typeof value === "number") {
    return Number.isInteger(value) ? value.toFixed(1) : String(value);
  }
  return typeof value === "string" ? value : "";
}
