import { CelFailure } from "../../model/expression.ts";

/**
 * The character at that position, or nothing at the end of the text.
 * Complexity: O(n).
 */
export function charAt(text: string, index: bigint): string | CelFailure {
  const characters = Array.from(text);
  if (index < 0n || index > BigInt(characters.length)) {
    return outOfRange(index);
  }
  return characters[Number(index)] ?? "";
}

/**
 * The text from one position up to another, which is not part of it; without one, up to the end.
 * Complexity: O(n).
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

/** The failure of a position before or behind the text. */
export function outOfRange(index: bigint): CelFailure {
  return new CelFailure(`index out of range: ${index}`);
}

// What Unicode calls White_Space: JavaScript's own trim() takes U+FEFF for white and U+0085 for black.
const white = /[\t-\r \u{85}\u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}]/u;

/** The text without white space at its ends. */
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
