import schema from "../../../../docs/module.schema.json" with { type: "json" };
import type { JsonObject } from "../../../object/json.ts";
import type { SettingsForm } from "../../../settings/read-settings.ts";
import { parseVersion } from "../../../object/semver/version.ts";

/** The schema of `module.yaml`, which editors use too. */
export const definitionSchema: JsonObject = schema;

/** The form of `module.yaml`: its schema and formats. */
export const definitionForm: SettingsForm = {
  schema: definitionSchema,
  formats: new Map([["minor-version", isMinorVersion]]),
};

/**
 * Reports whether a text is a version with a minor number, and not a pre-release: `1.67`, `2.0`, `v1.67.23`.
 */
export function isMinorVersion(text: string): boolean {
  return /^v?[0-9]+\.[0-9]+(?:\.[0-9]+)?$/.test(text) && parseVersion(text) !== undefined;
}
