import { Lexer, Parser, type CST } from "yaml";

import { maxDepth, tooDeep, tooLarge, type ParseError } from "../text/parsed-document.ts";
import { findTooDeep } from "./token-walk.ts";

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
export type TokenReading = { readonly tokens: readonly CST.Token[] } | { readonly fault: ParseError };

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
