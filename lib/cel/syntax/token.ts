import type { ExpressionFault } from "../model/expression.ts";

/** The symbols and words of the language that are tokens by themselves. */
const fixed = [
  "==",
  "!=",
  "<=",
  ">=",
  "<",
  ">",
  "&&",
  "||",
  "!",
  "+",
  "-",
  "*",
  "/",
  "%",
  "[",
  "]",
  "{",
  "}",
  "(",
  ")",
  ".",
  ",",
  "?",
  ":",
  "in",
  "true",
  "false",
  "null",
] as const;

/** The kind of a token: itself if it is a symbol or a word of the language; `end` follows the last one. */
export type TokenKind =
  | (typeof fixed)[number]
  | "identifier"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "end";

/** A piece of an expression's text. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** In UTF-16 units from 0. */
  readonly offset: number;
}

const fixedKinds: ReadonlyMap<string, TokenKind> = new Map(fixed.map((text) => [text, text]));

const blank = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y;
const opening = /[bB]?([rR]?)("""|'''|"|')/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const double = /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/y;
const integer = /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]?/y;
const symbol = /==|!=|<=|>=|&&|\|\||[<>!+\-*/%[\]{}().,?:]/y;

/**
 * Matches the rest of a string, by its opening: `r` of a raw one and the quotes. Each always matches, in
 * linear time.
 */
const bodies: ReadonlyMap<string, RegExp> = new Map(
  ['"', "'"].flatMap((quote) => {
    const escape = String.raw`\\(?:[abfnrtv"'\\?\`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})`;
    const inLong = `${quote}(?!${quote}${quote})`;
    return [
      [quote, new RegExp(String.raw`(?:[^\\${quote}\n\r]+|${escape})*`, "y")],
      [quote.repeat(3), new RegExp(String.raw`(?:[^\\${quote}]+|${inLong}|${escape})*`, "y")],
      [`r${quote}`, new RegExp(String.raw`[^${quote}\n\r]*`, "y")],
      [`r${quote.repeat(3)}`, new RegExp(`(?:[^${quote}]+|${inLong})*`, "y")],
    ] as const;
  }),
);

/**
 * Returns the tokens of an expression's text, `end` as the last one, or the fault of an invalid token (CEL
 * specification, "Syntax"). Names in backquotes are not tokens: Kubernetes does not enable them.
 */
export function readCelTokens(text: string): readonly Token[] | ExpressionFault {
  const tokens: Token[] = [];
  let offset = skipBlank(text, 0);
  while (offset < text.length) {
    const token = readToken(text, offset);
    if ("message" in token) {
      return token;
    }
    tokens.push(token);
    offset = skipBlank(text, offset + token.text.length);
  }
  tokens.push({ kind: "end", text: "", offset });
  return tokens;
}

function skipBlank(text: string, offset: number): number {
  return offset + (matchAt(blank, text, offset)?.[0].length ?? 0);
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text) ?? undefined;
}

function readToken(text: string, offset: number): Token | ExpressionFault {
  const quoted = matchAt(opening, text, offset);
  if (quoted !== undefined) {
    return readQuoted(text, quoted);
  }
  const found = readName(text, offset) ?? readNumber(text, offset) ?? matchAt(symbol, text, offset)?.[0];
  if (typeof found === "object") {
    return found;
  }
  const kind = found === undefined ? undefined : fixedKinds.get(found);
  return found === undefined || kind === undefined
    ? describeStray(text, offset)
    : { kind, text: found, offset };
}

function readName(text: string, offset: number): Token | undefined {
  const found = matchAt(name, text, offset)?.[0];
  return found === undefined
    ? undefined
    : { kind: fixedKinds.get(found) ?? "identifier", text: found, offset };
}

function readNumber(text: string, offset: number): Token | undefined {
  const fraction = matchAt(double, text, offset)?.[0];
  if (fraction !== undefined) {
    return { kind: "double", text: fraction, offset };
  }
  const whole = matchAt(integer, text, offset)?.[0];
  return whole === undefined
    ? undefined
    : { kind: /[uU]$/.test(whole) ? "uint" : "int", text: whole, offset };
}

function readQuoted(text: string, quoted: RegExpExecArray): Token | ExpressionFault {
  const [start, raw = "", quote = ""] = quoted;
  const body = bodies.get(raw.toLowerCase() + quote);
  const begin = quoted.index + start.length;
  const end = begin + (body === undefined ? 0 : (matchAt(body, text, begin)?.[0].length ?? 0));
  if (text.startsWith(quote, end)) {
    const kind = /^b/i.test(start) ? "bytes" : "string";
    return { kind, text: text.slice(quoted.index, end + quote.length), offset: quoted.index };
  }
  return text[end] === "\\"
    ? {
        offset: end,
        message: `unknown escape ${JSON.stringify(text.slice(end, end + 2)).slice(2, -1)} in a string`,
      }
    : { offset: quoted.index, message: `the string has no closing ${quote}` };
}

const strayHints: ReadonlyMap<string, string> = new Map([
  ["=", "; to compare, write =="],
  ["&", "; for and, write &&"],
  ["|", "; for or, write ||"],
  ["`", "; Kubernetes has no names in backquotes, write a__dash__b for the field a-b"],
]);

function describeStray(text: string, offset: number): ExpressionFault {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return { offset, message: `unexpected ${JSON.stringify(character)}${strayHints.get(character) ?? ""}` };
}
