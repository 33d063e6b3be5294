import type { CelFailure } from "../../model/expression.ts";
import { outOfRange } from "./characters.ts";
import { firstOccurrence } from "./occurrence.ts";

/**
 * Returns the first index of a part, from a position on; -1 if there is none. An empty part matches at any
 * position. Complexity: O(text + part).
 */
export function indexOf(text: string, part: string, from: bigint): bigint | CelFailure {
  if (part === "") {
    return from;
  }
  if (from < 0n) {
    return outOfRange(from);
  }
  const start = offsetOf(text, from);
  return start === undefined ? -1n : position(text, firstOccurrence(text, part, start));
}

/**
 * Returns the last index of a part that begins at a position or before; -1 if there is none. Without a
 * position: in the whole text. Complexity: O(text + part).
 */
export function lastIndexOf(text: string, part: string, from?: bigint): bigint | CelFailure {
  if (part === "") {
    return from ?? BigInt(Array.from(text).length);
  }
  if (from === undefined) {
    return position(text, lastOccurrence(text, part));
  }
  if (from < 0n) {
    return outOfRange(from);
  }
  const start = offsetOf(text, from);
  return start === undefined ? -1n : position(text, lastOccurrence(text.slice(0, start + part.length), part));
}

function lastOccurrence(text: string, part: string): number {
  const backwards = firstOccurrence(reversed(text), reversed(part), 0);
  return backwards < 0 ? -1 : text.length - backwards - part.length;
}

function reversed(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text.charAt(text.length - 1 - index)).join("");
}

/** Returns the UTF-16 offset of the character at that position; undefined after the last one. */
function offsetOf(text: string, index: bigint): number | undefined {
  if (index >= BigInt(text.length)) {
    return undefined;
  }
  let offset = 0;
  for (let left = Number(index); left > 0; left -= 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xff_ff ? 2 : 1;
  }
  return offset < text.length ? offset : undefined;
}

function position(text: string, offset: number): bigint {
  return offset < 0 ? -1n : BigInt(Array.from(text.slice(0, offset)).length);
}
