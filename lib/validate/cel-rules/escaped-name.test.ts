import test from "ava";
import * as fc from "fast-check";

import { escapeName, unescapeName } from "./escaped-name.ts";

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#escaping
const escaped: readonly (readonly [name: string, escaped: string])[] = [
  ["a", "a"],
  ["a_b", "a_b"],
  ["_a", "_a"],
  ["aB1", "aB1"],
  ["a__b", "a__underscores__b"],
  ["a___b", "a__underscores___b"],
  ["a____b", "a__underscores____underscores__b"],
  ["a.b", "a__dot__b"],
  ["a-b", "a__dash__b"],
  ["a/b", "a__slash__b"],
  [".a", "__dot__a"],
  ["-a", "__dash__a"],
  ["a.b/c-d", "a__dot__b__slash__c__dash__d"],
  ["x-kubernetes-a", "x__dash__kubernetes__dash__a"],
  ...[
    ..."true false null in as break const continue else for function if import let loop package".split(" "),
    ..."namespace return var void while".split(" "),
  ].map((word) => [word, `__${word}__`] as const),
  ["string", "string"],
  ["int", "int"],
  ["trueish", "trueish"],
  ["True", "True"],
];
for (const [name, text] of escaped) {
  test(`a rule names the property ${name} as ${text}`, (t) => {
    t.is(escapeName(name), text);
    t.is(unescapeName(text), name);
  });
}

for (const name of ["", "1a", "a b", "é", "größe", "a$", "a:b", "a@b", "a[0]", "😀", "a\n"]) {
  test(`no rule can name the property ${JSON.stringify(name)}`, (t) => {
    t.is(escapeName(name), undefined);
  });
}

for (const name of ["__x__", "a__x__b", "__nope__", "__int__", "a__namespace__"]) {
  test(`the name ${name} in a rule refers to no property`, (t) => {
    t.is(unescapeName(name), undefined);
  });
}

test("escaped names are valid identifiers and differ for different property names", (t) => {
  const name = fc.stringMatching(/^[a-zA-Z_./-][a-zA-Z0-9_./-]{0,12}$/);
  fc.assert(
    fc.property(name, name, (left, right) => {
      const [one = "", other = ""] = [escapeName(left), escapeName(right)];
      t.regex(one, /^[a-zA-Z_][a-zA-Z0-9_]*$/v);
      t.is(one === other, left === right);
    }),
  );
});
