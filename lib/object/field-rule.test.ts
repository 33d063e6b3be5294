import test from "ava";

import { allObjects, annotatedFields, isTarget, parseNamedFields, type RuleTargets } from "./field-rule.ts";
import { parseLabelSelector } from "./label-selector.ts";

const web = { group: "apps", kind: "Deployment", namespace: "shop", name: "web-1" };
const manifest = { metadata: { labels: { app: "web" } } };

function labelled(text: string): Partial<RuleTargets> {
  const read = parseLabelSelector(text);
  return "selector" in read ? { labels: read.selector } : {};
}

/** Whether a rule applies to the Deployment web-1. */
const targets = test.macro({
  title: (_, facts: Partial<RuleTargets>, expected: boolean) =>
    `${JSON.stringify(facts)} ${expected ? "selects" : "does not select"} shop/web-1`,
  exec(t, facts: Partial<RuleTargets>, expected: boolean) {
    t.is(isTarget({ ...allObjects, ...facts }, web, manifest), expected);
  },
});
test(targets, {}, true);
test(targets, { groups: ["apps"], kinds: ["StatefulSet", "Deployment"] }, true);
test(targets, { groups: [""] }, false);
test(targets, { names: ["web-*"], namespaces: ["s*"] }, true);
test(targets, { names: ["db-*"] }, false);
test(targets, { namespaces: ["other"] }, false);
test(targets, labelled("app=web,tier!=db"), true);
test(targets, labelled("app=db"), false);

test("an annotation lists JSON pointers and managers by commas, and jq paths by lines", (t) => {
  t.deepEqual(parseNamedFields("/spec/replicas, vpa,/data/a~1b\n.spec | .a, .b\n"), {
    pointers: ["/spec/replicas", "/data/a~1b"],
    jq: [".spec | .a, .b"],
    managers: ["vpa"],
  });
});

test("an annotation without fields, or with an invalid JSON pointer, is a fault", (t) => {
  t.regex(JSON.stringify(parseNamedFields(" , ")), /names no field/);
  t.regex(JSON.stringify(parseNamedFields("/a~2")), /is not a JSON pointer/);
});

test("each meaning of a field rule has its own annotation", (t) => {
  const annotations = {
    "converge.dev/never-take": "vpa",
    "converge.dev/set-once": "/spec/a",
    "converge.dev/not-drift": "",
  };
  t.deepEqual(annotatedFields({ metadata: { annotations } }), [
    { meaning: "set-once", pointers: ["/spec/a"], jq: [], managers: [] },
    { meaning: "never-take", pointers: [], jq: [], managers: ["vpa"] },
  ]);
});
