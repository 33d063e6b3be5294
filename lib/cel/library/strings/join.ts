import { CelFailure } from "../../model/expression.ts";
import type { CelList } from "../../model/value.ts";
import { longestText, textTooLong } from "./text-limit.ts";
import { printedValue } from "./printed-value.ts";

/** Joins the strings of a list with a separator. */
export function join(list: CelList, separator: string): string | CelFailure {
  const parts: string[] = [];
  let length = 0;
  for (let index = 0; index < list.size; index += 1) {
    const part = list.at(index);
    if (typeof part !== "string") {
      return new CelFailure(`join: invalid input: ${printedValue(part)}`);
    }
    length += part.length + separator.length;
    if (length > longestText) {
      return textTooLong;
    }
    parts.push(part);
  }
  return parts.join(separator);
}
