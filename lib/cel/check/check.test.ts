import test from "ava";
import { array, assert, constantFrom, letrec, oneof, property, tuple } from "fast-check";

import { checkRule, showCheck, specType } from "../../../fixtures/checked-rule.ts";
import { listOf, mapOf, optionalOf, parameter, simpleTypes, type CelType } from "../model/type.ts";
import { assign, freshVariable, sameType, startUnification, substitute } from "./unification.ts";

const types: readonly (readonly [text: string, type: string])[] = [
  ["1 + 1", "int"],
  ["'a' + 'b'", "string"],
  ["1 < 2.0", "bool"],
  ["1u == 1u", "bool"],
  ["[]", "list(dyn)"],
  ["{}", "map(dyn, dyn)"],
  ["[[], [1]]", "list(list(int))"],
  ["{'a': []} == {'a': [1]}", "bool"],
  ["[1, 2][0]", "int"],
  ["sizes['a']", "int"],
  ["sizes.a", "int"],
  ["sizes.?a", "optional_type(int)"],
  ["sizes[?'a'].orValue(0)", "int"],
  ["option.optMap(n, [n])", "optional_type(list(int))"],
  ["optional.none().or(optional.of(1))", "optional_type(int)"],
  ["[?optional.of(1), 2]", "list(int)"],
  ["{?'a': optional.of(1.0)}", "map(string, double)"],
  ["any", "dyn"],
  ["any.a.b", "dyn"],
  ["any + 1", "int"],
  ["any + any", "dyn"],
  ["any == 1", "bool"],
  ["any.all(n, n)", "bool"],
  ["names.all(n, n == text)", "bool"],
  ["names.map(n, n.size())", "list(int)"],
  ["names.exists(at, n, at > 0 && n == '')", "bool"],
  ["sizes.map(k, sizes[k])", "list(int)"],
  ["sizes.transformMap(k, v, string(v))", "map(string, string)"],
  ["names.filter(n, has(sizes.a))", "list(string)"],
  ["[].map(n, n)", "list(dyn)"],
  ["true ? null : time", "null"],
  ["true ? [] : names", "list(string)"],
  ["time == null", "bool"],
  ["time - time", "duration"],
  ["type(1)", "type(int)"],
  ["type(1) == int", "bool"],
  ["null", "null"],
  ["-count", "int"],
  ["!(count in [1, 2])", "bool"],
  ["'%d %s'.format([1, names])", "string"],
  ["'%s'.format([[1, 'a', {}]])", "string"],
  ["dyn([1, 2.0 > 1.0 ? 1 : 2])", "dyn"],
  [".text", "string"],
  ["google.protobuf.Timestamp", "type(timestamp)"],
  ["matches('a', text)", "bool"],
  ["optional.of({'a': 1}).a", "optional_type(int)"],
  ["[1].map(text, text + 1)[0] + count", "int"],
  ["names.size() > 0 || text.size() > 0 || any", "bool"],
  // Fields of objects
  ["self.replicas", "int"],
  ["self.spec", "selfType.spec"],
  ["self.namespace", "string"],
  ["self.__namespace__", "string"],
  ["has(self.namespace)", "bool"],
  ["self.?namespace", "optional_type(string)"],
  ["self.spec.a__dash__b", "bool"],
  ["self.rules.map(rule, rule.port)", "list(int)"],
  ["self.?spec.?name", "optional_type(string)"],
  ["self.spec == null", "bool"],
  ["self.rules[?0].port", "optional_type(int)"],
];
for (const [text, type] of types) {
  test(`the type of ${text.replaceAll("\n", " ")} is ${type}`, (t) => {
    t.is(showCheck(text), type);
  });
}

const place = "ERROR: <input>:";

