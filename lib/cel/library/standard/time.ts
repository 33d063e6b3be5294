import { CelFailure, type FunctionDeclaration } from "../../model/expression.ts";
import { simpleTypes } from "../../model/type.ts";
import { CelDuration, Timestamp } from "../../model/value.ts";
import { type CivilTime, readClock, zoneOffset } from "./civil-time.ts";
import { memberForm, noSuchOverload } from "../../signature/overload-form.ts";
import { inUnits } from "./time-format.ts";

const { duration, int, string, timestamp } = simpleTypes;

type Part = (time: CivilTime) => number;

/**
 * Parts of timestamps, in UTC or in a named time zone, and of durations. Months and all days except `getDate`
 * count from 0.
 */
export const timeFunctions: readonly FunctionDeclaration[] = [
  accessor("getFullYear", "timestamp_to_year", (time) => time.year),
  accessor("getMonth", "timestamp_to_month", (time) => time.month - 1),
  accessor("getDayOfYear", "timestamp_to_day_of_year", (time) => time.dayOfYear - 1),
  accessor("getDayOfMonth", "timestamp_to_day_of_month", (time) => time.day - 1),
  accessor("getDate", "timestamp_to_day_of_month_1_based", (time) => time.day),
  accessor("getDayOfWeek", "timestamp_to_day_of_week", (time) => time.weekday),
  withDuration(
    accessor("getHours", "timestamp_to_hours", (time) => time.hours),
    "duration_to_hours",
    3_600_000_000_000n,
  ),
  withDuration(
    accessor("getMinutes", "timestamp_to_minutes", (time) => time.minutes),
    "duration_to_minutes",
    60_000_000_000n,
  ),
  withDuration(
    accessor("getSeconds", "timestamp_to_seconds", (time) => time.seconds),
    "duration_to_seconds",
    1_000_000_000n,
  ),
  withDuration(
    accessor("getMilliseconds", "timestamp_to_milliseconds", (time) => Math.floor(time.nanos / 1e6)),
    "duration_to_milliseconds",
    1_000_000n,
  ),
];

function accessor(name: string, id: string, part: Part): FunctionDeclaration {
  return {
    name,
    overloads: [
      memberForm(id, [int, timestamp], (moment) =>
        moment instanceof Timestamp ? BigInt(part(readClock(moment, 0))) : noSuchOverload,
      ),
      // The one name that breaks the pattern.
      memberForm(
        name === "getSeconds" ? `${id}_tz` : `${id}_with_tz`,
        [int, timestamp, string],
        (moment, zone) => {
          if (!(moment instanceof Timestamp) || typeof zone !== "string") {
            return noSuchOverload;
          }
          const offset = zoneOffset(zone, moment.seconds);
          return offset instanceof CelFailure ? offset : BigInt(part(readClock(moment, offset)));
        },
      ),
    ],
  };
}

function withDuration(declaration: FunctionDeclaration, id: string, nanos: bigint): FunctionDeclaration {
  const form = memberForm(id, [int, duration], (span) =>
    span instanceof CelDuration ? lengthIn(span, nanos) : noSuchOverload,
  );
  return { name: declaration.name, overloads: [...declaration.overloads, form] };
}

/**
 * Returns whole units; except for milliseconds they are counted by a double, which may round up a value just
 * below a whole one.
 */
function lengthIn(span: CelDuration, unit: bigint): bigint {
  return unit === 1_000_000n ? span.nanos / unit : BigInt(Math.trunc(inUnits(span, unit)));
}
