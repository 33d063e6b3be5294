import type { Expression, ExpressionFault, Macro } from "../model/expression.ts";
import { composeCall, composeChain, type Chain } from "./build-node.ts";
import { readMember } from "./parse-member.ts";
import {
  expect,
  emptyPart,
  enter,
  leave,
  peek,
  rejectToken,
  startReading,
  take,
  takeIf,
  type ParserPart,
  type ParserState,
} from "./parser-state.ts";
import { readCelTokens, type Token, type TokenKind } from "./token.ts";

/** An expression, or the faults of its text: one syntax error, or all semantic faults. */
export type ParsedExpression =
  | { readonly expression: Expression }
  | { readonly faults: readonly [ExpressionFault, ...ExpressionFault[]] };

/** The maximum length of the text, in code points. */
const textLimit = 100_000;

/**
 * Parses an expression as Kubernetes does (CEL specification, "Syntax", with optionals; no names in
 * backquotes) and expands its macros. Never overflows the stack; time grows with the text, except for
 * `optMap` and `optFlatMap`, which duplicate their target: an expression that grows too large by them is a
 * fault.
 */
export function parseExpression(text: string, macros: ReadonlyMap<string, Macro>): ParsedExpression {
  if (text.length > textLimit && countCodePoints(text) > textLimit) {
    return { faults: [{ offset: 0, message: `the expression is longer than ${textLimit} characters` }] };
  }
  const tokens = readCelTokens(text);
  if ("message" in tokens) {
    return { faults: [tokens] };
  }
  const reading = startReading(tokens, macros, readExpression);
  const { expression } = readExpression(reading);
  expectEnd(reading);
  const [fault, ...faults] = reading.faults;
  return fault === undefined ? { expression } : { faults: [fault, ...faults] };
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}

function expectEnd(reading: ParserState): void {
  if (peek(reading).kind !== "end") {
    rejectToken(reading, "an operator or the end");
  }
}

function readExpression(reading: ParserState): ParserPart {
  if (!enter(reading, "expression")) {
    return emptyPart(reading);
  }
  const condition = readChain(reading, "_||_");
  const operator = takeIf(reading, "?");
  const part = operator === undefined ? condition : readBranches(reading, condition, operator);
  leave(reading, "expression");
  return part;
}

function readBranches(reading: ParserState, condition: ParserPart, operator: Token): ParserPart {
  const then = readChain(reading, "_||_");
  expect(reading, ":", '":"');
  const otherwise = readExpression(reading);
  const branches = [condition, then, otherwise];
  return composeCall(reading, { name: "_?_:_", offset: operator.offset, arguments: branches, counted: true });
}

const chainSigns: Readonly<Record<Chain["name"], TokenKind>> = { "_||_": "||", "_&&_": "&&" };

function readChain(reading: ParserState, name: Chain["name"]): ParserPart {
  const first = readTerm(reading, name);
  return peek(reading).kind === chainSigns[name] ? readTerms(reading, name, first) : first;
}

function readTerm(reading: ParserState, name: Chain["name"]): ParserPart {
  return name === "_||_" ? readChain(reading, "_&&_") : readRelation(reading);
}

function readTerms(reading: ParserState, name: Chain["name"], first: ParserPart): ParserPart {
  const sign = chainSigns[name];
  const terms = [first];
  const operators: Token[] = [];
  for (let operator = takeIf(reading, sign); operator !== undefined; operator = takeIf(reading, sign)) {
    operators.push(operator);
    terms.push(readTerm(reading, name));
  }
  return composeChain(reading, { name, terms, operators });
}

const relations: ReadonlyMap<TokenKind, string> = new Map([
  ["<", "_<_"],
  ["<=", "_<=_"],
  [">=", "_>=_"],
  [">", "_>_"],
  ["==", "_==_"],
  ["!=", "_!=_"],
  ["in", "@in"],
]);

function readRelation(reading: ParserState): ParserPart {
  if (!enter(reading, "relation")) {
    return emptyPart(reading);
  }
  let left = readCalculation(reading, 1);
  for (let name = nextRelation(reading); name !== undefined; name = nextRelation(reading)) {
    const { offset } = take(reading);
    enter(reading, "relation");
    const right = readCalculation(reading, 1);
    leave(reading, "relation");
    left = composeCall(reading, { name, offset, arguments: [left, right], counted: true });
  }
  leave(reading, "relation");
  return left;
}

function nextRelation(reading: ParserState): string | undefined {
  return relations.get(peek(reading).kind);
}

interface Calculation {
  readonly name: string;
  readonly precedence: number;
}

const calculations: ReadonlyMap<TokenKind, Calculation> = new Map([
  ["*", { name: "_*_", precedence: 2 }],
  ["/", { name: "_/_", precedence: 2 }],
  ["%", { name: "_%_", precedence: 2 }],
  ["+", { name: "_+_", precedence: 1 }],
  ["-", { name: "_-_", precedence: 1 }],
]);

/** Operators that bind less than `weakest` are left to the caller. */
function readCalculation(reading: ParserState, weakest: number): ParserPart {
  if (!enter(reading, "calculation")) {
    return emptyPart(reading);
  }
  let left = readUnary(reading);
  for (
    let next = nextCalculation(reading, weakest);
    next !== undefined;
    next = nextCalculation(reading, weakest)
  ) {
    const { offset } = take(reading);
    const right = readCalculation(reading, next.precedence + 1);
    left = composeCall(reading, { name: next.name, offset, arguments: [left, right], counted: true });
  }
  leave(reading, "calculation");
  return left;
}

function nextCalculation(reading: ParserState, weakest: number): Calculation | undefined {
  const operator = calculations.get(peek(reading).kind);
  return operator !== undefined && operator.precedence >= weakest ? operator : undefined;
}

/** Signs cancel out in pairs: `!!a` is `a`. A single minus sign before a number belongs to the number. */
function readUnary(reading: ParserState): ParserPart {
  const { kind, offset } = peek(reading);
  if ((kind !== "!" && kind !== "-") || startsNumber(reading)) {
    return readMember(reading);
  }
  let count = 0;
  while (takeIf(reading, kind) !== undefined) {
    count += 1;
  }
  const operand = readMember(reading);
  const name = kind === "!" ? "!_" : "-_";
  return count % 2 === 0
    ? operand
    : composeCall(reading, { name, offset, arguments: [operand], counted: false });
}

function startsNumber(reading: ParserState): boolean {
  const next = peek(reading, 1).kind;
  return peek(reading).kind === "-" && (next === "int" || next === "double");
}
