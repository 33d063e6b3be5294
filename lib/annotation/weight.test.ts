import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";

/** The weight that werf.io/weight, and helm.sh/hook-weight of a hook, have for that text. */
const weighs = test.macro({
  exec(t, text: string, value: number) {
    const ofWerf = annotated({ "werf.io/weight": text });
    t.is(ofWerf.directives.weight?.value, value);
    const ofHelm = annotated({ "helm.sh/hook": "pre-install", "helm.sh/hook-weight": text });
    t.is(ofHelm.directives.weight?.value, value);
    t.deepEqual([...ofWerf.found, ...ofHelm.found], []);
  },
  title: (_, text: string, value: number) => `"${text}" weighs ${value}`,
});

// What strconv.Atoi of Go accepts, which Helm and werf use.
test(weighs, "0", 0);
test(weighs, "5", 5);
test(weighs, "-5", -5);
test(weighs, "+5", 5);
test(weighs, "-0", 0);
test(weighs, "007", 7);
test(weighs, "-9007199254740991", -9_007_199_254_740_991);

const refuses = test.macro({
  exec(t, text: string) {
    const { directives, found } = annotated({ "werf.io/weight": text });
    t.is(directives.weight, null);
    t.deepEqual(found, [
      `error WeightInvalid: apps/namespaces/default/Deployment/web: werf.io/weight takes a whole number such as "-1" or "10", found "${text}"`,
    ]);
  },
  title: (_, text: string) => `"${text}" is no weight`,
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
  test(refuses, text);
}

test("the weight of werf has precedence over the weight of Helm", (t) => {
  const annotations = { "helm.sh/hook": "pre-install", "helm.sh/hook-weight": "1", "werf.io/weight": "2" };
  t.is(annotated(annotations).directives.weight?.value, 2);
});

test("the weight of Helm counts for hooks alone", (t) => {
  const { directives, found } = annotated({ "helm.sh/hook-weight": "1" });
  t.is(directives.weight, null);
  t.regex(found[0] ?? "", /^warning AnnotationIgnored: .* is no hook, so helm.sh\/hook-weight has no effect/);
});
