import { UnsignedInt, type CelValue } from "../model/value.ts";
import type { Token, TokenKind } from "./token.ts";

/** The value of a literal, or the message about an invalid one. */
export type LiteralReading = { readonly value: CelValue } | { readonly message: string };

const greatestInt = 2n ** 63n - 1n;
const leastInt = -(2n ** 63n);
const greatestUint = 2n ** 64n - 1n;

/** Returns the value of a literal token; `negative` if a preceding minus sign belongs to the number. */
export function readLiteral(token: Token, negative: boolean): LiteralReading {
  const read = readers.get(token.kind);
  return read === undefined ? { value: words.get(token.kind) ?? null } : read(token.text, negative);
}

const words: ReadonlyMap<TokenKind, CelValue> = new Map([
  ["true", true],
  ["false", false],
]);

const readers: ReadonlyMap<TokenKind, (text: string, negative: boolean) => LiteralReading> = new Map([
  ["int", readInt],
  ["uint", readUint],
  ["double", readDouble],
  ["string", readString],
  ["bytes", readBytes],
]);

function readInt(text: string, negative: boolean): LiteralReading {
  const value = negative ? -BigInt(text) : BigInt(text);
  return value > greatestInt || value < leastInt
    ? { message: `an int is between ${leastInt} and ${greatestInt}` }
    : { value };
}

function readUint(text: string): LiteralReading {
  const value = BigInt(text.slice(0, -1));
  return value > greatestUint
    ? { message: `a uint is at most ${greatestUint}` }
    : { value: new UnsignedInt(value) };
}

function readDouble(text: string, negative: boolean): LiteralReading {
  const value = Number(text);
  return Number.isFinite(value)
    ? { value: negative ? -value : value }
    : { message: `a double is at most ${Number.MAX_VALUE}` };
}

const escape = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([^]))/g;

const shortEscapes: ReadonlyMap<string, number> = new Map([
  ["a", 7],
  ["b", 8],
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
]);

interface Escape {
  readonly start: number;
  readonly end: number;
  readonly codePoint: number;
  /** Whether it is written `\u` or `\U`. */
  readonly unicode: boolean;
}

/** Returns the text between the quotes, with line ends normalized to `\n`, and its escapes. */
function openQuotes(quoted: string): { readonly body: string; readonly escapes: readonly Escape[] } {
  const raw = /^r/i.test(quoted);
  const text = (raw ? quoted.slice(1) : quoted).replaceAll(/\r\n?/g, "\n");
  const width = /^("""|''')/.test(text) && text.length >= 6 ? 3 : 1;
  const body = text.slice(width, -width);
  return { body, escapes: raw ? [] : [...body.matchAll(escape)].map((match) => readEscape(match)) };
}

function readEscape(match: RegExpExecArray): Escape {
  const [all, byte, short, long, octal, letter = ""] = match;
  const unicode = short ?? long;
  const hex = byte ?? unicode;
  const codePoint = hex === undefined ? readPlainEscape(letter, octal) : Number.parseInt(hex, 16);
  return { start: match.index, end: match.index + all.length, codePoint, unicode: unicode !== undefined };
}

function readPlainEscape(letter: string, octal: string | undefined): number {
  return octal === undefined ? (shortEscapes.get(letter) ?? letter.charCodeAt(0)) : Number.parseInt(octal, 8);
}

function readString(quoted: string): LiteralReading {
  const { body, escapes } = openQuotes(quoted);
  const parts: string[] = [];
  let end = 0;
  for (const { start, end: next, codePoint } of escapes) {
    if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) {
      return { message: `${body.slice(start, next)} is not a Unicode character` };
    }
    parts.push(body.slice(end, start), String.fromCodePoint(codePoint));
    end = next;
  }
  parts.push(body.slice(end));
  return { value: parts.join("") };
}

/** Reads a bytes literal; `text` begins with the b. */
function readBytes(text: string): LiteralReading {
  const { body, escapes } = openQuotes(text.slice(1));
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { start, end: next, codePoint, unicode } of escapes) {
    if (unicode) {
      return {
        message: `${body.slice(start, next)} is a character, which bytes cannot hold; write its bytes as \\x00`,
      };
    }
    parts.push(encoder.encode(body.slice(end, start)), Uint8Array.of(codePoint));
    end = next;
  }
  parts.push(encoder.encode(body.slice(end)));
  return { value: concatenate(parts) };
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
