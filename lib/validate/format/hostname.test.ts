import test from "ava";

import { isHostname } from "./format.ts";

interface Verdicts {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/** Tests texts that the packages of Kubernetes 1.36.3 accept and refuse. */
function testVerdicts(what: string, isValid: (text: string) => boolean, verdicts: Verdicts): void {
  for (const text of verdicts.accepted) {
    test(`${JSON.stringify(text)} is ${what}`, (t) => {
      t.true(isValid(text));
    });
  }
  for (const text of verdicts.refused) {
    test(`${JSON.stringify(text)} is not ${what}`, (t) => {
      t.false(isValid(text));
    });
  }
}

testVerdicts("a hostname", isHostname, {
  accepted: ["a", "é", "日本", "日本.jp", "a".repeat(63), "example.com"],
  refused: [
    "a.b.c",
    "A.B",
    "1.2",
    "a-b.c",
    "a-b-c",
    "a-b-c.d",
    ".a",
    "a_b",
    "a_b.c",
    "",
    "é.b",
    "xn--e1afmkfd.xn--p1ai",
    `${"a".repeat(63)}.b`,
    `${"a".repeat(64)}.b`,
    "a.b-",
    "a.b1",
    "a.1b",
    "example.c",
    "example.c0m",
    "a:80",
    "a/b",
    "😀.b",
    "*.a.b",
  ],
});
