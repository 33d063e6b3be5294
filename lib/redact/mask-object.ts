import type { JsonObject, JsonValue } from "../object/json.ts";
import { count } from "../object/message-text.ts";
import { type HiddenWhy, redactObject } from "./redact-object.ts";
import { type Sensitivity, sensitivityOf } from "./sensitivity.ts";

/** The placeholder for a value whose size is not shown. */
export const hiddenWord = "(hidden)";

/**
 * The object with its hidden values masked, each with its size: `(hidden, 12 bytes)`: those of a Secret, and
 * those that its annotations name. Any other object is returned as it is.
 */
export function maskObject(
  object: JsonObject,
  hides: Sensitivity | undefined = sensitivityOf(object),
): JsonObject {
  return hides === undefined ? object : redactObject(object, hides, maskValue);
}

/** The placeholder for a hidden value, with its size. Values in `data` of a Secret are base64. */
export function maskValue(value: JsonValue, why: HiddenWhy): string {
  if (typeof value !== "string" || why === "note") {
    return hiddenWord;
  }
  const size = why === "encoded" ? decodedSize(value) : new TextEncoder().encode(value).length;
  return `(hidden, ${count(size, "byte")})`;
}

function decodedSize(base64: string): number {
  const digits = base64.replaceAll(/[\s=]/g, "").length;
  return Math.floor((digits * 3) / 4);
}
