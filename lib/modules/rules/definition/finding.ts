import type { Severity } from "../../../object/diagnostic/diagnostic.ts";
import { type Path } from "../../../object/json.ts";
import { formatSettingPath, type SettingFault } from "../../../settings/setting-fault.ts";

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
