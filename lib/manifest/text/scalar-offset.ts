/**
 * Returns the offset in the source of a YAML or JSON scalar at which a character of its value is written.
 * The value may be folded, indented and escaped: white space is skipped, and all other characters are
 * counted. The character itself must not be white space.
 */
export function offsetInScalar(source: string, value: string, offset: number): number {
  const before = value.slice(0, offset).replaceAll(/\s/gv, "").length;
  const read = readers.get(source.charAt(0)) ?? plainStep;
  let at = startOf(source);
  let seen = 0;
  while (at < source.length) {
    const { length, text } = read(source, at);
    const isCounted = /\S/v.test(text);
    if (isCounted && seen >= before) {
      return at;
    }
    seen += isCounted ? text.length : 0;
    at += length;
  }
  return at;
}

/** A part of the source, and the part of the value that it writes. */
interface Step {
  readonly length: number;
  readonly text: string;
}

type Reader = (source: string, at: number) => Step;

/** The header of a block scalar is its first line; a quotation mark is not part of the value. */
function startOf(source: string): number {
  if (/^[\|>]/v.test(source)) {
    return source.includes("\n") ? source.indexOf("\n") : source.length;
  }
  return /^["']/v.test(source) ? 1 : 0;
}

function plainStep(source: string, at: number): Step {
  return { length: 1, text: source.charAt(at) };
}

function singleQuotedStep(source: string, at: number): Step {
  return source.startsWith("''", at) ? { length: 2, text: "'" } : plainStep(source, at);
}

const escapeLengths: ReadonlyMap<string, number> = new Map([
  ["x", 4],
  ["u", 6],
  ["U", 10],
]);

function doubleQuotedStep(source: string, at: number): Step {
  if (source.charAt(at) !== "\\") {
    return plainStep(source, at);
  }
  const letter = source.charAt(at + 1);
  const length = escapeLengths.get(letter) ?? 2;
  const code = Number.parseInt(source.slice(at + 2, at + length), 16);
  const isSpace = "0abtnvfre N_LP\n\t".includes(letter);
  return { length, text: length > 2 ? String.fromCodePoint(code) : (isSpace && " ") || letter };
}

const readers: ReadonlyMap<string, Reader> = new Map([
  ["'", singleQuotedStep],
  ['"', doubleQuotedStep],
]);
