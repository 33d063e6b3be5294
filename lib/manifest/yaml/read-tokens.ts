import { Lexer, Parser, type CST } from "yaml";

import { maxDepth, tooDeep, tooLarge, type ParseError } from "../text/parsed-document.ts";

/**
 * The maximum number of lexical tokens of one document. Each takes some 300 bytes until the document is
 * converted, and a sidecar may have 512 MiB in total. The largest object that an API server accepts (3 MiB)
 * has fewer.
 */
const mostLexemes = 750_000;

/**
 * Top-level tokens after which a text is not a single document in any case, or has more syntax errors than a
 * user reads.
 */
const mostTopLevel = 100;

/** The parser's stack also holds the document around the outermost collection. */
const deepestStack = maxDepth + 1;

/** The tokens of a text, or the first limit that it exceeds. */
type TokenReading = { readonly tokens: readonly CST.Token[] } | { readonly fault: ParseError };

/**
 * Reads the tokens of one YAML document. The limits of depth and size apply while it reads, so that no text
 * takes more time or memory than its length allows; everything after the hundredth error or `...` line is not
 * read. `base` is the offset of the text in its source.
 */
export function readTokens(text: string, base: number): TokenReading {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let topLevel = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      topLevel += isCounted(token) ? 1 : 0;
    }
    lexemes += 1;
    if (parser.stack.length > deepestStack) {
      return { fault: tooDeep(base + Math.max(parser.offset - lexeme.length, 0)) };
    }
    if (lexemes > mostLexemes) {
      return { fault: tooLarge(base + parser.offset) };
    }
    if (topLevel > mostTopLevel) {
      break;
    }
  }
  tokens.push(...parser.end());
  const fault = findTooDeep(tokens, base);
  return fault === undefined ? { tokens } : { fault };
}

function isCounted({ type }: CST.Token): boolean {
  return type === "error" || type === "document" || type === "doc-end";
}

interface Walked {
  readonly token: CST.Token;
  readonly level: number;
}

/** Yields every token that is a value or key, with its depth; traversed without recursion. */
function* walk(tokens: readonly CST.Token[]): Generator<Walked> {
  const open: Walked[] = tokens.map((token) => ({ token, level: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const level = next.level + 1;
    for (const token of childrenOf(next.token)) {
      open.push({ token, level });
    }
  }
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === "document") {
    return token.value === undefined ? [] : [token.value];
  }
  return "items" in token
    ? token.items.flatMap((item) => [item.key, item.value]).filter((child) => child != null)
    : [];
}

/** A place where collections are nested deeper than allowed. */
function findTooDeep(tokens: readonly CST.Token[], base: number): ParseError | undefined {
  for (const { token, level } of walk(tokens)) {
    if (level > maxDepth) {
      return tooDeep(base + token.offset);
    }
  }
  return undefined;
}

/** The start of the scalar that ends at the offset. */
export function findScalarStart(tokens: readonly CST.Token[], end: number): number | undefined {
  for (const { token } of walk(tokens)) {
    if ("source" in token && token.source.length > 0 && token.offset + token.source.length === end) {
      return token.offset;
    }
  }
  return undefined;
}
