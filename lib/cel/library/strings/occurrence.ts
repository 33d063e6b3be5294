import type { CelFailure } from "../../model/expression.ts";
import { outOfRange } from "./characters.ts";

/** The worst-case number of comparisons above which the engine's own search gets noticeably slow. */
const manyComparisons = 1_000_000;

/**
 * Returns the first offset of a non-empty part in a text, from an offset on, in UTF-16 units; -1 if there is
 * none. Complexity: O(text + part), unlike the engine's own search: `baaa…` in `aaa…`.
 */
export function firstOccurrence(text: string, part: string, from: number): number {
  if (text.length * part.length < manyComparisons) {
    return text.indexOf(part, from);
  }
  const { next } = searcher(part);
  return next(text, from);
}

/**
 * Returns the offsets of a part in a text, from left to right, without overlaps, up to a limit. Complexity:
 * O(text + part).
 */
export function occurrences(text: string, part: string, limit: number): readonly number[] {
  const found: number[] = [];
  const next = text.length * part.length < manyComparisons ? plainSearch(part) : searcher(part).next;
  for (let at = next(text, 0); at >= 0 && found.length < limit; at = next(text, at + part.length)) {
    found.push(at);
  }
  return found;
}

type Search = (text: string, from: number) => number;

function plainSearch(part: string): Search {
  return (text, from) => text.indexOf(part, from);
}

/** Knuth-Morris-Pratt search: the part that still matches after a mismatch is computed once. */
function searcher(part: string): { readonly next: Search } {
  const borders = bordersOf(part);
  const next: Search = (text, from) => {
    let matched = 0;
    for (let at = from; at < text.length; at += 1) {
      matched = extended({ part, borders, matched, letter: text.charCodeAt(at) });
      if (matched === part.length) {
        return at - part.length + 1;
      }
    }
    return -1;
  };
  return { next };
}

/** Computes for each prefix of the part the longest shorter prefix that it ends with. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length + 1);
  let matched = 0;
  for (let at = 1; at < part.length; at += 1) {
    matched = extended({ part, borders, matched, letter: part.charCodeAt(at) });
    borders[at + 1] = matched;
  }
  return borders;
}

interface Step {
  readonly part: string;
  readonly borders: Int32Array;
  readonly matched: number;
  readonly letter: number;
}

function extended({ part, borders, matched, letter }: Step): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== letter) {
    length = borders[length] ?? 0;
  }
  return part.charCodeAt(length) === letter ? length + 1 : 0;
}

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
