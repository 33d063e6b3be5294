import type { CST } from "yaml";

import { maxDepth, tooDeep, type ParseError } from "../text/parsed-document.ts";

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
export function findTooDeep(tokens: readonly CST.Token[], base: number): ParseError | undefined {
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
