import test from "ava";

import { ipType } from "../library/ip.ts";
import {
  type CelType,
  formatType,
  listOf,
  mapOf,
  optionalOf,
  parameter,
  simpleTypes,
} from "../model/type.ts";
import {
  celTypeName,
  describeArguments,
  describeType,
  partsOf,
  typeOfTypes,
  withParts,
} from "./describe-type.ts";

const { bool, bytes, double, duration, dyn, error, int, string, timestamp, uint } = simpleTypes;
const nothing = simpleTypes.null;
const pod: CelType = { kind: "object", name: "pod", fields: new Map([["name", string]]) };
const vector: CelType = { kind: "opaque", name: "vector", parameters: [int, string] };

// Messages of the checker abbreviate some type names, type values do not.
const named: readonly (readonly [type: CelType, described: string, full: string])[] = [
  [bool, "bool", "bool"],
  [bytes, "bytes", "bytes"],
  [double, "double", "double"],
  [duration, "duration", "google.protobuf.Duration"],
  [dyn, "dyn", "dyn"],
  [error, "!error!", "!error!"],
  [int, "int", "int"],
  [nothing, "null", "null"],
  [string, "string", "string"],
  [timestamp, "timestamp", "google.protobuf.Timestamp"],
  [uint, "uint", "uint"],
  [listOf(int), "list(int)", "list(int)"],
  [
    mapOf(string, listOf(timestamp)),
    "map(string, list(timestamp))",
    "map(string, list(google.protobuf.Timestamp))",
  ],
  [optionalOf(bool), "optional_type(bool)", "optional_type(bool)"],
  [{ kind: "type", of: int }, "type(int)", "type(int)"],
  [parameter("A"), "A", "A"],
  [pod, "pod", "pod"],
  [listOf(pod), "list(pod)", "list(pod)"],
  [ipType, "net.IP", "net.IP"],
  [vector, "vector(int, string)", "vector(int, string)"],
];
for (const [type, described, full] of named) {
  test(`a type is described as ${described} in messages and as ${full} in full`, (t) => {
    t.is(describeType(type), described);
    t.is(formatType(type), full);
  });
}

test("the name of a type leaves out its type parameters", (t) => {
  t.is(celTypeName(listOf(int)), "list");
  t.is(celTypeName(mapOf(string, int)), "map");
  t.is(celTypeName(optionalOf(int)), "optional_type");
  t.is(celTypeName(nothing), "null_type");
  t.is(celTypeName(duration), "google.protobuf.Duration");
  t.is(celTypeName(ipType), "net.IP");
  t.is(celTypeName(pod), "pod");
});

test("the type of types has no type parameters", (t) => {
  t.is(describeType(typeOfTypes), "type");
  t.deepEqual(partsOf(typeOfTypes), []);
});

for (const type of [listOf(int), mapOf(string, int), optionalOf(int), vector, ipType, pod, int]) {
  test(`a ${describeType(type)} with its own type parameters is the same type`, (t) => {
    t.is(describeType(withParts(type, partsOf(type))), describeType(type));
  });
}

test("a type with replaced type parameters keeps its size limits", (t) => {
  t.deepEqual(withParts({ ...listOf(int), maxElements: 5 }, [string]), { ...listOf(string), maxElements: 5 });
  t.deepEqual(withParts({ ...mapOf(int, int), maxElements: 5 }, [string, bool]), {
    ...mapOf(string, bool),
    maxElements: 5,
  });
});

test("arguments are described in parentheses, after the receiver of a method", (t) => {
  t.is(describeArguments([], false), "()");
  t.is(describeArguments([int, listOf(string)], false), "(int, list(string))");
  t.is(describeArguments([int], true), "int.()");
  t.is(describeArguments([listOf(int), string, nothing], true), "list(int).(string, null)");
});
