import type { JsonValue } from "../object/json.ts";

/**
 * The reason a value is hidden: it is a Secret's (`encoded`: in base64), its path is named, it is in the data
 * or anywhere else in an object that is sensitive as a whole, or it is an annotation that repeats one of
 * those.
 */
export type HiddenWhy = "secret" | "encoded" | "named" | "data" | "whole" | "note";

/**
 * The texts by which a hidden value can be recognized in a log or a message: as specified, and decoded.
 * Common setting words are excluded unless they are a Secret's, and so are, in an object that is sensitive as
 * a whole, plain words and values that the API server fills in: a log would become unreadable. A number that
 * should have been quoted is refused by the server, which prints it.
 */
export function secretEncodings(value: JsonValue, why: HiddenWhy): readonly string[] {
  if (typeof value === "number" || typeof value === "bigint") {
    return isOrdinary(String(value), why) ? [] : [String(value), asGoPrints(Number(value))];
  }
  if (typeof value !== "string" || isOrdinary(value, why)) {
    return [];
  }
  return why === "encoded" || (why !== "secret" && base64.test(value))
    ? [value, Buffer.from(value, "base64").toString("utf8")]
    : [value];
}

/** A value of a map of binary values: too long to be a word. */
const base64 = /^(?:[A-Za-z0-9+/]{4}){3,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Common words in settings, and small numbers. */
const settings =
  /^(?:true|false|yes|no|on|off|null|none|trace|debug|info|warn|warning|error|default|test|dev|development|stage|staging|prod|production|enabled|disabled|localhost|-?\d{1,5})$/i;
/** One word of letters, a number, or anything too short to be hidden everywhere. */
const ordinary = /^(?:.{0,7}|[A-Za-z]+|-?\d+(?:\.\d+)?)$/su;
const defaults: ReadonlySet<string> = new Set(["default-scheduler", "/dev/termination-log"]);

function isOrdinary(text: string, why: HiddenWhy): boolean {
  if (why === "secret" || why === "encoded") {
    return false;
  }
  return why === "whole" ? ordinary.test(text) || defaults.has(text) : settings.test(text);
}

/** `1234567.5` → `1.2345675e+06`: Go's format for a large number with a fraction. */
function asGoPrints(value: number): string {
  return value.toExponential().replace(/([+-])(\d)$/, "$10$2");
}
