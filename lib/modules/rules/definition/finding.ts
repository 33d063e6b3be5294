import type { Severity } from "../../../object/diagnostic/diagnostic.ts";
import { type Path } from "../../../object/json.ts";
import { formatSettingPath, type SettingFault } from "../../../settings/setting-fault.ts";

/** What is found in what a file says, beside faults of its form. */
export interface DefinitionFinding {
  readonly severity: Severity;
  readonly fault: SettingFault;
}

/** What is wrong with the value at a path. */
export function wrongValue(path: Path, message: string): DefinitionFinding {
  return finding("error", path, message);
}

/** What surprises about the value at a path, and does no harm as it stands. */
export function oddValue(path: Path, message: string): DefinitionFinding {
  return finding("warning", path, message);
}

function finding(severity: Severity, path: Path, message: string): DefinitionFinding {
  const given = `${formatSettingPath(path)}${message}`;
  return { severity, fault: { code: "SettingInvalid", message: given, path, part: "value" } };
}
