import type { JsonValue } from "../../../object/json.ts";

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
