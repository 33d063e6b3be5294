import test from "ava";

import { podLabels, mayMatch } from "./label-selector.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";

const selects = test.macro({
  title: (_, selector: string, labels: Readonly<Record<string, string>>, expected: boolean) =>
    `-l '${selector}' ${expected ? "selects" : "leaves out"} ${JSON.stringify(labels)}`,
  exec: (t, selector: string, labels: Readonly<Record<string, string>>, expected: boolean) => {
    const read = parseLabelSelector(selector);
    t.true("selector" in read && mayMatch(read.selector, podLabels({ metadata: { labels } })) === expected);
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
  title: (_, selector: string) => `'${selector}' is no selector`,
  exec: (t, selector: string) => {
    t.true("fault" in parseLabelSelector(selector));
  },
});

test(refuses, "");
test(refuses, "app=web,");
test(refuses, "app>1");
test(refuses, "env in a");
test(refuses, "=web");
