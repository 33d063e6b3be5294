import { isBytes, isList, isMap } from "../../model/value-kind.ts";
import { type CelValue, CelDuration, Timestamp, UnsignedInt } from "../../model/value.ts";

/** The second at which Go's time begins: 0001-01-01T00:00:00Z. */
const firstSecond = -62_135_596_800n;

/**
 * Reports whether the value is the zero value of its type. A list or map read from an object never is, as on
 * the server: there, an empty list of `self` counts as a value.
 */
export function isZero(value: CelValue): boolean {
  return (
    value === null || value === "" || value === false || value === 0n || value === 0 || isZeroReference(value)
  );
}

function isZeroReference(value: CelValue): boolean {
  if (value instanceof UnsignedInt) {
    return value.value === 0n;
  }
  if (value instanceof Timestamp) {
    return value.seconds === firstSecond && value.nanos === 0;
  }
  if (value instanceof CelDuration) {
    return value.nanos === 0n;
  }
  if (isBytes(value)) {
    return value.length === 0;
  }
  return (isList(value) || isMap(value)) && value.size === 0 && value.live !== true;
}
