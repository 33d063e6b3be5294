import type { JsonValue } from "../../object/json.ts";
import { parseQuantity } from "../../object/quantity/quantity.ts";
import { didYouMean } from "../../object/diagnostic/suggestion.ts";
import { addFault, addTypeFault, type PartCheck } from "./validation-context.ts";
import type { ScalarType } from "./field-type.ts";

const checks: Readonly<Record<ScalarType, PartCheck>> = {
  string: (value, run) => {
    if (typeof value !== "string") {
      addTypeFault(run, "a string", value);
    }
  },
  boolean: (value, run) => {
    if (typeof value !== "boolean") {
      addTypeFault(run, "a boolean", value);
    }
  },
  int32: integerCheck(32),
  int64: integerCheck(64),
  double: (value, run) => {
    if (!isNumber(value)) {
      addTypeFault(run, "a number", value);
    }
  },
  bytes: textCheck(isBase64, "must be base64: encode it, or use a field for plain text where there is one"),
  time: textCheck(isTime, "must be a time of the form 2026-01-31T12:00:00Z"),
  "micro-time": textCheck(
    isMicroTime,
    "must be a time of the form 2026-01-31T12:00:00.000000Z, with six digits after the point",
  ),
  quantity: checkQuantity,
  "integer-or-string": (value, run) => {
    if (typeof value === "string") {
      return;
    }
    if (isNumber(value)) {
      checks.int32(value, run);
    } else {
      addTypeFault(run, "an integer or a string", value);
    }
  },
};

/** Returns the check of a value without parts, as Go reads it into a field of that type. */
export function scalarCheck(type: ScalarType): PartCheck {
  return checks[type];
}

/**
 * Compiles the check of a string that is one of those listed. The empty string counts as absent: the server
 * replaces it by the default.
 */
export function choiceCheck(values: readonly string[]): PartCheck {
  const known = new Set(values);
  return (value, run) => {
    if (typeof value !== "string") {
      addTypeFault(run, "a string", value);
    } else if (value !== "" && !known.has(value) && !run.isStatus) {
      const listed = values.filter((one) => one !== "").join(", ");
      addFault(run, "FieldValueNotSupported", `must be one of ${listed}${didYouMean(value, values)}`);
    }
  };
}

function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function integerCheck(bits: 32 | 64): PartCheck {
  const past = 2 ** (bits - 1);
  return (value, run) => {
    if (!isNumber(value)) {
      addTypeFault(run, "an integer", value);
    } else if (typeof value === "number" && !Number.isInteger(value)) {
      addFault(run, "FieldValueTypeInvalid", "must be an integer, has a fraction");
    } else if (value < -past || value >= past) {
      addFault(
        run,
        "FieldValueInvalid",
        `must fit into ${bits} bits: from -2^${bits - 1} to 2^${bits - 1} - 1`,
      );
    }
  };
}

function textCheck(isWell: (text: string) => boolean, message: string): PartCheck {
  return (value, run) => {
    if (typeof value !== "string") {
      addTypeFault(run, "a string", value);
    } else if (!isWell(value)) {
      addFault(run, "FieldValueInvalid", message);
    }
  };
}

/**
 * Reports whether Go's standard encoding accepts the text: padded, ignoring line breaks and the trailing
 * bits. Complexity: linear.
 */
function isBase64(text: string): boolean {
  const letters = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, "") : text;
  return letters.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(letters);
}

/** Matches nearly all quantities; the exact parser, which is slower, checks the others. */
const usualQuantity = /^\d{1,9}(?:\.\d{1,3})?(?:m|k|[KMGT]i?)?$/;

function checkQuantity(...[value, run]: Parameters<PartCheck>): void {
  if (typeof value === "object" || typeof value === "boolean") {
    addTypeFault(run, "a quantity", value);
  } else if (typeof value === "string" && usualQuantity.test(value)) {
    return;
  } else if ("fault" in parseQuantity(typeof value === "string" ? trimmed(value) : String(value))) {
    addFault(run, "FieldValueInvalid", "must be a quantity, such as 500m, 2 or 1.5Gi");
  }
}

/** Go trims what Unicode calls white space; JavaScript also trims a byte order mark, but not U+0085. */
function trimmed(text: string): string {
  const space = "\\u0009-\\u000d \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
  return /^\s|\s$|\u0085/.test(text)
    ? text.replace(new RegExp(`^[${space}]+`), "").replace(new RegExp(`[${space}]+$`), "")
    : text;
}

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|[+-](\d\d):(\d\d))$/;

/** The days of the months of a leap year. */
const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reports whether Go reads the text as an RFC 3339 time. It accepts a comma for the point, an hour of one
 * digit, and zones up to 24:60.
 */
export function isTime(text: string): boolean {
  const parts = form.exec(text);
  if (parts === null) {
    return false;
  }
  const [, year, month, day, hour, minute, second, , zoneHour = 0, zoneMinute = 0] = parts.map(Number);
  return (
    isDay(year ?? 0, month ?? 0, day ?? 0) &&
    [
      [hour, 23],
      [minute, 59],
      [second, 59],
      [zoneHour || 0, 24],
      [zoneMinute || 0, 60],
    ].every(([value = 0, most = 0]) => value <= most)
  );
}

/**
 * Reports whether Go reads the text as a time with exactly six digits after the point: the `MicroTime` of
 * leases and events.
 */
export function isMicroTime(text: string): boolean {
  return /:\d\d[.,]\d{6}(?:Z|[+-])/.test(text) && isTime(text);
}

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !isLeap ? 28 : (days[month - 1] ?? 0);
  return day >= 1 && day <= last;
}
