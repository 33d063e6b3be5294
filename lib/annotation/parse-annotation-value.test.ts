import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";
import { commaList } from "./parse-annotation-value.ts";

test("entries of a list lose the blanks around them, and empty ones are dropped", (t) => {
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
  title: (_, value: string, expected: boolean) => `"${value}" is ${expected}`,
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
  title: (_, value: string) => `"${value}" is neither true nor false`,
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
  title: (_, value: string, expected: number | undefined) => `"${value}" counts ${expected ?? "nothing"}`,
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
  title: (_, value: string, expected: number | undefined) => `"${value}" lasts ${expected ?? "no"} ms`,
});
test(duration, " 5m ", 300_000);
test(duration, "1h0m1s", 3_601_000);
test(duration, "300", undefined);
test(duration, "-5m", undefined);
test(duration, "0", undefined);

test("a word is one of those allowed, as it is written", (t) => {
  t.is(annotated({ "werf.io/ownership": " anyone " }).directives.treatment.ownership, "anyone");
  t.deepEqual(annotated({ "werf.io/ownership": "Anyone" }).found, [
    'error AnnotationInvalid: apps/namespaces/default/Deployment/web: werf.io/ownership takes release or anyone, found "Anyone"; did you mean "anyone"?',
  ]);
});

function deletePolicyOf(value: string): readonly string[] | null {
  return annotated({ "werf.io/delete-policy": value }).directives.treatment.deletePolicy;
}

test("several words count once each, in the order of the list, or not at all", (t) => {
  t.deepEqual(deletePolicyOf("failed,succeeded,failed"), ["failed", "succeeded"]);
  t.deepEqual(deletePolicyOf("failed,never"), deletePolicyOf("never"));
  t.regex(
    annotated({ "werf.io/delete-policy": "failed,never" }).found[0] ?? "",
    /: no word "never" \(the words are /,
  );
});

test("a long value is quoted by its beginning", (t) => {
  const [found = ""] = annotated({ "werf.io/ownership": "x".repeat(100) }).found;
  t.true(found.includes(`found "${"x".repeat(60)}…"`));
});
