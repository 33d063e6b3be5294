import { CelFailure } from "../../model/expression.ts";

/** Returns the character at that position, or the empty string at the end of the text. Complexity: O(n). */
export function charAt(text: string, index: bigint): string | CelFailure {
  const characters = Array.from(text);
  if (index < 0n || index > BigInt(characters.length)) {
    return outOfRange(index);
  }
  return characters[Number(index)] ?? "";
}

/**
 * Returns the text from one position up to another, exclusive; without one, up to the end. Complexity: O(n).
 */
export function substring(text: string, start: bigint, end?: bigint): string | CelFailure {
  const characters = Array.from(text);
  const length = BigInt(characters.length);
  if (end !== undefined && start > end) {
    return new CelFailure(`invalid substring range. start: ${start}, end: ${end}`);
  }
  if (start < 0n || start > length) {
    return outOfRange(start);
  }
  if (end !== undefined && end > length) {
    return outOfRange(end);
  }
  return characters.slice(Number(start), Number(end ?? length)).join("");
}

/** Returns the failure of a position before or after the text. */
export function outOfRange(index: bigint): CelFailure {
  return new CelFailure(`index out of range: ${index}`);
}

// Unicode's White_Space: JavaScript's own trim() includes U+FEFF and excludes U+0085.
const white = /[\t-\r \u{85}\u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}]/u;

/** Returns the text without leading and trailing white space. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && white.test(text.charAt(start))) {
    start += 1;
  }
  while (end > start && white.test(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}

/**
 * The maximum length of a text that a function creates, in UTF-16 units. No rule comes near it within its
 * cost, and JavaScript's own limit, which throws, is four times as high.
 */
export const longestText: number = 2 ** 27;

/**
 * The result of a function in place of a longer text: it ends the evaluation, as on a server that ran out of
 * budget.
 */
export const textTooLong: CelFailure = new CelFailure(
  "operation cancelled: actual cost limit exceeded",
  "cost",
);
