import { isVerb, readPrecision, type FormatVerb } from "../library/strings/format-clause.ts";

/** A placeholder in a format string. */
export type FormatClause =
  | { readonly verb: FormatVerb }
  /** The clause is invalid; reading stops there. */
  | { readonly fault: string }
  /** The text ends after a `%`. */
  | { readonly end: true };

/**
 * Yields the clauses of a format string: `%s`, `%d`, `%.2f`; `%%` is not one. Read byte by byte in UTF-8, as
 * in the API server.
 */
export function* readFormatClauses(format: string): Generator<FormatClause> {
  const octets = new TextEncoder().encode(format);
  const text = Array.from(octets, (octet) => String.fromCodePoint(octet)).join("");
  for (let at = text.indexOf("%"); at !== -1; at = text.indexOf("%", at)) {
    if (text.startsWith("%%", at)) {
      at += 2;
    } else {
      const { clause, end } = readClause(text, at + 1);
      yield clause;
      if (!("verb" in clause)) {
        return;
      }
      at = end;
    }
  }
}

function readClause(text: string, start: number): { readonly clause: FormatClause; readonly end: number } {
  if (start >= text.length) {
    return { clause: { end: true }, end: start };
  }
  const { fault, end } = readPrecision(text, start);
  if (fault !== undefined) {
    return { clause: { fault: `error while parsing precision: ${fault}` }, end };
  }
  const letter = text.charAt(end);
  const clause = isVerb(letter) ? { verb: letter } : { fault: `unrecognized formatting clause "${letter}"` };
  return { clause, end: end + 1 };
}
