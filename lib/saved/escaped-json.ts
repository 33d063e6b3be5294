import { type JsonValue, stringifyJson } from "../object/json.ts";

/** Characters that JSON leaves as they are, and YAML does not allow or takes for line breaks. */
const unreadable = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

/** Formats a value as JSON that YAML reads as the same value. `indent`: spaces per level. */
export function escapedJson(value: JsonValue, indent?: number): string {
  return stringifyJson(value, indent).replace(
    unreadable,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
