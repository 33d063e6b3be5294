import test from "ava";

import { labelLookup, matchesSelector, matchesText, mayMatch, parseLabelSelector } from "./label-selector.ts";

const selects = test.macro({
  title: (_, selector: string, labels: Readonly<Record<string, string>>, expected: boolean) =>
    `-l '${selector}' ${expected ? "selects" : "leaves out"} ${JSON.stringify(labels)}`,
  exec: (t, selector: string, labels: Readonly<Record<string, string>>, expected: boolean) => {
    const read = parseLabelSelector(selector);
    t.true("selector" in read && mayMatch(read.selector, labelLookup({ metadata: { labels } })) === expected);
  },
});

test(selects, "app=web", { app: "web" }, true);
test(selects, "app==web", { app: "db" }, false);
test(selects, "app!=web", {}, true);
test(selects, "app=web,tier!=db", { app: "web", tier: "db" }, false);
test(selects, "env in (a, b),app", { env: "b", app: "x" }, true);
test(selects, "env notin (a,b)", { env: "b" }, false);
test(selects, "!legacy", { legacy: "" }, false);
test(selects, "example.com/part", { "example.com/part": "" }, true);
test(selects, "app=", { app: "" }, true);

const refuses = test.macro({
  title: (_, selector: string) => `'${selector}' is not a selector`,
  exec: (t, selector: string) => {
    t.true("fault" in parseLabelSelector(selector));
  },
});

test(refuses, "");
test(refuses, "app=web,");
test(refuses, "app>1");
test(refuses, "env in a");
test(refuses, "=web");

test("a requirement that cannot be decided is a possible match, not a certain one", (t) => {
  const near = { matchLabels: { app: "web" }, matchExpressions: [{ key: "tier", operator: "Near" }] };
  const labels = labelLookup({ metadata: { labels: { app: "web" } } });
  t.true(mayMatch(near, labels));
  t.false(matchesSelector(near, labels));
  t.is(matchesText("app=web,tier>1", labels), undefined);
  t.false(mayMatch({ ...near, matchLabels: { app: "db" } }, labels));
  t.is(matchesText("app=db,tier>1", labels), false);
  t.true(mayMatch({ matchLabels: { app: "db" } }, () => undefined));
});
