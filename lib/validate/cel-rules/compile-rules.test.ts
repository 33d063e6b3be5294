import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { readSchema } from "../model/schema.ts";
import { type CompiledNode, compileRules } from "./compile-rules.ts";

const int = { type: "integer" };

function ruled(schema: JsonObject, ...rules: readonly JsonObject[]): JsonObject {
  return { ...schema, "x-kubernetes-validations": rules };
}

function obj(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

function compile(schema: JsonObject, minor = 36): CompiledNode | undefined {
  return compileRules(readSchema(schema), minor);
}

/** Paths of the schemas whose rules run, each with the number of its rules. */
function placesOf(node: CompiledNode | undefined, path = "self"): readonly string[] {
  if (node === undefined) {
    return [];
  }
  const count = node.rules().length;
  return [
    ...(count === 0 ? [] : [`${path} ${count}`]),
    ...[...node.properties].flatMap(([name, part]) => placesOf(part, `${path}.${name}`)),
    ...placesOf(node.items, `${path}[]`),
    ...placesOf(node.values, `${path}{}`),
  ];
}

const testPlaces = test.macro((t, schema: JsonObject, ...expected: readonly string[]) => {
  t.deepEqual(placesOf(compile(schema)), expected);
});

test("no rules run for a schema without rules", testPlaces, obj({ a: obj({ b: int }) }));
test(
  "rules run at every depth of a schema",
  testPlaces,
  ruled(
    obj({
      l: { type: "array", items: ruled(int, { rule: "self > 1" }, { rule: "self < 3" }) },
      m: { type: "object", additionalProperties: ruled(int, { rule: "self > 1" }) },
      n: int,
    }),
    { rule: "true" },
  ),
  "self 1",
  "self.l[] 2",
  "self.m{} 1",
);
test(
  "rules of a schema that is invisible to expressions do not run",
  testPlaces,
  obj({ a: ruled({ "x-kubernetes-preserve-unknown-fields": true }, { rule: "true" }) }),
);
test(
  "rules of a property whose name expressions cannot use run",
  testPlaces,
  obj({ "1a": ruled(int, { rule: "self > 1" }) }),
  "self.1a 1",
);

test("rules are compiled once for each schema and version", (t) => {
  const schema = readSchema(ruled(obj({ a: int }), { rule: "self.a > 1" }));
  const node = compileRules(schema, 36);
  t.is(compileRules(schema, 36), node);
  t.is(compileRules(schema, 36)?.rules(), node?.rules());
  t.not(compileRules(schema, 35), node);
});

test("a rule that uses oldSelf is a transition rule", (t) => {
  const rules = compile(
    ruled(obj({ a: int }), { rule: "self.a > 1" }, { rule: "self.a > oldSelf.a" }),
  )?.rules();
  t.deepEqual(
    rules?.map((rule) => rule.usesOldSelf),
    [false, true],
  );
});

const testSince = test.macro({
  exec(t, rule: string, minor: number) {
    const schema = ruled(obj({ a: { type: "string" } }), { rule });
    const faultIn = (version: number): string | undefined => compile(schema, version)?.rules()[0]?.fault;
    t.is(faultIn(minor), undefined);
    t.regex(faultIn(minor - 1) ?? "", /^compilation failed: 1:\d+: undeclared reference/v);
  },
  title: (_, rule: string, minor: number) => `${rule} compiles since Kubernetes 1.${minor}`,
});

test(testSince, "isIP(self.a)", 31);
test(testSince, "isSemver(self.a)", 34);

test("a rule and its messageExpression can be evaluated", (t) => {
  const schema = ruled(obj({ a: int }), { rule: "1 > 2", messageExpression: "'a' + 'b'" });
  const [rule] = compile(schema)?.rules() ?? [];
  const meter = { spent: 0, limit: 100 };
  t.is(
    rule?.condition?.program().evaluate(() => undefined, meter),
    false,
  );
  t.is(
    rule?.messageExpression?.program().evaluate(() => undefined, meter),
    "ab",
  );
});

test("an empty rule has neither a condition nor a compile fault", (t) => {
  const [rule] = compile(ruled(obj({}), { rule: " " }))?.rules() ?? [];
  t.deepEqual([rule?.condition, rule?.fault], [undefined, undefined]);
});
