import type { Expression, ExpressionFault, Macro, MacroCall } from "../model/expression.ts";
import { copyExpression, nodesFor, type LoopParts, type MacroNodes } from "./macro-nodes.ts";

/** The variable in which a loop accumulates its result. No expression can name it. */
const accumulator = "@result";

/** The variable of a loop over nothing, which only binds a name. */
const unused = "#unused";

/** The parts of a loop other than its range and variables. */
type Gathering = Pick<LoopParts, "condition" | "initial" | "result" | "step">;

/** Builds a loop from the arguments after the variables: `given` are the arguments without the names. */
type Gather = (nodes: MacroNodes, given: Given) => Gathering;

interface Given {
  /** The expression that is evaluated for every entry. */
  readonly body: Expression;
  /** The condition on the entries; undefined accepts all. */
  readonly filter: Expression | undefined;
  /** The first variable's name. */
  readonly variable: string;
}

const accumulated = (nodes: MacroNodes): Expression => nodes.identifier(accumulator);

const gatherAll: Gather = (nodes, { body }) => ({
  initial: nodes.literal(true),
  condition: nodes.call("@not_strictly_false", accumulated(nodes)),
  step: nodes.call("_&&_", accumulated(nodes), body),
  result: accumulated(nodes),
});

const gatherExists: Gather = (nodes, { body }) => ({
  initial: nodes.literal(false),
  condition: nodes.call("@not_strictly_false", nodes.call("!_", accumulated(nodes))),
  step: nodes.call("_||_", accumulated(nodes), body),
  result: accumulated(nodes),
});

const gatherExistsOne: Gather = (nodes, { body }) => ({
  initial: nodes.literal(0n),
  condition: nodes.literal(true),
  step: onlyIf(nodes, body, nodes.call("_+_", accumulated(nodes), nodes.literal(1n))),
  result: nodes.call("_==_", accumulated(nodes), nodes.literal(1n)),
});

const gatherList: Gather = (nodes, { body, filter }) => ({
  initial: nodes.list(),
  condition: nodes.literal(true),
  step: onlyIf(nodes, filter, nodes.call("_+_", accumulated(nodes), nodes.list(body))),
  result: accumulated(nodes),
});

const gatherMap: Gather = (nodes, { body, filter, variable }) =>
  insert(nodes, filter, [nodes.identifier(variable), body]);

const gatherEntries: Gather = (nodes, { body, filter }) => insert(nodes, filter, [body]);

function insert(
  nodes: MacroNodes,
  filter: Expression | undefined,
  inserted: readonly Expression[],
): Gathering {
  return {
    initial: nodes.emptyMap(),
    condition: nodes.literal(true),
    step: onlyIf(nodes, filter, nodes.call("cel.@mapInsert", accumulated(nodes), ...inserted)),
    result: accumulated(nodes),
  };
}

function onlyIf(nodes: MacroNodes, filter: Expression | undefined, step: Expression): Expression {
  return filter === undefined ? step : nodes.call("_?_:_", filter, step, accumulated(nodes));
}

/** Reads the variable names in the first arguments, or returns their fault. */
function readVariables(names: readonly Expression[]): readonly string[] | ExpressionFault {
  const variables: string[] = [];
  for (const name of names) {
    if (name.kind !== "identifier") {
      return { offset: name.offset, message: "the variable of a macro has to be a simple name" };
    }
    if (name.name === "__result__") {
      return { offset: name.offset, message: "__result__ is reserved, no name of a variable" };
    }
    if (variables.includes(name.name)) {
      return { offset: name.offset, message: `both variables are named ${name.name}` };
    }
    variables.push(name.name);
  }
  return variables;
}

function expandLoop(
  call: MacroCall,
  variableCount: number,
  gather: Gather,
): Expression | ExpressionFault | undefined {
  const variables = readVariables(call.arguments.slice(0, variableCount));
  const [variable, secondVariable] = "message" in variables ? [] : variables;
  const [first, second] = call.arguments.slice(variableCount);
  if ("message" in variables) {
    return variables;
  }
  if (call.target === undefined || variable === undefined || first === undefined) {
    return undefined;
  }
  const nodes = nodesFor(call);
  const given = { body: second ?? first, filter: second === undefined ? undefined : first, variable };
  return nodes.loop({
    variable,
    ...(secondVariable === undefined ? {} : { secondVariable }),
    range: call.target,
    accumulator,
    ...gather(nodes, given),
  });
}

function loopMacro(name: string, argumentCount: number, gather: Gather): Macro {
  return { name, receiver: true, argumentCount, expand: (call) => expandLoop(call, 1, gather) };
}

function twoVariableMacro(name: string, argumentCount: number, gather: Gather): Macro {
  return { name, receiver: true, argumentCount, expand: (call) => expandLoop(call, 2, gather) };
}

