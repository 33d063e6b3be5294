import { reportInvalid } from "./faults.ts";
import { fieldPart, isSet, numberIn, type Part, textOf } from "./part.ts";
import { portName } from "./names.ts";

/** Checks that a number, if it is present, is not negative. */
export function nonNegative(part: Part): void {
  if ((numberIn(part) ?? 0) < 0) {
    reportInvalid(part, "must be greater than or equal to 0");
  }
}

/** Checks the same of several fields. */
export function nonNegativeAt(part: Part, ...names: readonly string[]): void {
  for (const name of names) {
    nonNegative(fieldPart(part, name));
  }
}

/** Checks that a number is greater than 0; an absent one is 0. */
export function positive(part: Part): void {
  if ((numberIn(part) ?? 0) <= 0) {
    reportInvalid(part, "must be greater than 0");
  }
}

/** Checks that a number, if it is present, is within bounds. */
export function inRange(part: Part, least: number, most: number): void {
  const number = numberIn(part);
  if (number !== undefined && (number < least || number > most)) {
    reportInvalid(part, `must be between ${least} and ${most}, inclusive`);
  }
}

/** Checks the number of a port; an absent one is 0. */
export function portNumber(part: Part): void {
  const number = numberIn(part) ?? 0;
  if (number < 1 || number > 65_535) {
    reportInvalid(part, "must be between 1 and 65535, inclusive");
  }
}

/** Checks a port that is a number or a name; an absent one is the number 0. */
export function portNumberOrName(part: Part): void {
  if (typeof part.value === "string") {
    reportInvalid(part, portName(part.value));
  } else {
    portNumber(part);
  }
}

/** Checks the permissions of a file. */
export function fileMode(part: Part): void {
  const mode = numberIn(part);
  if (mode !== undefined && (mode < 0 || mode > 0o777)) {
    reportInvalid(part, "must be a number between 0 and 0777 (octal), both inclusive");
  }
}

/** Checks a user or group id. */
export function systemId(part: Part): void {
  inRange(part, 0, 2_147_483_647);
}

const percent = /^[0-9]+%$/;

/** Checks a count or a percentage, if it is present. */
export function countOrPercent(part: Part): void {
  if (typeof part.value !== "string") {
    nonNegative(part);
  } else if (!percent.test(part.value)) {
    reportInvalid(part, "a valid percent string must be a numeric string followed by an ending '%'");
  }
}

/** Checks that a percentage is not more than 100. */
export function atMostWhole(part: Part): void {
  const text = textOf(part);
  if (percent.test(text) && Number(text.slice(0, -1)) > 100) {
    reportInvalid(part, "must not be greater than 100%");
  }
}

/** The number of a count or a percentage; a text that is neither counts as 0, as in Go. */
export function countOrPercentValue(part: Part, usual: number): number {
  if (!isSet(part)) {
    return usual;
  }
  const text = textOf(part);
  if (percent.test(text)) {
    return Number(text.slice(0, -1));
  }
  return numberIn(part) ?? (/^[+-]?\d+$/.test(text) ? Number(text) : 0);
}
