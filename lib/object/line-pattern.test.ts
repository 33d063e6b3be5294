import test from "ava";

import { type LinePattern, compileLinePattern } from "./re2.ts";

function patternOf(text: string): LinePattern {
  const pattern = compileLinePattern(text);
  if ("fault" in pattern) {
    throw new Error(pattern.fault);
  }
  return pattern;
}

const testFound = test.macro({
  exec(t, pattern: string, line: string, isFound: boolean) {
    t.is(patternOf(pattern).test(line), isFound);
  },
  title: (_, pattern: string, line: string, isFound: boolean) =>
    `/${pattern}/ is ${isFound ? "" : "not "}found in "${line}"`,
});

test(testFound, "error", "an error here", true);
test(testFound, "^error", "an error here", false);
test(testFound, String.raw`\d{1,3}(\.\d{1,3}){3}`, "from 10.0.0.1 on", true);
test(testFound, "(?i)WARN(ing)?", "a Warning", true);
test(testFound, "(?P<level>info|warn)", "level=warn", true);
test(testFound, "[[:upper:]]{2}", "abcDEF", true);
test(testFound, "[[:upper:]]{2}", "abcDef", false);
test(testFound, String.raw`\bcat\b`, "concat", false);
test(testFound, String.raw`\p{Greek}`, "abc αβγ", true);
test(testFound, String.raw`\Qa.b\E`, "axb", false);
test(testFound, String.raw`\Aa\z`, "a", true);
test(testFound, "^.$", "😀", true);

/** Checks the fault of an invalid pattern. */
const testFault = test.macro({
  exec(t, pattern: string, fault: RegExp) {
    const read = compileLinePattern(pattern);
    t.regex("fault" in read ? read.fault : "", fault);
  },
  title: (_, pattern: string, fault: RegExp) => `/${pattern.slice(0, 30)}/ is refused: ${fault.source}`,
});

test(testFault, "", /an empty one/);
test(testFault, "a".repeat(501), /501 characters/);
test(testFault, "(", /missing closing \)/);
test(testFault, "a)", /unexpected \)/);
test(testFault, "[a", /missing closing \]/);
test(testFault, "*a", /missing argument to repetition operator/);
test(testFault, "a{1001}", /invalid repeat count|bad repetition operator/);
test(testFault, "(?<=a)b", /invalid (?:or unsupported Perl syntax|named capture)/);
test(testFault, "(?=a)b", /invalid or unsupported Perl syntax/);
test(testFault, String.raw`(a)\1`, /invalid escape sequence/);
test(testFault, "[b-a]", /invalid character class range/);
test(testFault, "((a{100}){100}){100}", /invalid repeat count|bad repetition operator/);

for (const pattern of ["(a+)+b", "(a|a)*b", "(a|aa)+$", "(.*.*.*.*)*x", "a*a*a*a*a*a*b", "(a?){50}a{50}b"]) {
  test(`/${pattern}/ is matched without catastrophic backtracking`, (t) => {
    t.false(patternOf(pattern).test(`${"a".repeat(5000)}!`));
  });
}

test("a pattern keeps its source", (t) => {
  t.is(patternOf("(?i)a").source, "(?i)a");
});
