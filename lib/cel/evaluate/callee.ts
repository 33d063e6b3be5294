import { type CallExpression, CelFailure, type Expression, type Overload } from "../model/expression.ts";
import type { CelType } from "../model/type.ts";
import type { CelValue } from "../model/value.ts";
import type { Compiler, StepOutcome } from "./step.ts";
import { outOfBudget, EvaluationAbort } from "./evaluation-abort.ts";
import { isList } from "../model/value-kind.ts";
import { fitsType, valueTypeName, typeOf } from "./value-type.ts";

/** The implementation of a call. */
export interface Callee {
  readonly call: (...values: readonly CelValue[]) => StepOutcome;
  /**
   * The name under which it is charged: the id of the overload, or the name of the function if the overload
   * is not known at compile time.
   */
  readonly cost: string;
  /** Whether the overload is chosen by the values. */
  readonly open: boolean;
}

/** Functions whose overloads check their arguments themselves. */
const selfChecking: ReadonlySet<string> = new Set([
  "!_",
  "contains",
  "endsWith",
  "find",
  "findAll",
  "startsWith",
]);

/** Returns the implementation of a call: one overload, or the first that fits the types of the values. */
export function calleeOf(compiler: Compiler, call: CallExpression, written: readonly Expression[]): Callee {
  const reference = compiler.checked.references.get(call.id);
  const ids = reference?.kind === "overloads" ? reference.ids : [];
  const [only] = ids.length === 1 ? ids : [];
  const all = compiler.environment.functions.get(call.name)?.overloads ?? [];
  const cost = only ?? call.name;
  const shared = sharedCall(all);
  if (shared !== undefined) {
    return { call: shared, cost, open: false };
  }
  const forms = all.filter(
    ({ id, parameters }) => parameters.length === written.length && (only === undefined || id === only),
  );
  const types = written.map(({ id }) => compiler.checked.types.get(id));
  const open = only === undefined;
  const chosen = open ? choose(call.name, forms) : known(call.name, forms, types);
  return { call: types.every(isShort) ? chosen : onShort(chosen), cost, open };
}

/**
 * Longer than any list that the budget allows to traverse; no document has such a list, but concatenated
 * lists may reach it.
 */
const longestList = 10_000_000;

function isShort(type: CelType | undefined): boolean {
  return type !== undefined && type.kind !== "list" && type.kind !== "dyn" && type.kind !== "parameter";
}

/**
 * Ends the evaluation before a function traverses a list that is too long, since the cost is charged only
 * afterwards. The call throws an EvaluationAbort then.
 */
function onShort(call: Callee["call"]): Callee["call"] {
  return (...values) => {
    if (values.some((value) => isList(value) && value.size > longestList)) {
      throw new EvaluationAbort(outOfBudget);
    }
    return call(...values);
  };
}

/** Returns the implementation that all overloads share, if they do. */
function sharedCall(all: readonly Overload[]): Overload["call"] {
  const [first] = all;
  return all.length > 1 && all.every(({ call }) => call === first?.call) ? first?.call : undefined;
}

/**
 * Returns the overload that was chosen by the checker; values are checked only if their types are not known.
 */
function known(
  name: string,
  forms: readonly Overload[],
  types: readonly (CelType | undefined)[],
): Callee["call"] {
  const [form] = forms;
  return form?.call !== undefined && (selfChecking.has(name) || types.every(isDefinite))
    ? form.call
    : choose(name, forms);
}

function isDefinite(type: CelType | undefined): boolean {
  if (type === undefined || type.kind === "dyn" || type.kind === "error" || type.kind === "parameter") {
    return false;
  }
  if (type.kind === "list") {
    return isDefinite(type.element);
  }
  return type.kind !== "map" || (isDefinite(type.key) && isDefinite(type.value));
}

function choose(name: string, forms: readonly Overload[]): Callee["call"] {
  return (...values) => {
    const form = forms.find(({ parameters }) =>
      parameters.every((type, index) => fitsType(type, values[index] ?? null)),
    );
    return form?.call === undefined ? noForm(name, values) : form.call(...values);
  };
}

function noForm(name: string, values: readonly CelValue[]): CelFailure {
  const types = values.map((value) => valueTypeName(typeOf(value)));
  return new CelFailure(`no such overload: ${name}(${types.join(", ")})`);
}
