import type { FunctionDeclaration } from "../../model/expression.ts";
import { sizeOf } from "../../model/value-kind.ts";
import { listOf, mapOf, parameter, simpleTypes } from "../../model/type.ts";
import { type OverloadCall, globalForm, memberForm, noSuchFunction } from "../../signature/overload-form.ts";

const { bool, bytes, int, string } = simpleTypes;
const a = parameter("A");
const b = parameter("B");

const size: OverloadCall = (value = null) => {
  const found = sizeOf(value);
  return found === undefined ? noSuchFunction("size", value) : BigInt(found);
};

/** Access to lists and maps, and sizes. The evaluator implements indexing and membership. */
export const collectionFunctions: readonly FunctionDeclaration[] = [
  {
    name: "_[_]",
    overloads: [globalForm("index_list", [a, listOf(a), int]), globalForm("index_map", [b, mapOf(a, b), a])],
  },
  {
    name: "@in",
    overloads: [globalForm("in_list", [bool, a, listOf(a)]), globalForm("in_map", [bool, a, mapOf(a, b)])],
  },
  {
    name: "size",
    overloads: [
      globalForm("size_bytes", [int, bytes], size),
      memberForm("bytes_size", [int, bytes], size),
      globalForm("size_list", [int, listOf(a)], size),
      memberForm("list_size", [int, listOf(a)], size),
      globalForm("size_map", [int, mapOf(a, b)], size),
      memberForm("map_size", [int, mapOf(a, b)], size),
      globalForm("size_string", [int, string], size),
      memberForm("string_size", [int, string], size),
    ],
  },
];
