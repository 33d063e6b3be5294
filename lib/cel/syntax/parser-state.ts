import type { Expression, ExpressionFault, Macro } from "../model/expression.ts";
import type { Token, TokenKind } from "./token.ts";
import { truncate } from "../../object/message-text.ts";

/**
 * The maximum nesting of the grammar rules, and of operators and selections (Kubernetes keeps cel-go's own).
 */
const nestingLimit = 250;

/**
 * The maximum depth of an expression with expanded macros. This limit is ours: recursion over an expression
 * needs no more than this many levels. Only contrived ones come near.
 */
const depthLimit = 500;

/**
 * The maximum number of nodes of an expression. This limit is ours: `a.optMap(x, x)` holds `a` twice, so a
 * chain of thirty of them would hold a thousand million.
 */
const nodeLimit = 300_000;

/** A parsed part of an expression. */
export interface ParserPart {
  readonly expression: Expression;
  /** The nesting depth of its operators, selections and method calls, as in the text. */
  readonly nesting: number;
  /** An upper bound of the levels of its nodes. */
  readonly depth: number;
}

/**
 * The progress of parsing an expression. After a syntax error it is at the end, so that no more tokens are
 * found.
 */
export interface ParserState {
  readonly tokens: readonly Token[];
  readonly macros: ReadonlyMap<string, Macro>;
  readonly faults: ExpressionFault[];
  /** Parses a whole expression; passed here so that operands can contain expressions. */
  readonly readExpression: (reading: ParserState) => ParserPart;
  readonly nextId: () => number;
  /** The current nesting of each rule within itself. */
  readonly nested: Record<NestedRule, number>;
  index: number;
  broken: boolean;
}

/** The grammar rules whose nesting is counted; no other can be deeper than all of these. */
export type NestedRule = "expression" | "relation" | "calculation";

/** Returns the state before the first token. */
export function startReading(
  tokens: readonly Token[],
  macros: ReadonlyMap<string, Macro>,
  readExpression: (reading: ParserState) => ParserPart,
): ParserState {
  let id = 0;
  const nextId = (): number => {
    id += 1;
    if (id > nodeLimit) {
      breakOff(reading, 0, `the expression has more than ${nodeLimit} parts once its macros are written out`);
    }
    return id;
  };
  const reading: ParserState = {
    tokens,
    macros,
    faults: [],
    readExpression,
    nextId,
    nested: { expression: 0, relation: 0, calculation: 0 },
    index: 0,
    broken: false,
  };
  return reading;
}

const noToken: Token = { kind: "end", text: "", offset: 0 };

/** Returns the next token, or the one that many after it, without consuming it. */
export function peek(reading: ParserState, ahead = 0): Token {
  return reading.tokens[reading.index + ahead] ?? reading.tokens.at(-1) ?? noToken;
}

/** Consumes the next token. */
export function take(reading: ParserState): Token {
  const token = peek(reading);
  reading.index += 1;
  return token;
}

/** Consumes the next token if it is of that kind. */
export function takeIf(reading: ParserState, kind: TokenKind): Token | undefined {
  return peek(reading).kind === kind ? take(reading) : undefined;
}

/** Consumes the next token, which must be of that kind. */
export function expect(reading: ParserState, kind: TokenKind, wanted: string): Token {
  const token = peek(reading);
  if (token.kind === kind) {
    return take(reading);
  }
  rejectToken(reading, wanted);
  return token;
}

/** Ends parsing with the fault that the next token is not the wanted one. */
export function rejectToken(reading: ParserState, wanted: string): void {
  const { kind, text, offset } = peek(reading);
  breakOff(reading, offset, `expected ${wanted}, found ${kind === "end" ? "the end" : quote(text)}`);
}

function quote(text: string): string {
  const shown = truncate(text, 40);
  return /["'\n\r]/.test(shown) ? shown.replaceAll(/[\r\n]+/g, " ") : `"${shown}"`;
}

/** Ends parsing with that fault. Only the first one counts: later ones follow from it. */
export function breakOff(reading: ParserState, offset: number, message: string): void {
  if (!reading.broken) {
    reading.faults.push({ offset, message });
    reading.broken = true;
    reading.index = reading.tokens.length - 1;
  }
}

/** Enters a rule and reports whether to continue: nesting that is too deep ends parsing. */
export function enter(reading: ParserState, rule: NestedRule): boolean {
  reading.nested[rule] += 1;
  if (reading.nested[rule] > nestingLimit) {
    breakOff(reading, peek(reading).offset, `the expression is nested deeper than ${nestingLimit} levels`);
  }
  return !reading.broken;
}

/** Leaves a rule. */
export function leave(reading: ParserState, rule: NestedRule): void {
  reading.nested[rule] -= 1;
}

/** Returns the placeholder of a part that could not be parsed. */
export function emptyPart(reading: ParserState): ParserPart {
  const expression: Expression = { kind: "literal", id: 0, offset: peek(reading).offset, value: null };
  return { expression, nesting: 0, depth: 1 };
}

/** Returns the part, after checking its nesting and depth. */
export function checkDepth(reading: ParserState, part: ParserPart): ParserPart {
  if (part.nesting > nestingLimit) {
    breakOff(
      reading,
      part.expression.offset,
      `operators and selections are nested deeper than ${nestingLimit} levels`,
    );
  }
  if (part.depth > depthLimit) {
    breakOff(
      reading,
      part.expression.offset,
      `the expression is deeper than ${depthLimit} levels once its macros are written out`,
    );
  }
  return part;
}
