import type { FunctionDeclaration, Overload } from "../../model/expression.ts";
import { type CelType, parameter, simpleTypes } from "../../model/type.ts";
import type { CelValue } from "../../model/value.ts";
import { typeOf } from "../../evaluate/value-type.ts";
import { type OverloadCall, globalForm } from "../../signature/overload-form.ts";
import {
  toBool,
  toBytes,
  toDouble,
  toDuration,
  toInt,
  toText,
  toTimestamp,
  toUint,
} from "./convert-value.ts";

const { bool, bytes, double, duration, dyn, int, string, timestamp, uint } = simpleTypes;
const a = parameter("A");

/** The functions that convert a value from one type to another. */
export const conversionFunctions: readonly FunctionDeclaration[] = [
  {
    name: "type",
    overloads: [
      globalForm("type", [{ kind: "type", of: a }, a], (value = null) => ({
        tag: "type",
        type: typeOf(value),
      })),
    ],
  },
  conversion("bool", toBool, [
    ["bool_to_bool", bool, bool],
    ["string_to_bool", bool, string],
  ]),
  conversion("bytes", toBytes, [
    ["bytes_to_bytes", bytes, bytes],
    ["string_to_bytes", bytes, string],
  ]),
  conversion("double", toDouble, [
    ["double_to_double", double, double],
    ["int64_to_double", double, int],
    ["string_to_double", double, string],
    ["uint64_to_double", double, uint],
  ]),
  conversion("duration", toDuration, [
    ["duration_to_duration", duration, duration],
    ["int64_to_duration", duration, int],
    ["string_to_duration", duration, string],
  ]),
  { name: "dyn", overloads: [globalForm("to_dyn", [dyn, a], (value = null) => value)] },
  conversion("int", toInt, [
    ["int64_to_int64", int, int],
    ["double_to_int64", int, double],
    ["duration_to_int64", int, duration],
    ["string_to_int64", int, string],
    ["timestamp_to_int64", int, timestamp],
    ["uint64_to_int64", int, uint],
  ]),
  conversion("string", toText, [
    ["string_to_string", string, string],
    ["bool_to_string", string, bool],
    ["bytes_to_string", string, bytes],
    ["double_to_string", string, double],
    ["duration_to_string", string, duration],
    ["int64_to_string", string, int],
    ["timestamp_to_string", string, timestamp],
    ["uint64_to_string", string, uint],
  ]),
  conversion("timestamp", toTimestamp, [
    ["timestamp_to_timestamp", timestamp, timestamp],
    ["int64_to_timestamp", timestamp, int],
    ["string_to_timestamp", timestamp, string],
  ]),
  conversion("uint", toUint, [
    ["uint64_to_uint64", uint, uint],
    ["double_to_uint64", uint, double],
    ["int64_to_uint64", uint, int],
    ["string_to_uint64", uint, string],
  ]),
];

type Row = readonly [id: string, to: CelType, from: CelType];

function conversion(
  name: string,
  convert: (value: CelValue) => ReturnType<OverloadCall>,
  rows: readonly Row[],
): FunctionDeclaration {
  const overloads: readonly Overload[] = rows.map(([id, to, from]) =>
    globalForm(id, [to, from], (value) => convert(value)),
  );
  return { name, overloads };
}
