import type { CallExpression, CheckedExpression, Expression, ExpressionFault } from "../model/expression.ts";
import { type CelType, simpleTypes } from "../model/type.ts";
import { celTypeName } from "./describe-type.ts";
import { expressionParts } from "./expression-parts.ts";
import { type FormatVerb, isVerb, readPrecision } from "../library/strings/format-clause.ts";

/** Returns the fault of `"%d".format([x])` if both the text and the list are literals: at most one. */
export function formatCallFaults(checked: CheckedExpression, call: CallExpression): ExpressionFault[] {
  const format = call.target?.kind === "literal" ? call.target.value : undefined;
  const [list, ...others] = call.arguments;
  if (call.name !== "format" || typeof format !== "string" || list?.kind !== "list" || others.length > 0) {
    return [];
  }
  const fault = formatFault(checked, format, list.elements);
  return fault === undefined ? [] : [{ offset: (fault.node ?? call).offset, message: fault.message }];
}

interface FormatFault {
  /** The element at fault, if it is one. */
  readonly node?: Expression;
  readonly message: string;
}

function formatFault(
  checked: CheckedExpression,
  format: string,
  elements: readonly Expression[],
): FormatFault | undefined {
  let asked = 0;
  for (const clause of readFormatClauses(format)) {
    const element = elements[asked];
    if ("end" in clause) {
      return { message: "unexpected end of string" };
    }
    if (element === undefined) {
      return { message: `index ${asked} out of range` };
    }
    if ("fault" in clause) {
      return { message: `could not parse formatting clause: ${clause.fault}` };
    }
    const node = findUnfit(checked, clause.verb, element);
    if (node !== undefined) {
      const given = celTypeName(checked.types.get(node.id) ?? simpleTypes.error);
      const message = `error during formatting: ${takes[clause.verb].rule}, was given ${given}`;
      return { node, message };
    }
    asked += 1;
  }
  const counts = `(expected ${asked}, got ${elements.length})`;
  return elements.length > asked
    ? { message: `too many arguments supplied to string.format ${counts}` }
    : undefined;
}

type Kinds = ReadonlySet<CelType["kind"]>;

const integers: Kinds = new Set(["int", "uint"]);
const fractions: Kinds = new Set(["double", "string"]);
const binary: Kinds = new Set([...integers, "bool"]);
const hexadecimal: Kinds = new Set([...integers, "string", "bytes"]);
const printable: Kinds = new Set([
  ...hexadecimal,
  "bool",
  "double",
  "duration",
  "list",
  "map",
  "null",
  "timestamp",
  "type",
]);

interface Takes {
  readonly kinds: Kinds;
  readonly rule: string;
}

const asHexadecimal: Takes = {
  kinds: hexadecimal,
  rule: "only integers, byte buffers, and strings can be formatted as hex",
};

/** The types that a clause accepts, and the API server's message about others. */
const takes: Readonly<Record<FormatVerb, Takes>> = {
  b: { kinds: binary, rule: "only integers and bools can be formatted as binary" },
  d: { kinds: integers, rule: "decimal clause can only be used on integers" },
  e: { kinds: fractions, rule: "scientific clause can only be used on doubles" },
  f: { kinds: fractions, rule: "fixed-point clause can only be used on doubles" },
  o: { kinds: integers, rule: "octal clause can only be used on integers" },
  s: {
    kinds: printable,
    rule: "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
  },
  x: asHexadecimal,
  X: asHexadecimal,
};

/**
 * Returns the expression that the clause cannot format: the element, or for `%s` a part of a literal in it.
 */
function findUnfit(
  checked: CheckedExpression,
  verb: FormatVerb,
  element: Expression,
): Expression | undefined {
  const kind = checked.types.get(element.id)?.kind ?? "error";
  if (kind !== "dyn" && !takes[verb].kinds.has(kind)) {
    return element;
  }
  const isWritten = verb === "s" && (element.kind === "list" || element.kind === "map");
  for (const part of isWritten ? expressionParts(element) : []) {
    const unfit = findUnfit(checked, verb, part);
    if (unfit !== undefined) {
      return unfit;
    }
  }
  return undefined;
}

/** A placeholder in a format string. */
type FormatClause =
  | { readonly verb: FormatVerb }
  /** The clause is invalid; reading stops there. */
  | { readonly fault: string }
  /** The text ends after a `%`. */
  | { readonly end: true };

/**
 * Yields the clauses of a format string: `%s`, `%d`, `%.2f`; `%%` is not one. Read byte by byte in UTF-8, as
 * in the API server.
 */
function* readFormatClauses(format: string): Generator<FormatClause> {
  const octets = new TextEncoder().encode(format);
  const text = Array.from(octets, (octet) => String.fromCodePoint(octet)).join("");
  for (let at = text.indexOf("%"); at !== -1; at = text.indexOf("%", at)) {
    if (text.startsWith("%%", at)) {
      at += 2;
    } else {
      const { clause, end } = readClause(text, at + 1);
      yield clause;
      if (!("verb" in clause)) {
        return;
      }
      at = end;
    }
  }
}

function readClause(text: string, start: number): { readonly clause: FormatClause; readonly end: number } {
  if (start >= text.length) {
    return { clause: { end: true }, end: start };
  }
  const { fault, end } = readPrecision(text, start);
  if (fault !== undefined) {
    return { clause: { fault: `error while parsing precision: ${fault}` }, end };
  }
  const letter = text.charAt(end);
  const clause = isVerb(letter) ? { verb: letter } : { fault: `unrecognized formatting clause "${letter}"` };
  return { clause, end: end + 1 };
}
