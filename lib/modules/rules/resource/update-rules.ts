import { field, type JsonValue, listField, objectField } from "../../../object/json.ts";

/** `from: "1.67"`, `to: "1.75"`. */
export interface UpdateRule {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads `update.versions` of a module.yaml or of `spec` of a ModuleRelease. `1.70` without quotes is the
 * number 1.7 in YAML, and is read as such.
 */
export function updateRulesOf(value: JsonValue | undefined): readonly UpdateRule[] {
  return listField(objectField(value, "update"), "versions").map((rule) => ({
    from: boundOf(rule, "from"),
    to: boundOf(rule, "to"),
  }));
}

function boundOf(rule: JsonValue, name: string): string {
  const bound = field(rule, name);
  return typeof bound === "string" || typeof bound === "number" ? String(bound) : "";
}
