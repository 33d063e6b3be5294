import test from "ava";

import { labelFault, labelKeyFault, labelValueFault, mixedCaseFault, subdomainFault } from "./dns-name.ts";

interface Names {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ and …/labels/ */
function testNames(what: string, faultOf: (text: string) => string | undefined, names: Names): void {
  for (const name of names.valid) {
    test(`${JSON.stringify(name)} is ${what}`, (t) => {
      t.is(faultOf(name), undefined);
    });
  }
  for (const name of names.invalid) {
    test(`${JSON.stringify(name)} is not ${what}`, (t) => {
      t.is(typeof faultOf(name), "string");
    });
  }
}

const longest = "a".repeat(63);
const tooLong = "a".repeat(64);

testNames("an RFC 1035 label", labelFault, {
  valid: ["a", "a-b", "a1", "a--b", longest],
  invalid: ["", "1a", "-a", "a-", "A", "a.b", "a_b", "é", "a\n", tooLong],
});
testNames("a kind", mixedCaseFault, {
  valid: ["Foo", "foo", "FooBar", "Foo1", "F-b", `F${"o".repeat(62)}`],
  invalid: ["", "1Foo", "Foo-", "Foo.Bar", "Foo_Bar", `F${"o".repeat(63)}`],
});
testNames("an RFC 1123 subdomain", subdomainFault, {
  valid: ["a", "1", "a.b", "a-b.c-d", "1.2", `${"a.".repeat(126)}a`],
  invalid: ["", ".", "a.", ".a", "a..b", "A", "-a", "a-", "a.-b", "a_b", `${"a.".repeat(126)}ab`],
});
testNames("a label key", labelKeyFault, {
  valid: ["a", "A", "a_b", "a.b", "1", "a/b", "a.b/c", "a.b-c/D_e.f", longest, `a/${longest}`],
  invalid: ["", "/a", "a/", "a/b/c", "A/b", "a_b/c", "-a", "a-", "a b", "é", tooLong, `a/${tooLong}`],
});
testNames("a label value", labelValueFault, {
  valid: ["", "a", "A", "a_b.c-d", "1", longest],
  invalid: ["-a", "a-", "_a", ".a", "a b", "a/b", "é", tooLong],
});

test("the fault of an invalid kind states that mixed case is allowed", (t) => {
  t.regex(mixedCaseFault("1Foo") ?? "", /^may have mixed case, but otherwise must be lower-case letters/v);
  t.is(mixedCaseFault(tooLong), "may have mixed case, but otherwise must be no more than 63 characters");
});

test("the fault of an invalid label key names the invalid part", (t) => {
  t.is(labelKeyFault("a/b/c"), "may have one '/', after a DNS subdomain");
  t.is(labelKeyFault("A/b"), "must have a DNS subdomain before its '/'");
  t.is(labelKeyFault("a/b c"), labelValueFault("b c"));
});
