import type { SourceSpan } from "../manifest/text/source-map.ts";
import type { DecryptedValue } from "./encrypted-value.ts";

/** A part of a text with its replacement. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Characters that JSON allows in strings, and YAML 1.1 only as escapes. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Returns the text of a decrypted value in YAML, or in JSON: on one line, whatever it contains. */
export function writeValue({ type, text }: DecryptedValue): string {
  switch (type) {
    case "bool":
      return text.toLowerCase();
    case "float":
      return { NaN: ".nan", "+Inf": ".inf", "-Inf": "-.inf", "-0": text }[text] ?? String(Number(text));
    case "int":
      return text;
    case "str":
    case "time":
    case "comment":
      return JSON.stringify(text).replaceAll(
        unprintable,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    default:
      return type satisfies never;
  }
}

/** Replaces a value; as many lines as it had stay. */
export function replaceValue(text: string, { valueStart, valueEnd }: SourceSpan, written: string): TextEdit {
  return { start: valueStart, end: valueEnd, text: written + lineBreaks(text.slice(valueStart, valueEnd)) };
}

/**
 * Turns an entry of a block list into a comment; undefined for an entry of a flow list, in which SOPS writes
 * none.
 */
export function dropEntry(text: string, { valueStart, valueEnd }: SourceSpan): TextEdit | undefined {
  const dash = text.slice(0, valueStart).trimEnd().length - 1;
  return text.charAt(dash) === "-"
    ? { start: dash, end: valueEnd, text: `#${lineBreaks(text.slice(valueStart, valueEnd))}` }
    : undefined;
}

/** Drops an entry of the mapping of a document, with its comma if there is one; its lines stay. */
export function dropField(text: string, { keyStart, valueEnd }: SourceSpan, from: number): TextEdit {
  const before = text.slice(from, keyStart).trimEnd();
  const after = /^\s*,/.exec(text.slice(valueEnd, valueEnd + 1000))?.[0] ?? "";
  const isLast = before.endsWith(",");
  const start = isLast ? from + before.length - 1 : keyStart;
  const end = isLast ? valueEnd : valueEnd + after.length;
  return { start, end, text: lineBreaks(text.slice(start, end)) };
}

function lineBreaks(text: string): string {
  return text.replaceAll(/[^\n]+/g, "");
}

/** The text with its edits, which do not overlap. Complexity: O(length + edits × log). */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((left, right) => left.start - right.start)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...parts, text.slice(at)].join("");
}
