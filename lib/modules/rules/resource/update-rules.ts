import { field, type JsonValue, listField, objectField } from "../../../object/json.ts";

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
