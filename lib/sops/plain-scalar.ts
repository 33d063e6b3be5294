import { formatFloat, parseInteger } from "./go-number.ts";

/** The words that go-yaml v3 does not read as strings, with the text by which the MAC covers them. */
const words: ReadonlyMap<string, string | null> = new Map([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, "True"] as const),
  ...["false", "False", "FALSE"].map((word) => [word, "False"] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, "NaN"] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word) => [word, "+Inf"] as const),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, "-Inf"] as const),
]);

const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/**
 * The text by which the MAC covers a plain scalar of YAML that is not encrypted: what go-yaml v3 makes of it,
 * in Go's format. `yes` is a string there, `0x1F` is `31`. Null for a null value, which the MAC leaves out.
 */
export function plainScalarText(text: string): string | null {
  const word = words.get(text);
  if (word !== undefined) {
    return word;
  }
  if (!/^[-+.\d]/.test(text)) {
    return text;
  }
  const bare = text.replaceAll(text.startsWith(".") ? /(?<=\d)_(?=\d)/g : "_", "");
  return (
    timestampText(text) ??
    parseInteger(bare)?.toString() ??
    (float.test(bare) && Number.isFinite(Number(bare)) ? formatFloat(Number(bare)) : text)
  );
}

const date = /^(\d{4})-(\d{1,2})-(\d{1,2})(.*)$/;
const time =
  /^(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})([.,]\d+)?(Z|[+-]\d\d:\d\d)| (\d{1,2}):(\d{1,2}):(\d{1,2})([.,]\d+)?)$/;

/** `2024-1-2` → `2024-01-02T00:00:00Z`, as RFC 3339; undefined for any other text. */
function timestampText(text: string): string | undefined {
  const [, year = "", month = "", day = "", rest = ""] = date.exec(text) ?? [];
  const parts = time.exec(rest);
  if (year === "" || (rest !== "" && parts === null) || !isDate(year, month, day)) {
    return undefined;
  }
  const [, hour, minute, second, fraction, zone, hour2, minute2, second2, fraction2] = parts ?? [];
  const clock = [hour ?? hour2, minute ?? minute2, second ?? second2].map((part) => pad(part ?? "0"));
  if (Number(clock[0]) > 23 || Number(clock[1]) > 59 || Number(clock[2]) > 59) {
    return undefined;
  }
  const rests = (fraction ?? fraction2 ?? "")
    .slice(0, 10)
    .replace(",", ".")
    .replace(/\.?0*$/, "");
  return `${year}-${pad(month)}-${pad(day)}T${clock.join(":")}${rests}${zone === undefined || /00:00$/.test(zone) ? "Z" : zone}`;
}

function pad(digits: string): string {
  return digits.padStart(2, "0");
}

function isDate(year: string, month: string, day: string): boolean {
  const at = new Date(`${year}-${pad(month)}-${pad(day)}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day);
}
