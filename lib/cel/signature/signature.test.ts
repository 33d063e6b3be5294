import test from "ava";
import {
  type Arbitrary,
  array,
  assert,
  bigInt,
  boolean,
  constant,
  constantFrom,
  double,
  oneof,
  option,
  property,
  string,
  uint8Array,
} from "fast-check";

import { kubernetesEnvironment } from "../environment.ts";
import { celMap } from "../evaluate/entry-key.ts";
import type { CelFailure } from "../model/expression.ts";
import { type CelValue, CelDuration, Timestamp, UnsignedInt, celList } from "../model/value.ts";

const newest = kubernetesEnvironment(36);

const scalar: Arbitrary<CelValue> = oneof(
  constant(null),
  boolean(),
  bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  bigInt(-3n, 5n),
  double(),
  string({ unit: "grapheme" }),
  constantFrom("1Gi", "::1", "10.0.0.0/8", "%s %d", "1.2.3", "http://[::1]:80/?a=b", "(", "a*", ""),
  uint8Array({ maxLength: 4 }),
  bigInt(0n, 2n ** 64n - 1n).map((value) => new UnsignedInt(value)),
  bigInt(-(2n ** 60n), 2n ** 60n).map((nanos) => new CelDuration(nanos)),
  bigInt(-(2n ** 35n), 2n ** 35n).map((seconds) => new Timestamp(seconds, 0)),
);
const value: Arbitrary<CelValue> = oneof(
  scalar,
  array(scalar, { maxLength: 4 }).map((entries) => celList(entries)),
  string().map((key) => celMap([[key, key]])),
  option(scalar, { nil: undefined }).map((held) => ({ tag: "optional" as const, value: held })),
);
const forms = [...newest.functions.values()].flatMap(({ overloads }) => overloads);

test("no function throws for any arguments", (t) => {
  const law = property(constantFrom(...forms), array(value, { maxLength: 4 }), (form, values) => {
    const outcome = form.call?.(...values);
    return outcome !== undefined || form.call === undefined;
  });
  t.notThrows(() => assert(law, { numRuns: 4000 }));
});

const many = "a".repeat(1_000_000);

function called(name: string, id: string, ...values: readonly CelValue[]): CelValue | CelFailure | undefined {
  const form = newest.functions.get(name)?.overloads.find((one) => one.id === id);
  return form?.call?.(...values);
}

test("repetitive strings are searched in linear time", (t) => {
  t.is(called("indexOf", "string_index_of_string", many, `b${many.slice(1)}`), -1n);
  t.is(called("indexOf", "string_index_of_string", many, many.slice(1)), 0n);
  t.is(called("lastIndexOf", "string_last_index_of_string", many, `${many.slice(1)}b`), -1n);
});

test("an excessively long result string ends the evaluation with a cost failure", (t) => {
  const outcome = called("replace", "string_replace_string_string", many, "a", many);
  t.like(outcome, { cause: "cost" });
});
