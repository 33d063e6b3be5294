import schema from "../../../../docs/module.schema.json" with { type: "json" };
import type { JsonObject } from "../../../object/json.ts";
import type { SettingsForm } from "../../../settings/read-settings.ts";
import { parseVersion } from "../../../object/semver/version.ts";

/** The schema of `module.yaml`, which editors read too. */
export const definitionSchema: JsonObject = schema;

/** What `module.yaml` has to be like. */
export const definitionForm: SettingsForm = {
  schema: definitionSchema,
  formats: new Map([["minor-version", isMinorVersion]]),
};

/** Whether a text is a version that names its minor, and no pre-release: `1.67`, `2.0`, `v1.67.23`. */
export function isMinorVersion(text: string): boolean {
  return /^v?[0-9]+\.[0-9]+(?:\.[0-9]+)?$/.test(text) && parseVersion(text) !== undefined;
}
