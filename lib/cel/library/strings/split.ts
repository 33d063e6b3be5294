import { CelFailure } from "../../model/expression.ts";
import { type CelList, celList } from "../../model/value.ts";
import { longestText, textTooLong } from "./characters.ts";
import { occurrences } from "./occurrence.ts";
import { printedValue } from "./value-text.ts";

/**
 * Splits a text at separators: with a limit, into at most that many parts, the last one being the rest;
 * without one (below 0), into all. An empty separator splits between every two characters.
 */
export function split(text: string, separator: string, limit: bigint): CelList {
  if (limit === 0n) {
    return celList([]);
  }
  const cuts = most(limit < 0n ? limit : limit - 1n);
  if (separator === "") {
    return celList(characters(text, cuts));
  }
  const parts: string[] = [];
  let start = 0;
  for (const at of occurrences(text, separator, cuts)) {
    parts.push(text.slice(start, at));
    start = at + separator.length;
  }
  parts.push(text.slice(start));
  return celList(parts);
}

function characters(text: string, cuts: number): readonly string[] {
  const all = Array.from(text);
  return all.length <= cuts + 1 ? all : [...all.slice(0, cuts), all.slice(cuts).join("")];
}

/** Returns a limit as a number; below 0 there is none. */
function most(limit: bigint): number {
  return limit < 0n ? Number.POSITIVE_INFINITY : Number(limit);
}

/** The part to replace, its replacement, and the number of occurrences from the left; below 0, all. */
interface TextReplacement {
  readonly old: string;
  readonly fresh: string;
  readonly limit: bigint;
}

/** Replaces one part by another. An empty part matches before every character and at the end. */
export function replace(text: string, { old, fresh, limit }: TextReplacement): string | CelFailure {
  const places = old === "" ? boundaries(text, most(limit)) : occurrences(text, old, most(limit));
  if (text.length + places.length * (fresh.length - old.length) > longestText) {
    return textTooLong;
  }
  const parts: string[] = [];
  let start = 0;
  for (const at of places) {
    parts.push(text.slice(start, at), fresh);
    start = at + old.length;
  }
  parts.push(text.slice(start));
  return parts.join("");
}

function boundaries(text: string, limit: number): readonly number[] {
  const found: number[] = [];
  let at = 0;
  for (const character of text) {
    found.push(at);
    at += character.length;
  }
  found.push(at);
  return found.slice(0, limit);
}

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
