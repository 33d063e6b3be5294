import { CelFailure } from "../../model/expression.ts";
import type { CelList, CelValue } from "../../model/value.ts";
import { type Clause, formatClause, isVerb, readPrecision } from "./format-clause.ts";
import { longestText, textTooLong } from "./characters.ts";

/** A piece of a format: literal text, or a placeholder for a value. */
export type FormatPiece = string | Clause;

/**
 * Formats the values of the list: `%s %d %f %e %b %x %X %o`, with `%%` for a percent sign. Extra values are
 * ignored.
 */
export function format(text: string, values: CelList): string | CelFailure {
  const parts: string[] = [];
  let length = 0;
  let used = 0;
  for (const piece of piecesOf(text)) {
    const part = typeof piece === "string" ? piece : clauseText(piece, values, used);
    if (part instanceof CelFailure) {
      return part;
    }
    used += typeof piece === "string" ? 0 : 1;
    length += part.length;
    if (length > longestText) {
      return textTooLong;
    }
    parts.push(part);
  }
  return parts.join("");
}

function clauseText(clause: Clause, values: CelList, index: number): string | CelFailure {
  if (index >= values.size) {
    return new CelFailure(`index ${index} out of range`);
  }
  if ("fault" in clause) {
    return new CelFailure(clause.fault);
  }
  const value: CelValue = values.at(index);
  const formatted = formatClause(clause, value);
  return formatted instanceof CelFailure
    ? new CelFailure(`error during formatting: ${formatted.message}`, formatted.cause)
    : formatted;
}

/** Yields the pieces of a format, up to and including the first invalid clause. Complexity: O(n). */
export function* piecesOf(text: string): Generator<FormatPiece> {
  let at = 0;
  while (at < text.length) {
    const percent = text.indexOf("%", at);
    if (percent < 0) {
      yield text.slice(at);
      return;
    }
    yield text.slice(at, percent);
    if (text.charAt(percent + 1) === "%") {
      yield "%";
      at = percent + 2;
    } else {
      const { clause, end } = readClause(text, percent + 1);
      yield clause;
      at = end;
    }
  }
}

function readClause(text: string, start: number): { readonly clause: Clause; readonly end: number } {
  if (start >= text.length) {
    return { clause: { fault: "unexpected end of string" }, end: text.length };
  }
  const { precision, fault, end } = readPrecision(text, start);
  if (fault !== undefined) {
    return {
      clause: { fault: `could not parse formatting clause: error while parsing precision: ${fault}` },
      end: text.length,
    };
  }
  const verb = text.charAt(end);
  if (!isVerb(verb)) {
    return {
      clause: {
        fault: `could not parse formatting clause: unrecognized formatting clause "${firstByte(text, end)}"`,
      },
      end: text.length,
    };
  }
  return { clause: { verb, ...(precision === undefined ? {} : { precision }) }, end: end + 1 };
}

/** The server reads formats byte by byte: for `é` it reports the first byte of its UTF-8, `Ã`. */
function firstByte(text: string, at: number): string {
  const [byte = 0] = new TextEncoder().encode(text.slice(at, at + 2));
  return String.fromCodePoint(byte);
}
