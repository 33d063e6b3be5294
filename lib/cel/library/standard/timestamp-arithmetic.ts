import { CelFailure } from "../../model/expression.ts";
import { CelDuration, Timestamp } from "../../model/value.ts";

/** The first second of year 1. */
const earliest = -62_135_596_800n;
/** The last second of year 9999. */
const latest = 253_402_300_799n;

const second = 1_000_000_000n;
const outOfRange = new CelFailure("timestamp overflow");
const tooLong = new CelFailure("integer overflow");

/**
 * Returns a timestamp, or the failure that it is outside of the years 1 to 9999. Any number of nanoseconds is
 * allowed.
 */
export function timestampAt(nanos: bigint, offset: number): Timestamp | CelFailure {
  const rest = ((nanos % second) + second) % second;
  const seconds = (nanos - rest) / second;
  return seconds < earliest || seconds > latest ? outOfRange : new Timestamp(seconds, Number(rest), offset);
}

/** Returns the timestamp that many nanoseconds later. */
export function moveTimestamp(moment: Timestamp, nanos: bigint): Timestamp | CelFailure {
  return timestampAt(nanosOf(moment) + nanos, moment.offset);
}

/**
 * Returns the duration from the right timestamp to the left one; it must fit 64 bits of nanoseconds, some 292
 * years.
 */
export function spanBetween(left: Timestamp, right: Timestamp): CelDuration | CelFailure {
  const whole = (left.seconds - right.seconds) * second;
  const nanos = nanosOf(left) - nanosOf(right);
  return isLong(whole) && isLong(nanos) ? new CelDuration(nanos) : tooLong;
}

function nanosOf(moment: Timestamp): bigint {
  return moment.seconds * second + BigInt(moment.nanos);
}

function isLong(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
