import type { CallExpression, Expression, Select } from "../model/expression.ts";
import { optionalOf, simpleTypes, type CelType, type ObjectType } from "../model/type.ts";
import { findMeaning, qualifiedName, report, checkedType, type CheckState } from "./checker-state.ts";
import { describeType } from "./describe-type.ts";
import { assign, isDynamic, substitute } from "./unification.ts";

/** Checks `a.b`: a qualified name if there is one, else a field. */
export function checkSelect(state: CheckState, select: Select): Expression {
  const name = qualifiedName(select);
  const meaning = name === undefined ? undefined : findMeaning(state, name);
  if (meaning !== undefined) {
    state.types.set(select.id, meaning.type);
    state.references.set(select.id, meaning.reference);
    return { kind: "identifier", id: select.id, offset: select.offset, name: meaning.name };
  }
  const operand = state.check(select.operand);
  const found = fieldType(state, select, operand);
  const field = found.optional ? optionalOf(found.type) : found.type;
  state.types.set(select.id, substitute(state.unification, select.testOnly ? simpleTypes.bool : field));
  return { ...select, operand, field: found.field };
}

/** Checks `a.?b`, which the parser turns into a call: the field as an optional. */
export function checkOptionalSelect(state: CheckState, call: CallExpression): Expression {
  const [target, key] = call.arguments;
  if (target === undefined || key?.kind !== "literal" || typeof key.value !== "string") {
    const text = () =>
      `unsupported optional field selection: incorrect signature. argument count: ${call.arguments.length}`;
    report(state, call.offset, text);
    return call;
  }
  const operand = state.check(target);
  const found = fieldType(state, { ...call, field: key.value }, operand);
  state.types.set(call.id, substitute(state.unification, optionalOf(found.type)));
  state.references.set(call.id, { kind: "overloads", ids: ["select_optional_field"] });
  return { ...call, arguments: [operand, { ...key, value: found.field }] };
}

interface Found {
  readonly type: CelType;
  /** The field name in the object's type. */
  readonly field: string;
  /** Whether the operand is an optional. The selected field is then one, too. */
  readonly optional: boolean;
}

/** Returns the field of the operand, or of the value within it if it is an optional. */
function fieldType(
  state: CheckState,
  node: { readonly offset: number; readonly field: string },
  operand: Expression,
): Found {
  const whole = substitute(state.unification, checkedType(state, operand));
  const optional = whole.kind === "optional";
  const target = optional ? whole.value : whole;
  const field = target.kind === "object" ? nameOfField(target, node.field) : node.field;
  return { type: plainFieldType(state, { offset: node.offset, field }, target), field, optional };
}

function plainFieldType(
  state: CheckState,
  node: { readonly offset: number; readonly field: string },
  target: CelType,
): CelType {
  if (target.kind === "map") {
    return target.value;
  }
  if (target.kind === "object") {
    const type = target.fields.get(node.field);
    if (type === undefined) {
      report(state, node.offset, () => `undefined field '${node.field}'`);
    }
    return type ?? simpleTypes.error;
  }
  if (target.kind === "opaque" && target.name.startsWith("kubernetes.")) {
    // Kubernetes declares its own types as objects with unknown fields, and those of `net` as opaque.
    report(state, node.offset, () => `unexpected failed resolution of '${target.name}'`);
    return simpleTypes.error;
  }
  if (target.kind === "parameter") {
    assign(state.unification, simpleTypes.dyn, target);
  } else if (!isDynamic(target)) {
    report(state, node.offset, () => `type '${describeType(target)}' does not support field selection`);
  }
  return simpleTypes.dyn;
}

/**
 * Words that CEL reserves: an object's type has fields such as `__namespace__`, which may be selected without
 * the underscores.
 */
const reserved: ReadonlySet<string> = new Set(
  (
    "true false null in as break const continue else for function if import let loop package namespace return " +
    "var void while"
  ).split(" "),
);

function nameOfField(target: ObjectType, field: string): string {
  const escaped = `__${field}__`;
  return !target.fields.has(field) && reserved.has(field) && target.fields.has(escaped) ? escaped : field;
}
