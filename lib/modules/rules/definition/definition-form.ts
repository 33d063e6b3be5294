import schema from "../../../../docs/module.schema.json" with { type: "json" };

import type { JsonObject, Path } from "../../../object/json.ts";
import type { SettingsForm } from "../../../settings/read-settings.ts";
import { parseVersion } from "../../../object/semver/version.ts";
import type { Severity } from "../../../object/diagnostic/diagnostic.ts";
import { formatSettingPath, type SettingFault } from "../../../settings/settings-document.ts";

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

/** A finding about the content of a file, beyond faults of its form. */
export interface DefinitionFinding {
  readonly severity: Severity;
  readonly fault: SettingFault;
}

/** Returns an error about the value at a path. */
export function wrongValue(path: Path, message: string): DefinitionFinding {
  return finding("error", path, message);
}

/** Returns a warning about a value at a path that is surprising but harmless. */
export function oddValue(path: Path, message: string): DefinitionFinding {
  return finding("warning", path, message);
}

function finding(severity: Severity, path: Path, message: string): DefinitionFinding {
  const given = `${formatSettingPath(path)}${message}`;
  return { severity, fault: { code: "SettingInvalid", message: given, path, part: "value" } };
}
