import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";
import { commaList } from "./parse-annotation-value.ts";

test("list entries are trimmed, and empty entries are dropped", (t) => {
  t.deepEqual(commaList(" a, b c ,,\td\n"), ["a", "b c", "d"]);
  t.deepEqual(commaList(""), []);
  t.deepEqual(commaList(" , "), []);
});

const boolean = test.macro({
  exec(t, value: string, expected: boolean) {
    const { directives, found } = annotated({ "werf.io/sensitive": value });
    t.deepEqual(found, []);
    t.is(directives.treatment.isSensitive, expected);
  },
  title: (_, value: string, expected: boolean) => `boolean "${value}" is ${expected}`,
});
// The table of strconv.ParseBool.
for (const value of ["1", "t", "T", "TRUE", "true", "True"]) {
  test(boolean, value, true);
}
for (const value of ["0", "f", "F", "FALSE", "false", "False"]) {
  test(boolean, value, false);
}
test(boolean, " true ", true);

const invalidBoolean = test.macro({
  exec(t, value: string) {
    t.deepEqual(annotated({ "werf.io/sensitive": value }).found, [
      `error AnnotationInvalid: apps/namespaces/default/Deployment/web: werf.io/sensitive takes "true" or "false", found "${value}"`,
    ]);
  },
  title: (_, value: string) => `boolean "${value}" is an error`,
});
for (const value of ["", "yes", "on", "tRUE", "2", "constructor"]) {
  test(invalidBoolean, value);
}

const count = test.macro({
  exec(t, value: string, expected: number | undefined) {
    const { directives, found } = annotated({ "werf.io/failures-allowed-per-replica": value });
    t.is(found.length, expected === undefined ? 1 : 0);
    t.is(
      directives.treatment.failuresAllowed,
      expected ?? annotated({}).directives.treatment.failuresAllowed,
    );
  },
  title: (_, value: string, expected: number | undefined) => `count "${value}" is ${expected ?? "an error"}`,
});
test(count, "0", 0);
test(count, "3", 3);
test(count, " 3 ", 3);
test(count, "2147483647", 2_147_483_647);
test(count, "2147483648", undefined);
test(count, "00000000003", undefined);
test(count, "+3", undefined);
test(count, "-1", undefined);
test(count, "3.0", undefined);
test(count, "", undefined);

const duration = test.macro({
  exec(t, value: string, expected: number | undefined) {
    const { directives, found } = annotated({ "werf.io/no-activity-timeout": value });
    t.is(found.length, expected === undefined ? 1 : 0);
    t.is(
      directives.treatment.noActivityTimeout,
      expected ?? annotated({}).directives.treatment.noActivityTimeout,
    );
  },
  title: (_, value: string, expected: number | undefined) =>
    `duration "${value}" is ${expected === undefined ? "an error" : `${expected} ms`}`,
});
test(duration, " 5m ", 300_000);
test(duration, "1h0m1s", 3_601_000);
test(duration, "300", undefined);
test(duration, "-5m", undefined);
test(duration, "0", undefined);

test("a value from a fixed list is trimmed and case-sensitive", (t) => {
  t.is(annotated({ "werf.io/ownership": " anyone " }).directives.treatment.ownership, "anyone");
  t.deepEqual(annotated({ "werf.io/ownership": "Anyone" }).found, [
    'error AnnotationInvalid: apps/namespaces/default/Deployment/web: werf.io/ownership takes release or anyone, found "Anyone"; did you mean "anyone"?',
  ]);
});

function deletePolicyOf(value: string): readonly string[] | null {
  return annotated({ "werf.io/delete-policy": value }).directives.treatment.deletePolicy;
}

test("a list of values loses duplicates, and is ignored if one value is unknown", (t) => {
  t.deepEqual(deletePolicyOf("failed,succeeded,failed"), ["failed", "succeeded"]);
  t.deepEqual(deletePolicyOf("failed,never"), deletePolicyOf("never"));
  t.regex(
    annotated({ "werf.io/delete-policy": "failed,never" }).found[0] ?? "",
    /: unknown value "never" \(known values: /,
  );
});

test("a long value is quoted by its first 60 characters", (t) => {
  const [found = ""] = annotated({ "werf.io/ownership": "x".repeat(100) }).found;
  t.true(found.includes(`found "${"x".repeat(60)}…"`));
});

/** The weight that werf.io/weight, and helm.sh/hook-weight of a hook, set with that value. */
const validWeight = test.macro({
  exec(t, text: string, value: number) {
    const ofWerf = annotated({ "werf.io/weight": text });
    t.is(ofWerf.directives.weight?.value, value);
    const ofHelm = annotated({ "helm.sh/hook": "pre-install", "helm.sh/hook-weight": text });
    t.is(ofHelm.directives.weight?.value, value);
    t.deepEqual([...ofWerf.found, ...ofHelm.found], []);
  },
  title: (_, text: string, value: number) => `weight "${text}" is ${value}`,
});

// What strconv.Atoi of Go accepts, which Helm and werf use.
test(validWeight, "0", 0);
test(validWeight, "5", 5);
test(validWeight, "-5", -5);
test(validWeight, "+5", 5);
test(validWeight, "-0", 0);
test(validWeight, "007", 7);
test(validWeight, "-9007199254740991", -9_007_199_254_740_991);

const invalidWeight = test.macro({
  exec(t, text: string) {
    const { directives, found } = annotated({ "werf.io/weight": text });
    t.is(directives.weight, null);
    t.deepEqual(found, [
      `error WeightInvalid: apps/namespaces/default/Deployment/web: werf.io/weight takes a whole number such as "-1" or "10", found "${text}"`,
    ]);
  },
  title: (_, text: string) => `weight "${text}" is an error`,
});

for (const text of [
  "",
  " ",
  " 5",
  "5 ",
  "1.0",
  "1e3",
  "0x10",
  "1_000",
  "--5",
  "five",
  "Infinity",
  "9007199254740992",
]) {
  test(invalidWeight, text);
}

test("werf.io/weight has precedence over helm.sh/hook-weight", (t) => {
  const annotations = { "helm.sh/hook": "pre-install", "helm.sh/hook-weight": "1", "werf.io/weight": "2" };
  t.is(annotated(annotations).directives.weight?.value, 2);
});

test("helm.sh/hook-weight has an effect only on hooks", (t) => {
  const { directives, found } = annotated({ "helm.sh/hook-weight": "1" });
  t.is(directives.weight, null);
  t.regex(
    found[0] ?? "",
    /^warning AnnotationIgnored: .* is not a hook, so helm.sh\/hook-weight has no effect/,
  );
});