const refused: readonly (readonly [text: string, ...faults: string[]])[] = [
  [
    "a && b",
    "1:1: undeclared reference to 'a' (in container '')",
    "1:6: undeclared reference to 'b' (in container '')",
  ],
  ["text + 1", "1:6: found no matching overload for '_+_' applied to '(string, int)'"],
  ["1 == 1.0", "1:3: found no matching overload for '_==_' applied to '(int, double)'"],
  ["text.size", "1:5: type 'string' does not support field selection"],
  ["text.nope()", "1:10: undeclared reference to 'nope' (in container '')"],
  ["nope(1)", "1:5: undeclared reference to 'nope' (in container '')"],
  [
    "a.b.c(1)",
    "1:1: undeclared reference to 'a' (in container '')",
    "1:6: undeclared reference to 'c' (in container '')",
  ],
  [
    "1.2.all(n, true)",
    "1:1: expression of type 'double' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  ["names.all(n, n)", "1:14: expected type 'bool' but found 'string'"],
  ["names.all(n, n == 1)", "1:16: found no matching overload for '_==_' applied to '(string, int)'"],
  ["names.map(n, m)", "1:14: undeclared reference to 'm' (in container '')"],
  ["names.exists_one(n, n.f)", "1:22: type 'string' does not support field selection"],
  ["has(text.f)", "1:4: type 'string' does not support field selection"],
  [
    "count && true || 'a'",
    "1:1: expected type 'bool' but found 'int'",
    "1:18: expected type 'bool' but found 'string'",
  ],
  ["[] && true", "1:1: expected type 'bool' but found 'list(_var0)'"],
  ["true ? 1 : 'a'", "1:6: found no matching overload for '_?_:_' applied to '(bool, int, string)'"],
  ["[1]['a']", "1:4: found no matching overload for '_[_]' applied to '(list(int), string)'"],
  ["'a' in 'abc'", "1:5: found no matching overload for '@in' applied to '(string, string)'"],
  ["option + 1", "1:8: found no matching overload for '_+_' applied to '(optional_type(int), int)'"],
  ["[?1]", "1:3: expected type 'optional_type(int)' but found 'int'"],
  ["{?'a': 1}", "1:8: expected type 'optional_type(int)' but found 'int'"],
  [
    "option.orValue('a')",
    "1:15: found no matching overload for 'orValue' applied to 'optional_type(int).(string)'",
  ],
  ["int{}", "1:4: 'int' is not a message type"],
  ["text{}", "1:5: 'string' is not a type"],
  ["Object{a: 1}", "1:7: undeclared reference to 'Object' (in container '')"],
  ["type == 1", "1:6: found no matching overload for '_==_' applied to '(type(type), int)'"],
  ["time\n  + 1", "2:3: found no matching overload for '_+_' applied to '(timestamp, int)'"],
  ["'é😀' + 1 == ''", "1:6: found no matching overload for '_+_' applied to '(string, int)'"],
  ["size(1, 2)", "1:5: found no matching overload for 'size' applied to '(int, int)'"],
  ["1.0 % 2.0", "1:5: found no matching overload for '_%_' applied to '(double, double)'"],
  // Fields of objects
  ["self.nope", "1:5: undefined field 'nope'"],
  ["has(self.nope)", "1:4: undefined field 'nope'"],
  ["self.spec.nope.more", "1:10: undefined field 'nope'"],
  ["self.spec.name.more", "1:15: type 'string' does not support field selection"],
  ["self.?nope", "1:5: undefined field 'nope'"],
  ["self == 1", "1:6: found no matching overload for '_==_' applied to '(selfType, int)'"],
  ["self.rules.port", "1:11: type 'list(selfType.rules.@idx)' does not support field selection"],
  ["self.spec{}", "1:10: undeclared reference to 'self.spec' (in container '')"],
  ["self.replicas ? 1 : 2", "1:15: found no matching overload for '_?_:_' applied to '(int, int, int)'"],
];
for (const [text, ...faults] of refused) {
  test(`${text.replaceAll("\n", " ")} is refused at ${faults[0] ?? ""}`, (t) => {
    const heads = showCheck(text)
      .split("\n")
      .filter((line) => line.startsWith(place));
    t.deepEqual(
      heads.map((line) => line.slice(place.length)),
      faults,
    );
  });
}

test("the error for a literal of a protobuf message suggests a function instead", (t) => {
  t.regex(showCheck("google.protobuf.Timestamp{seconds: 1}"), /use a function, such as timestamp\(\)/u);
});

test("names are resolved in a checked expression", (t) => {
  const checked = checkRule("optional.of(.self.namespace)");
  const root = "root" in checked ? checked.root : undefined;
  t.like(root, {
    kind: "call",
    name: "optional.of",
    arguments: [{ kind: "select", field: "__namespace__", operand: { kind: "identifier", name: "self" } }],
  });
  t.false(root !== undefined && "target" in root);
  const references = "root" in checked ? [...checked.references.values()] : [];
  t.deepEqual(references, [
    { kind: "variable", name: "self" },
    { kind: "overloads", ids: ["optional_of"] },
  ]);
});

const hostile: readonly (readonly [what: string, text: string])[] = [
  ["types that double with every chained call", `[1]${".map(y, {y: y})".repeat(60)}`],
  ["unresolved types that double with every chained call", `[[]]${".map(y, {y: y})".repeat(60)}`],
];
for (const [what, text] of hostile) {
  test(`type checking of ${what} ends early with a fault`, (t) => {
    t.regex(
      showCheck(text),
      /^ERROR: <input>:1:\d+: expression is too large or too deep to check its types\n/u,
    );
  });
}

test("long and deep expressions are checked", (t) => {
  t.is(showCheck(Array.from({ length: 10_000 }, () => "1<2").join("&&")), "bool");
  t.is(showCheck(Array.from({ length: 5000 }, () => "[]==[1]").join("||")), "bool");
  t.is(showCheck(`${"optional.of(".repeat(100)}1${")".repeat(100)} != optional.none()`), "bool");
});

const { type: anyType } = letrec<{ type: CelType }>((tie) => ({
  type: oneof(
    { maxDepth: 4 },
    constantFrom<CelType>(...Object.values(simpleTypes), specType, parameter("A"), parameter("B")),
    tie("type").map((type): CelType => listOf(type)),
    tie("type").map((type): CelType => optionalOf(type)),
    tuple(tie("type"), tie("type")).map(([key, value]): CelType => mapOf(key, value)),
  ),
}));

test("a type is assignable to itself and to a fresh type variable, which is then bound to it", (t) => {
  assert(
    property(anyType, (type) => {
      const state = startUnification();
      t.true(assign(state, type, type));
      const variable = freshVariable(state);
      t.true(assign(state, type, variable));
      t.true(sameType(state, substitute(state, variable), substitute(state, type)));
    }),
  );
});

test("a failed assignment leaves type variables unchanged, and substitution is idempotent", (t) => {
  assert(
    property(array(tuple(anyType, anyType), { maxLength: 6 }), (pairs) => {
      const state = startUnification();
      for (const [source, target] of pairs) {
        const before = new Map(state.bindings);
        if (!assign(state, source, target)) {
          t.deepEqual(state.bindings, before);
        }
        const once = substitute(state, target);
        t.true(sameType(state, substitute(state, once), once));
      }
      t.false(state.exhausted);
    }),
  );
});
