import test from "ava";

import { ipType, toIp } from "../library/ip.ts";
import { CelFailure } from "../model/expression.ts";
import { celList, type CelValue, CelDuration, Timestamp, UnsignedInt } from "../model/value.ts";
import { type CelType, listOf, mapOf, optionalOf, parameter, simpleTypes } from "../model/type.ts";
import { celMap } from "./entry-key.ts";
import { fitsType, typeOf, valueTypeName } from "./value-type.ts";

const { bool, bytes, double, duration, dyn, int, string, timestamp, uint } = simpleTypes;

const address = toIp("::1");
const opaque: CelValue = address instanceof CelFailure ? null : address;

const values: readonly (readonly [name: string, value: CelValue])[] = [
  ["null_type", null],
  ["bool", true],
  ["int", 1n],
  ["uint", new UnsignedInt(1n)],
  ["double", 1.5],
  ["string", ""],
  ["bytes", new Uint8Array(1)],
  ["google.protobuf.Timestamp", new Timestamp(0n, 0)],
  ["google.protobuf.Duration", new CelDuration(0n)],
  ["list", celList([1n])],
  ["map", celMap([["a", 1n]])],
  ["optional_type", { tag: "optional", value: undefined }],
  ["type", { tag: "type", type: int }],
  ["net.IP", opaque],
];

for (const [name, value] of values) {
  test(`typeOf() returns ${name} for a value of this type`, (t) => {
    t.is(valueTypeName(typeOf(value)), name);
  });
}

const types: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["bool", bool],
  ["bytes", bytes],
  ["double", double],
  ["google.protobuf.Duration", duration],
  ["google.protobuf.Timestamp", timestamp],
  ["int", int],
  ["list", listOf(dyn)],
  ["map", mapOf(dyn, dyn)],
  ["net.IP", ipType],
  ["null_type", simpleTypes.null],
  ["optional_type", optionalOf(dyn)],
  ["string", string],
  ["type", { kind: "type", of: dyn }],
  ["uint", uint],
]);

for (const [wanted, type] of types) {
  test(`only values of type ${wanted} fit this type`, (t) => {
    for (const [name, value] of values) {
      t.is(fitsType(type, value), name === wanted, name);
    }
  });
}

test("every value fits an unknown type", (t) => {
  for (const [name, value] of values) {
    t.true(fitsType(dyn, value), name);
    t.true(fitsType(parameter("A"), value), name);
    t.true(fitsType(simpleTypes.error, value), name);
  }
});

test("the first entry decides whether a list or a map fits a type", (t) => {
  t.true(fitsType(listOf(int), celList([])));
  t.true(fitsType(listOf(int), celList([1n, "a"])));
  t.false(fitsType(listOf(int), celList(["a", 1n])));
  t.true(fitsType(listOf(listOf(int)), celList([celList([])])));
  t.false(fitsType(listOf(listOf(int)), celList([celList(["a"])])));
  t.true(fitsType(mapOf(string, int), celMap([])));
  t.true(fitsType(mapOf(string, int), celMap([["a", 1n]])));
  t.false(fitsType(mapOf(string, int), celMap([["a", "b"]])));
  t.false(fitsType(mapOf(string, int), celMap([[1n, 1n]])));
});
