import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import type { SourceText } from "./diagnostic/source-text.ts";

/** The result of decoding the bytes of one source: its text, or the reason there is none. */
export type Decoded = { readonly source: SourceText } | { readonly fault: Diagnostic };

/** The longest string in V8. */
const longestText = 2 ** 29 - 24;

/**
 * Decodes the bytes of a named source. Only UTF-8 is accepted, with or without a byte order mark, which is
 * dropped; the fault for anything else names the line and column of the first invalid byte.
 */
export function decodeText(name: string, bytes: Uint8Array): Decoded {
  const mark = utf16Mark(bytes);
  const order = mark === undefined ? utf16Order(bytes) : undefined;
  if (mark !== undefined) {
    return { fault: notUtf8(name, `is UTF-16 (${mark})`) };
  }
  if (order !== undefined) {
    return { fault: notUtf8(name, `looks like UTF-16 (${order}, without a byte order mark)`) };
  }
  if (bytes.length > longestText) {
    const message = `${name} is larger than 512 MiB: split it into several files`;
    return { fault: { code: "SourceUnreadable", severity: "error", message } };
  }
  try {
    return { source: { name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) } };
  } catch {
    return { fault: locateBadByte(name, bytes) };
  }
}

function utf16Mark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return "little endian, by its byte order mark";
  }
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "big endian, by its byte order mark" : undefined;
}

/**
 * Detects UTF-16 by two ASCII characters at the beginning, which have a zero byte each; UTF-8 text has none.
 */
function utf16Order(bytes: Uint8Array): string | undefined {
  if (bytes.length < 4 || bytes.length % 2 === 1) {
    return undefined;
  }
  const zeros = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? "0" : "x")).join("");
  if (zeros === "x0x0") {
    return "little endian";
  }
  return zeros === "0x0x" ? "big endian" : undefined;
}

function notUtf8(name: string, fact: string): Diagnostic {
  const message = `${name} ${fact}, not UTF-8: save it as UTF-8`;
  return { code: "NotUtf8", severity: "error", message, origin: { file: name, line: 1 } };
}

/** Finds the longest prefix that decodes, by bisection. O(n log n), once per invalid file. */
function locateBadByte(name: string, bytes: Uint8Array): Diagnostic {
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (decodesUpTo(bytes, middle)) {
      valid = middle;
    } else {
      invalid = middle;
    }
  }
  // The invalid character may have begun some bytes before the byte that shows it.
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, valid), {
    stream: true,
  });
  const byte = bytes[new TextEncoder().encode(before).length] ?? 0;
  const lines = before.split("\n");
  const line = lines.length;
  const column = (lines.at(-1) ?? "").length + 1;
  const fact =
    valid === bytes.length
      ? `ends in the middle of a character (line ${line})`
      : `contains the byte 0x${byte.toString(16).padStart(2, "0")} in line ${line}, column ${column}`;
  return { ...notUtf8(name, fact), origin: { file: name, line, column } };
}

/**
 * Reports whether the first `count` bytes may begin a UTF-8 text; the whole must also end with a complete
 * character.
 */
function decodesUpTo(bytes: Uint8Array, count: number): boolean {
  try {
    const stream = count <= bytes.length;
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, count), { stream });
    return true;
  } catch {
    return false;
  }
}