/** `filter(x, condition)`: a list of the entries that satisfy the condition. */
const filterMacro: Macro = {
  name: "filter",
  receiver: true,
  argumentCount: 2,
  expand: (call) => {
    const [name, condition] = call.arguments;
    const swapped = name === undefined || condition === undefined ? [] : [name, condition, name];
    return expandLoop({ ...call, arguments: swapped }, 1, gatherList);
  },
};

/** `has(a.b)`: whether the field is present. */
const hasMacro: Macro = {
  name: "has",
  receiver: false,
  argumentCount: 1,
  expand: (call) => {
    const [tested] = call.arguments;
    return tested?.kind === "select"
      ? nodesFor(call).presence(tested.operand, tested.field)
      : { offset: tested?.offset ?? call.offset, message: "has() takes a field, as in has(a.b)" };
  },
};

/** The macros of the language itself (CEL specification, "Macros"). Since Kubernetes 1.23. */
export const standardMacros: readonly Macro[] = [
  hasMacro,
  loopMacro("all", 2, gatherAll),
  loopMacro("exists", 2, gatherExists),
  loopMacro("exists_one", 2, gatherExistsOne),
  loopMacro("map", 2, gatherList),
  loopMacro("map", 3, gatherList),
  filterMacro,
];

/** The macros over lists with indices and maps with keys and values. Since Kubernetes 1.32. */
export const twoVariableMacros: readonly Macro[] = [
  twoVariableMacro("all", 3, gatherAll),
  twoVariableMacro("exists", 3, gatherExists),
  twoVariableMacro("existsOne", 3, gatherExistsOne),
  twoVariableMacro("exists_one", 3, gatherExistsOne),
  twoVariableMacro("transformList", 3, gatherList),
  twoVariableMacro("transformList", 4, gatherList),
  twoVariableMacro("transformMap", 3, gatherMap),
  twoVariableMacro("transformMap", 4, gatherMap),
  twoVariableMacro("transformMapEntry", 3, gatherEntries),
  twoVariableMacro("transformMapEntry", 4, gatherEntries),
];

/** Builds a loop over nothing, whose result is evaluated with a value bound to a name. */
function bind(
  nodes: MacroNodes,
  name: string,
  bound: { readonly value: Expression; readonly result: Expression },
): Expression {
  return nodes.loop({
    variable: unused,
    range: nodes.list(),
    accumulator: name,
    initial: bound.value,
    condition: nodes.literal(false),
    step: nodes.identifier(name),
    result: bound.result,
  });
}

function optionalMacro(name: string, wrap: (nodes: MacroNodes, mapped: Expression) => Expression): Macro {
  const expand = (call: MacroCall): Expression | ExpressionFault | undefined => {
    const { target, nextId } = call;
    const [variable, result] = call.arguments;
    if (target === undefined || variable === undefined || result === undefined) {
      return undefined;
    }
    if (variable.kind !== "identifier") {
      return { offset: variable.offset, message: `the variable of ${name}() has to be a simple name` };
    }
    const nodes = nodesFor(call);
    const value = nodes.method(copyExpression(target, nextId), "value");
    return nodes.call(
      "_?_:_",
      nodes.method(target, "hasValue"),
      wrap(nodes, bind(nodes, variable.name, { value, result })),
      nodes.call("optional.none"),
    );
  };
  return { name, receiver: true, argumentCount: 2, expand };
}

/** The macros of optional values. Since Kubernetes 1.28. */
export const optionalMacros: readonly Macro[] = [
  optionalMacro("optMap", (nodes, mapped) => nodes.call("optional.of", mapped)),
  optionalMacro("optFlatMap", (_, mapped) => mapped),
];

const sorted = "@__sortBy_input__";

/** `sortBy(x, key)`: the list in the order of its entries' keys. */
const sortByMacro: Macro = {
  name: "sortBy",
  receiver: true,
  argumentCount: 2,
  expand: (call) => {
    const { target } = call;
    if (
      target === undefined ||
      target.kind === "literal" ||
      target.kind === "map" ||
      target.kind === "object"
    ) {
      return { offset: target?.offset ?? call.offset, message: "sortBy() applies to a list" };
    }
    const nodes = nodesFor(call);
    const keys = expandLoop({ ...call, target: nodes.identifier(sorted) }, 1, gatherList);
    return keys === undefined || "message" in keys
      ? keys
      : bind(nodes, sorted, {
          value: target,
          result: nodes.method(nodes.identifier(sorted), "@sortByAssociatedKeys", keys),
        });
  },
};

/** The macros of the list library. Since Kubernetes 1.34. */
export const listMacros: readonly Macro[] = [sortByMacro];
