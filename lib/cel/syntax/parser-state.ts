import type { Expression, ExpressionFault, Macro } from "../model/expression.ts";
import type { Token, TokenKind } from "./token.ts";

/**
 * The greatest nesting of the rules of the grammar, and of operators and selections in one another
 * (Kubernetes keeps cel-go's own).
 */
const nestingLimit = 250;

/**
 * The greatest depth of an expression whose macros are written out. It is ours: whoever walks an expression
 * by recursion needs no more than this many levels. Only contrived ones come near.
 */
const depthLimit = 500;

/**
 * The greatest number of nodes of an expression. It is ours: `a.optMap(x, x)` holds `a` twice,
 * so that a chain of thirty of them would hold a thousand million.
 */
const nodeLimit = 300_000;

/** A part of an expression that has been read. */
export interface ParserPart {
  readonly expression: Expression;
  /** How many operators, selections and calls of methods are nested in it, as it is written. */
  readonly nesting: number;
  /** No less than the levels of nodes in it. */
  readonly depth: number;
}

/**
 * How far an expression has been read. After a fault of syntax it stands at the end, so that whoever reads on
 * finds nothing.
 */
export interface ParserState {
  readonly tokens: readonly Token[];
  readonly macros: ReadonlyMap<string, Macro>;
  readonly faults: ExpressionFault[];
  /** Reads a whole expression; here so that what an operand holds can be read. */
  readonly readExpression: (reading: ParserState) => ParserPart;
  readonly nextId: () => number;
  /** How deep the rules stand in themselves. */
  readonly nested: Record<NestedRule, number>;
  index: number;
  broken: boolean;
}

/** The rules of the grammar whose nesting is counted; no other can be deeper than all of these. */
export type NestedRule = "expression" | "relation" | "calculation";

/** Before the first token. */
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

/** The token to be read next, or the one so many after it. */
export function peek(reading: ParserState, ahead = 0): Token {
  return reading.tokens[reading.index + ahead] ?? reading.tokens.at(-1) ?? noToken;
}

/** The next token, which is then read. */
export function take(reading: ParserState): Token {
  const token = peek(reading);
  reading.index += 1;
  return token;
}

/** The next token if it is of that kind, which is then read. */
export function takeIf(reading: ParserState, kind: TokenKind): Token | undefined {
  return peek(reading).kind === kind ? take(reading) : undefined;
}

/** The next token, which has to be of that kind. */
export function expect(reading: ParserState, kind: TokenKind, wanted: string): Token {
  const token = peek(reading);
  if (token.kind === kind) {
    return take(reading);
  }
  rejectToken(reading, wanted);
  return token;
}

/** Ends the reading: the next token is not what is wanted here. */
export function rejectToken(reading: ParserState, wanted: string): void {
  const { kind, text, offset } = peek(reading);
  breakOff(reading, offset, `expected ${wanted}, found ${kind === "end" ? "the end" : quote(text)}`);
}

function quote(text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return /["'\n\r]/.test(shown) ? shown.replaceAll(/[\r\n]+/g, " ") : `"${shown}"`;
}

/** Ends the reading with that fault. The first one counts: what follows comes of it. */
export function breakOff(reading: ParserState, offset: number, message: string): void {
  if (!reading.broken) {
    reading.faults.push({ offset, message });
    reading.broken = true;
    reading.index = reading.tokens.length - 1;
  }
}

/** Goes one level deeper into a rule, and says whether to read on: too deep, it ends the reading. */
export function enter(reading: ParserState, rule: NestedRule): boolean {
  reading.nested[rule] += 1;
  if (reading.nested[rule] > nestingLimit) {
    breakOff(reading, peek(reading).offset, `the expression is nested deeper than ${nestingLimit} levels`);
  }
  return !reading.broken;
}

/** Comes back out of a rule. */
export function leave(reading: ParserState, rule: NestedRule): void {
  reading.nested[rule] -= 1;
}

/** What stands in for a part that could not be read. */
export function emptyPart(reading: ParserState): ParserPart {
  const expression: Expression = { kind: "literal", id: 0, offset: peek(reading).offset, value: null };
  return { expression, nesting: 0, depth: 1 };
}

/** The part, unless it is nested too deep. */
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
