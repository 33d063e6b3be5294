import { type JsonValue, sameJson, stringifyJson } from "../../object/json.ts";
import { truncateWord } from "../../object/message-text.ts";
import { didYouMean } from "../../object/diagnostic/suggestion.ts";
import { addFault, type ValidationContext } from "./validation-context.ts";
import { isInt64 } from "./type-check.ts";

/**
 * Returns the test whether a value is one of those that a schema lists. Null never is, even if it is listed.
 */
export function enumTest(values: readonly JsonValue[]): (value: JsonValue) => boolean {
  const texts = new Set(values.filter((entry) => typeof entry === "string"));
  return (value) => {
    if (typeof value === "string") {
      return texts.has(value);
    }
    return value !== null && values.some((entry) => isListed(value, entry));
  };
}

/** The API server converts the number to the type of the entry before it compares: 1.5 matches an entry 1. */
function isListed(value: JsonValue, entry: JsonValue): boolean {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (!isNumber || (typeof entry !== "number" && typeof entry !== "bigint")) {
    return sameJson(value, entry);
  }
  if (!isInt64(entry) || !Number.isFinite(Number(value))) {
    return Number(value) === Number(entry);
  }
  return BigInt(typeof value === "number" ? Math.trunc(value) : value) === BigInt(entry);
}

/** The maximum number of choices in a message. */
const mostListed = 50;

/** Reports that the value is not one of those. */
export function addEnumFault(values: readonly JsonValue[], value: JsonValue, run: ValidationContext): void {
  const texts = values.filter((entry) => typeof entry === "string");
  const listed = values
    .slice(0, mostListed)
    .map((entry) => truncateWord(typeof entry === "string" ? entry : stringifyJson(entry)));
  const more = values.length > mostListed ? ` and ${values.length - mostListed} more` : "";
  const near = typeof value === "string" ? didYouMean(value, texts) : "";
  addFault(run, "FieldValueNotSupported", `must be one of ${listed.join(", ")}${more}${near}`);
}
