import { CelFailure, type FunctionDeclaration, type Overload } from "../model/expression.ts";
import { isOptional, isBytes, isList, isMap } from "../model/value-kind.ts";
import { type CelType, listOf, mapOf, optionalOf, parameter, simpleTypes } from "../model/type.ts";
import {
  type CelList,
  type CelOptional,
  type CelValue,
  CelDuration,
  Timestamp,
  UnsignedInt,
  celList,
} from "../model/value.ts";
import { printedValue } from "./strings/value-text.ts";
import { aList, anOptional, anything, method, plain } from "../signature/signature.ts";

const { bool, dyn, int, string } = simpleTypes;
const v = parameter("V");
const optionalV = optionalOf(v);
const listV = listOf(v);
const mapKV = mapOf(parameter("K"), v);
const none: CelOptional = { tag: "optional", value: undefined };

/**
 * CEL's optional types, for values that may be absent. The evaluator implements `or`, `orValue`, `.?field`
 * and `[?index]`.
 */
export const optionalFunctions: readonly FunctionDeclaration[] = [
  {
    name: "optional.of",
    overloads: [plain({ id: "optional_of", parameters: [anything("V")], result: optionalV, call: some })],
  },
  {
    name: "optional.ofNonZeroValue",
    overloads: [
      plain({
        id: "optional_ofNonZeroValue",
        parameters: [anything("V")],
        result: optionalV,
        call: (value) => (isZero(value) ? none : some(value)),
      }),
    ],
  },
  {
    name: "optional.none",
    overloads: [plain({ id: "optional_none", parameters: [], result: optionalV, call: () => none })],
  },
  {
    name: "value",
    overloads: [
      method({
        id: "optional_value",
        parameters: [anOptional("V")],
        result: v,
        call: ({ value }) => (value === undefined ? new CelFailure("optional.none() dereference") : value),
      }),
    ],
  },
  {
    name: "hasValue",
    overloads: [
      method({
        id: "optional_hasValue",
        parameters: [anOptional("V")],
        result: bool,
        call: ({ value }) => value !== undefined,
      }),
    ],
  },
  { name: "or", overloads: [evaluated("optional_or_optional", [optionalV, optionalV], optionalV)] },
  { name: "orValue", overloads: [evaluated("optional_orValue_value", [optionalV, v], v)] },
  { name: "_?._", overloads: [evaluated("select_optional_field", [dyn, string], optionalV)] },
  {
    name: "_[?_]",
    overloads: [
      evaluated("list_optindex_optional_int", [listV, int], optionalV),
      evaluated("optional_list_optindex_optional_int", [optionalOf(listV), int], optionalV),
      evaluated("map_optindex_optional_value", [mapKV, parameter("K")], optionalV),
      evaluated("optional_map_optindex_optional_value", [optionalOf(mapKV), parameter("K")], optionalV),
    ],
  },
  {
    name: "_[_]",
    overloads: [
      evaluated("optional_list_index_int", [optionalOf(listV), int], optionalV),
      evaluated("optional_map_index_value", [optionalOf(mapKV), parameter("K")], optionalV),
    ],
  },
];

/** The functions added by version 2 of the optional types: the ends of a list, and lists of optionals. */
export const optionalListFunctions: readonly FunctionDeclaration[] = [
  { name: "last", overloads: [end("list_last", (list) => list.size - 1)] },
  { name: "first", overloads: [end("list_first", () => 0)] },
  {
    name: "optional.unwrap",
    overloads: [plain({ id: "optional_unwrap", parameters: [optionals()], result: listV, call: unwrapped })],
  },
  {
    name: "unwrapOpt",
    overloads: [
      method({ id: "optional_unwrapOpt", parameters: [optionals()], result: listV, call: unwrapped }),
    ],
  },
];

function some(value: CelValue): CelOptional {
  return { tag: "optional", value };
}

function optionals(): ReturnType<typeof aList> {
  return aList(anOptional("V"));
}

function end(id: string, index: (list: CelList) => number): Overload {
  return method({
    id,
    parameters: [aList(anything("V"))],
    result: optionalV,
    call: (list) => (list.size === 0 ? none : some(list.at(index(list)))),
  });
}

function unwrapped(list: CelList): CelList | CelFailure {
  const found: CelValue[] = [];
  for (let index = 0; index < list.size; index += 1) {
    const entry = list.at(index);
    if (!isOptional(entry)) {
      return new CelFailure(`value ${printedValue(entry)} is not optional`);
    }
    if (entry.value !== undefined) {
      found.push(entry.value);
    }
  }
  return celList(found);
}

function evaluated(id: string, parameters: readonly CelType[], result: CelType): Overload {
  return { id, receiver: id.startsWith("optional_or"), parameters, result };
}

/** The second at which Go's time begins: 0001-01-01T00:00:00Z. */
const firstSecond = -62_135_596_800n;

/**
 * Reports whether the value is the zero value of its type. A list or map read from an object never is, as on
 * the server: there, an empty list of `self` counts as a value.
 */
function isZero(value: CelValue): boolean {
  return (
    value === null || value === "" || value === false || value === 0n || value === 0 || isZeroReference(value)
  );
}

function isZeroReference(value: CelValue): boolean {
  if (value instanceof UnsignedInt) {
    return value.value === 0n;
  }
  if (value instanceof Timestamp) {
    return value.seconds === firstSecond && value.nanos === 0;
  }
  if (value instanceof CelDuration) {
    return value.nanos === 0n;
  }
  if (isBytes(value)) {
    return value.length === 0;
  }
  return (isList(value) || isMap(value)) && value.size === 0 && value.live !== true;
}
