import type { Entry, Expression } from "../model/expression.ts";
import { composeCall, deepest } from "./build-node.ts";
import { readLiteral } from "./literal.ts";
import {
  checkDepth,
  emptyPart,
  expect,
  peek,
  rejectToken,
  take,
  takeIf,
  type ParserPart,
  type ParserState,
} from "./parser-state.ts";
import type { Token, TokenKind } from "./token.ts";
import { reservedWords } from "./reserved-words.ts";

/**
 * Parses an operand: a literal, a name, a call or a list, with the selections, indices and methods that
 * follow it.
 */
export function readMember(reading: ParserState): ParserPart {
  let part = readPrimary(reading);
  for (;;) {
    const dot = takeIf(reading, ".");
    const bracket = dot === undefined ? takeIf(reading, "[") : undefined;
    if (dot !== undefined) {
      part = readSelection(reading, part, dot);
    } else if (bracket === undefined) {
      return part;
    } else {
      part = readIndex(reading, part, bracket);
    }
  }
}

function readSelection(reading: ParserState, operand: ParserPart, dot: Token): ParserPart {
  const optional = takeIf(reading, "?") !== undefined;
  const name = expect(reading, "identifier", "the name of a field");
  const open = optional ? undefined : takeIf(reading, "(");
  if (open !== undefined) {
    const given = readArguments(reading);
    return composeCall(reading, {
      name: name.text,
      offset: open.offset,
      target: operand,
      arguments: given,
      counted: true,
    });
  }
  const { offset } = dot;
  if (optional) {
    const field = leaf({ kind: "literal", id: reading.nextId(), offset: name.offset, value: name.text });
    return composeCall(reading, { name: "_?._", offset, arguments: [operand, field], counted: true });
  }
  const expression: Expression = {
    kind: "select",
    id: reading.nextId(),
    offset,
    operand: operand.expression,
    field: name.text,
    testOnly: false,
  };
  return checkDepth(reading, { expression, nesting: operand.nesting + 1, depth: operand.depth + 1 });
}

function readIndex(reading: ParserState, operand: ParserPart, bracket: Token): ParserPart {
  const name = takeIf(reading, "?") === undefined ? "_[_]" : "_[?_]";
  const index = reading.readExpression(reading);
  expect(reading, "]", '"]"');
  const { offset } = bracket;
  return composeCall(reading, { name, offset, arguments: [operand, index], counted: true });
}

function leaf(expression: Expression): ParserPart {
  return { expression, nesting: 0, depth: 1 };
}

/** Parses the arguments after the opening parenthesis, and consumes the closing one. */
function readArguments(reading: ParserState): readonly ParserPart[] {
  if (takeIf(reading, ")") !== undefined) {
    return [];
  }
  const parts = [reading.readExpression(reading)];
  while (takeIf(reading, ",") !== undefined) {
    parts.push(reading.readExpression(reading));
  }
  expect(reading, ")", '"," or ")"');
  return parts;
}

const primaries: ReadonlyMap<TokenKind, (reading: ParserState) => ParserPart> = new Map([
  ["identifier", readNamed],
  [".", readNamed],
  ["(", readParenthesized],
  ["[", readList],
  ["{", readMap],
]);

function readPrimary(reading: ParserState): ParserPart {
  const read = primaries.get(peek(reading).kind) ?? readConstant;
  return read(reading);
}

function readParenthesized(reading: ParserState): ParserPart {
  take(reading);
  const part = reading.readExpression(reading);
  expect(reading, ")", '")"');
  return part;
}

const constants: ReadonlySet<TokenKind> = new Set<TokenKind>([
  "int",
  "uint",
  "double",
  "string",
  "bytes",
  "true",
  "false",
  "null",
]);

function readConstant(reading: ParserState): ParserPart {
  const { kind, offset } = peek(reading);
  const next = peek(reading, 1).kind;
  const negative = kind === "-" && (next === "int" || next === "double");
  if (!negative && !constants.has(kind)) {
    rejectToken(reading, "a value");
    return emptyPart(reading);
  }
  if (negative) {
    take(reading);
  }
  const read = readLiteral(take(reading), negative);
  if ("message" in read) {
    reading.faults.push({ offset, message: read.message });
    return emptyPart(reading);
  }
  return leaf({ kind: "literal", id: reading.nextId(), offset, value: read.value });
}

