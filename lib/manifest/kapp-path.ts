import { isObject, type JsonValue } from "../object/json.ts";
import { pathText } from "../redact/decrypted-values.ts";

/**
 * Returns a path of kapp's rules (names, `{ index: 0 }`, `{ allIndexes: true }`) as a JSONPath; undefined if
 * it has other steps, or none.
 */
export function jsonPathOf(steps: readonly JsonValue[]): string | undefined {
  const texts = steps.map(stepText);
  return texts.length === 0 || texts.includes(undefined) ? undefined : `$${texts.join("")}`;
}

function stepText(step: JsonValue): string | undefined {
  if (typeof step === "string") {
    return pathText([step]).slice(1);
  }
  if (!isObject(step)) {
    return undefined;
  }
  const { index, allIndexes } = step;
  if (allIndexes === true) {
    return "[*]";
  }
  return typeof index === "number" && Number.isInteger(index) ? `[${index}]` : undefined;
}
