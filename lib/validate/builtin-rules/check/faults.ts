import { didYouMean } from "../../../object/diagnostic/suggestion.ts";
import { isSet, type Part, reportFault, textOf } from "./part.ts";

/** Reports that the part is required; `detail` are the words of the API server. */
export function reportRequired(part: Part, detail?: string): void {
  reportFault(part, "FieldValueRequired", detail === undefined ? "is required" : `is required: ${detail}`);
}

/** Reports a fault of the value, unless the message is undefined: rules return their fault or undefined. */
export function reportInvalid(part: Part, message: string | undefined): void {
  if (message !== undefined) {
    reportFault(part, "FieldValueInvalid", message);
  }
}

/** Reports that the part may not be there, or not have that value. */
export function reportForbidden(part: Part, message: string): void {
  reportFault(part, "FieldValueForbidden", message);
}

/** Reports that an earlier entry has the same value. */
export function reportDuplicate(part: Part, value: string): void {
  reportFault(part, "FieldValueDuplicate", `is a duplicate: ${JSON.stringify(value)}`);
}

/** Reports that nothing has that name. */
export function reportNotFound(part: Part, name: string): void {
  reportFault(part, "FieldValueNotFound", `${JSON.stringify(name)} is not found`);
}

/** Reports that a list or text is longer than allowed. */
export function reportTooLong(part: Part, most: number): void {
  reportFault(part, "FieldValueTooLong", `may not be more than ${most} bytes`);
}

/** Reports that a list has more entries than allowed. */
export function reportTooMany(part: Part, most: number): void {
  reportFault(part, "FieldValueTooMany", `must have at most ${most} items`);
}

/** Reports that the value is none of those supported. */
export function reportNotSupported(part: Part, supported: readonly string[]): void {
  const guess = didYouMean(textOf(part), supported);
  reportFault(part, "FieldValueNotSupported", `must be one of ${supported.join(", ")}${guess}`);
}

/** Checks that the part, if it is present, has one of the values. */
export function checkOneOf(part: Part, supported: readonly string[]): void {
  if (isSet(part) && !supported.includes(textOf(part))) {
    reportNotSupported(part, supported);
  }
}

/** Checks the same of a part that is defaulted when it is absent or empty. */
export function checkOneOfOrDefault(part: Part, supported: readonly string[]): void {
  if (textOf(part) !== "") {
    checkOneOf(part, supported);
  }
}

/** Checks that the text is present and not empty; returns whether it is. */
export function requiredText(part: Part, detail?: string): boolean {
  if (textOf(part) !== "") {
    return true;
  }
  reportRequired(part, detail);
  return false;
}