/** Parses a name, a function call, or an object literal, whose name may have dots: `a.b.C{}`. */
function readNamed(reading: ParserState): ParserPart {
  const dot = takeIf(reading, ".") === undefined ? "" : ".";
  const length = objectNameLength(reading);
  if (length > 0) {
    const start = reading.index;
    reading.index += length;
    const words = reading.tokens.slice(start, reading.index).map((token) => token.text);
    return readObject(reading, dot + words.join(""));
  }
  const token = expect(reading, "identifier", "a name");
  const name = dot + token.text;
  if (reservedWords.has(token.text)) {
    reading.faults.push({
      offset: token.offset,
      message: `${token.text} is reserved, no name of a variable or a function`,
    });
  }
  const open = takeIf(reading, "(");
  return open === undefined
    ? leaf({ kind: "identifier", id: reading.nextId(), offset: token.offset, name })
    : composeCall(reading, { name, offset: open.offset, arguments: readArguments(reading), counted: false });
}

/**
 * Returns the number of tokens before the next `{` that are the name of an object literal; 0 if there is
 * none.
 */
function objectNameLength(reading: ParserState): number {
  let length = 0;
  while (peek(reading, length).kind === "identifier") {
    const after = peek(reading, length + 1).kind;
    if (after === "{") {
      return length + 1;
    }
    if (after !== ".") {
      return 0;
    }
    length += 2;
  }
  return 0;
}

/**
 * Parses the items up to the closing sign, which is consumed: none, or some separated by commas, optionally
 * with a trailing comma.
 */
function readItems<Item>(reading: ParserState, close: "]" | "}", readItem: () => Item): readonly Item[] {
  const items: Item[] = [];
  let more = peek(reading).kind !== close && peek(reading).kind !== ",";
  while (more) {
    items.push(readItem());
    more =
      peek(reading).kind === "," && peek(reading, 1).kind !== close && takeIf(reading, ",") !== undefined;
  }
  takeIf(reading, ",");
  expect(reading, close, items.length === 0 ? `"${close}"` : `"," or "${close}"`);
  return items;
}

function readList(reading: ParserState): ParserPart {
  const open = take(reading);
  const optional = new Set<number>();
  let index = -1;
  const parts = readItems(reading, "]", () => {
    index += 1;
    if (takeIf(reading, "?") !== undefined) {
      optional.add(index);
    }
    return reading.readExpression(reading);
  });
  const elements = parts.map((part) => part.expression);
  return wrap(reading, parts, {
    kind: "list",
    id: reading.nextId(),
    offset: open.offset,
    elements,
    optional,
  });
}

function wrap(reading: ParserState, parts: readonly ParserPart[], expression: Expression): ParserPart {
  const [nesting, depth] = [deepest(parts, "nesting"), deepest(parts, "depth") + 1];
  return checkDepth(reading, { expression, nesting, depth });
}

function readMap(reading: ParserState): ParserPart {
  const open = take(reading);
  const parts: ParserPart[] = [];
  const entries = readItems(reading, "}", (): Entry<Expression> => {
    const optional = takeIf(reading, "?") !== undefined;
    const key = reading.readExpression(reading);
    const { offset } = expect(reading, ":", '":"');
    const value = reading.readExpression(reading);
    parts.push(key, value);
    return { id: reading.nextId(), offset, key: key.expression, value: value.expression, optional };
  });
  return wrap(reading, parts, { kind: "map", id: reading.nextId(), offset: open.offset, entries });
}

function readObject(reading: ParserState, name: string): ParserPart {
  const open = expect(reading, "{", '"{"');
  const parts: ParserPart[] = [];
  const entries = readItems(reading, "}", (): Entry<string> => {
    const optional = takeIf(reading, "?") !== undefined;
    const key = expect(reading, "identifier", "the name of a field").text;
    const { offset } = expect(reading, ":", '":"');
    const value = reading.readExpression(reading);
    parts.push(value);
    return { id: reading.nextId(), offset, key, value: value.expression, optional };
  });
  return wrap(reading, parts, { kind: "object", id: reading.nextId(), offset: open.offset, name, entries });
}
