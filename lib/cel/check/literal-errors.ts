import { compileRe2 } from "../../object/re2.ts";
import type {
  CallExpression,
  CheckedExpression,
  Environment,
  Expression,
  ExpressionFault,
} from "../model/expression.ts";
import { CelFailure } from "../model/expression.ts";
import { optionalOf, type CelType } from "../model/type.ts";
import type { CelValue } from "../model/value.ts";
import { describeType } from "./describe-type.ts";
import { expressionParts } from "./expression-parts.ts";
import { formatCallFaults } from "./format-call-faults.ts";
import { sameType, startUnification } from "./unification.ts";

/**
 * Returns the faults of literals that are known before evaluation, in the API server's order: lists and maps
 * of more than one type (outside of the arguments of `format`), invalid durations and timestamps and then
 * patterns, and format strings that do not match their list.
 */
export function literalFaults(checked: CheckedExpression, environment: Environment): ExpressionFault[] {
  const nodes: Found[] = [];
  collect({ node: checked.root, formatted: false }, nodes);
  const calls = nodes.flatMap(({ node }) => (node.kind === "call" ? [node] : []));
  const plain = nodes.flatMap(({ node, formatted }) => (formatted ? [] : [node]));
  const unreadable = (call: CallExpression, value: CelValue) =>
    isUnreadable(call, value, { checked, environment });
  const faults = [
    ...plain.flatMap((node) => listFaults(checked, node)),
    ...plain.flatMap((node) => mapFaults(checked, node)),
    ...argumentFaults(calls, "duration", unreadable),
    ...argumentFaults(calls, "timestamp", unreadable),
    ...argumentFaults(calls, "matches", isNoPattern),
    ...calls.flatMap((call) => formatCallFaults(checked, call)),
  ];
  return faults.length > 0 ? faults : plain.flatMap((node) => dynamicOptionalFaults(checked, node));
}

interface Found {
  readonly node: Expression;
  /** Whether it is within the arguments of a call of `format`. */
  readonly formatted: boolean;
}

/** Collects every expression after its parts. */
function collect(found: Found, into: Found[]): void {
  const formatted = found.formatted || (found.node.kind === "call" && found.node.name === "format");
  for (const node of expressionParts(found.node)) {
    collect({ node, formatted }, into);
  }
  into.push(found);
}

/**
 * Checks the first argument only, even if the pattern of `matches(text, pattern)` is the second, as the API
 * server does.
 */
function argumentFaults(
  calls: readonly CallExpression[],
  name: string,
  isWrong: (call: CallExpression, value: CelValue) => boolean,
): ExpressionFault[] {
  return calls.flatMap((call) => {
    const [argument] = call.arguments;
    const wrong = call.name === name && argument?.kind === "literal" && isWrong(call, argument.value);
    return wrong ? [{ offset: argument.offset, message: `invalid ${name} argument` }] : [];
  });
}

function isUnreadable(
  call: CallExpression,
  value: CelValue,
  within: { readonly checked: CheckedExpression; readonly environment: Environment },
): boolean {
  const reference = within.checked.references.get(call.id);
  const ids = reference?.kind === "overloads" ? reference.ids : [];
  const overloads = within.environment.functions.get(call.name)?.overloads ?? [];
  const overload = overloads.find((one) => ids.includes(one.id));
  return overload?.call?.(value) instanceof CelFailure;
}

function isNoPattern(_: CallExpression, value: CelValue): boolean {
  return typeof value === "string" && "fault" in compileRe2(value);
}

/** Reports elements `?x` of dynamic type: the API server fails on them. */
function dynamicOptionalFaults(checked: CheckedExpression, node: Expression): ExpressionFault[] {
  return optionalParts(node).flatMap((part) => {
    const type = checked.types.get(part.id);
    return type?.kind === "dyn" ? [mismatch(part, optionalOf(type), type)] : [];
  });
}

function optionalParts(node: Expression): readonly Expression[] {
  if (node.kind === "list") {
    return node.elements.filter((_, index) => node.optional.has(index));
  }
  return node.kind === "map" ? node.entries.flatMap((entry) => (entry.optional ? [entry.value] : [])) : [];
}

/** Reports the first element of another type than the first one. */
function listFaults(checked: CheckedExpression, node: Expression): ExpressionFault[] {
  if (node.kind !== "list") {
    return [];
  }
  const types = node.elements.map((element, index) => heldType(checked, element, node.optional.has(index)));
  const [first] = types;
  const at = types.findIndex((type) => first !== undefined && !isSame(first, type));
  const [element, type] = [node.elements[at], types[at]];
  return element === undefined || first === undefined || type === undefined
    ? []
    : [mismatch(element, first, type)];
}

/** Reports every key and every value of another type than the first one. */
function mapFaults(checked: CheckedExpression, node: Expression): ExpressionFault[] {
  if (node.kind !== "map") {
    return [];
  }
  const [first] = node.entries;
  const keyType = first && heldType(checked, first.key, false);
  const valueType = first && heldType(checked, first.value, first.optional);
  return node.entries.flatMap(({ key, value, optional }) => [
    ...differing(key, keyType, heldType(checked, key, false)),
    ...differing(value, valueType, heldType(checked, value, optional)),
  ]);
}

function differing(node: Expression, expected: CelType | undefined, found: CelType): ExpressionFault[] {
  return expected === undefined || isSame(expected, found) ? [] : [mismatch(node, expected, found)];
}

function heldType(checked: CheckedExpression, node: Expression, optional: boolean): CelType {
  const type = checked.types.get(node.id) ?? checked.type;
  return optional && type.kind === "optional" ? type.value : type;
}

function isSame(first: CelType, second: CelType): boolean {
  return sameType(startUnification(), first, second);
}

function mismatch(node: Expression, expected: CelType, found: CelType): ExpressionFault {
  const message = `expected type '${describeType(expected)}' but found '${describeType(found)}'`;
  return { offset: node.offset, message };
}
