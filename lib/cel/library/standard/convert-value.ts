import { isBytes } from "../../model/value-kind.ts";
import { valueTypeName, typeOf } from "../../evaluate/value-type.ts";
import { CelFailure } from "../../model/expression.ts";
import { type CelValue, CelDuration, Timestamp, UnsignedInt } from "../../model/value.ts";
import { timestampAt } from "./timestamp-arithmetic.ts";
import { readDouble, readInt, readUint, writeDouble } from "./number-format.ts";
import { readDuration, readTimestamp, writeDuration, writeTimestamp } from "./time-format.ts";

type Converted = CelValue | CelFailure;

const intOverflow = new CelFailure("integer overflow");
const uintOverflow = new CelFailure("unsigned integer overflow");
const notUtf8 = new CelFailure("invalid UTF-8 in bytes, cannot convert to string");

const truths: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "TRUE", "true", "True"].map((text) => [text, true] as const),
  ...["0", "f", "F", "FALSE", "false", "False"].map((text) => [text, false] as const),
]);

/** `bool(x)`. */
export function toBool(value: CelValue): Converted {
  const read = typeof value === "string" ? truths.get(value) : undefined;
  return typeof value === "boolean" ? value : (read ?? failure(value, "bool"));
}

/** `bytes(x)`: for a string, its UTF-8. */
export function toBytes(value: CelValue): Converted {
  if (typeof value === "string") {
    return new TextEncoder().encode(value);
  }
  return isBytes(value) ? value : failure(value, "bytes");
}

/** `double(x)`. */
export function toDouble(value: CelValue): Converted {
  if (typeof value === "string") {
    return readDouble(value) ?? failure(value, "double");
  }
  if (typeof value === "bigint" || typeof value === "number") {
    return Number(value);
  }
  return value instanceof UnsignedInt ? Number(value.value) : failure(value, "double");
}

/** `duration(x)`. */
export function toDuration(value: CelValue): Converted {
  if (value instanceof CelDuration) {
    return value;
  }
  const read = typeof value === "string" ? readDuration(value) : undefined;
  return read ?? failure(value, "google.protobuf.Duration");
}

/** `timestamp(x)`: for an int, that many seconds since 1970. */
export function toTimestamp(value: CelValue): Converted {
  if (value instanceof Timestamp) {
    return value;
  }
  if (typeof value === "bigint") {
    return timestampAt(value * 1_000_000_000n, 0);
  }
  const read = typeof value === "string" ? readTimestamp(value) : undefined;
  return read ?? failure(value, "google.protobuf.Timestamp");
}

/** `int(x)`: for a double, truncated; for a timestamp, seconds since 1970; for a duration, nanoseconds. */
export function toInt(value: CelValue): Converted {
  if (typeof value === "bigint") {
    return value;
  }
  if (typeof value === "string") {
    return readInt(value) ?? failure(value, "int");
  }
  if (typeof value === "number") {
    // The bounds themselves are excluded: as doubles they represent numbers beyond.
    return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : intOverflow;
  }
  return intOf(value);
}

function intOf(value: CelValue): Converted {
  if (value instanceof UnsignedInt) {
    return value.value < 2n ** 63n ? value.value : intOverflow;
  }
  if (value instanceof Timestamp) {
    return value.seconds;
  }
  return value instanceof CelDuration ? value.nanos : failure(value, "int");
}

/** `uint(x)`. */
export function toUint(value: CelValue): Converted {
  if (typeof value === "bigint") {
    return value < 0n ? uintOverflow : new UnsignedInt(value);
  }
  if (typeof value === "number") {
    return value >= 0 && value < 2 ** 64 ? new UnsignedInt(BigInt(Math.trunc(value))) : uintOverflow;
  }
  if (typeof value === "string") {
    const read = readUint(value);
    return read === undefined ? failure(value, "uint") : new UnsignedInt(read);
  }
  return value instanceof UnsignedInt ? value : failure(value, "uint");
}

/** `string(x)`. */
export function toText(value: CelValue): Converted {
  if (typeof value === "string") {
    return value;
  }
  if (typeof value === "boolean" || typeof value === "bigint") {
    return String(value);
  }
  return typeof value === "number" ? writeDouble(value) : textOf(value);
}

function textOf(value: CelValue): Converted {
  if (value instanceof UnsignedInt) {
    return String(value.value);
  }
  if (value instanceof Timestamp) {
    return writeTimestamp(value);
  }
  if (value instanceof CelDuration) {
    return writeDuration(value);
  }
  return isBytes(value) ? decode(value) : failure(value, "string");
}

function decode(value: Uint8Array): Converted {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch (error) {
    if (error instanceof TypeError) {
      return notUtf8;
    }
    throw error;
  }
}

function failure(value: CelValue, to: string): CelFailure {
  return new CelFailure(`type conversion error from '${valueTypeName(typeOf(value))}' to '${to}'`);
}
