import test from "ava";

import { object, planned } from "../../../fixtures/planned.ts";
import { compared } from "../../../fixtures/compared-sets.ts";
import type { JsonObject } from "../../object/json.ts";
import { comparisonHtml } from "./compare-html.ts";

/** The page that compares two sets of manifests. */
async function pageOf(before: readonly JsonObject[], after: readonly JsonObject[]): Promise<string> {
  const display = { base: (file: string) => `old/${file}`, head: (file: string) => `new/${file}` };
  return comparisonHtml({
    base: planned(before, { action: "upgrade", namespace: "shop" }).plan,
    head: planned(after, { action: "upgrade", namespace: "shop" }).plan,
    comparison: await compared(before, after),
    sides: { base: "main", head: "topic" },
    display,
  });
}

interface Box {
  readonly ref: string;
  readonly name: string;
  readonly lane: number;
  readonly family: string;
  readonly badge: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly changes: readonly { readonly text: string }[];
}

/** The data that is embedded in a page. */
function dataOf(page: string): {
  readonly title: string;
  readonly lanes: readonly { readonly title: string }[];
  readonly objects: readonly Box[];
  readonly arrows: readonly { readonly first: number; readonly second: number; readonly rule: string }[];
} {
  const start = page.indexOf('id="plan">') + 'id="plan">'.length;
  return JSON.parse(page.slice(start, page.indexOf("</script>", start)));
}

const config = (name: string, value: string): JsonObject =>
  object(`ConfigMap/${name}`, { body: { data: { key: value } } });

const secret = (name: string, password: string): JsonObject =>
  object(`Secret/${name}`, { body: { stringData: { password } } });

const waiting = (name: string, on: string): JsonObject =>
  object(`ConfigMap/${name}`, {
    annotations: { "config.kubernetes.io/depends-on": `/namespaces/shop/ConfigMap/${on}` },
  });

test("objects are marked as changed, added or removed, with their changed fields", async (t) => {
  const before = [config("a", "1"), config("b", "1"), config("gone", "1")];
  const page = await pageOf(before, [config("a", "2"), config("b", "1"), config("new", "1")]);
  const { title, lanes, objects } = dataOf(page);
  t.is(title, "main → topic");
  t.deepEqual(
    objects.map(({ name, badge, lane }) => `${lanes[lane]?.title ?? ""}: ${name} ${badge}`.trim()),
    ["Group 1: a ~ changed", "Group 1: b", "Group 1: new + added", "Removed: gone − removed"],
  );
  t.deepEqual(objects[0]?.changes, [{ kind: "changed", text: '~ data.key: "1" → "2"' }]);
  t.is(page, await pageOf(before, [config("a", "2"), config("b", "1"), config("new", "1")]));
});

test("many unchanged objects of a group are folded into one box, with their arrows", async (t) => {
  const many = Array.from({ length: 200 }, (_, index) => config(`same-${index}`, "1"));
  const after = [...many, waiting("late", "same-7")];
  const { objects, arrows, lanes } = dataOf(await pageOf(many, after));
  t.deepEqual(
    objects.map(({ name, lane }) => `${lanes[lane]?.title ?? ""}: ${name}`),
    ["Group 1: 200 objects", "Group 2: late"],
  );
  t.deepEqual(
    arrows.map(({ first, second }) => [first, second]),
    [[0, 1]],
  );
  t.is(objects[0]?.facts.length, 101);
});

test("an object that moves to a later group is marked, and so is its new wait", async (t) => {
  const before = [config("a", "1"), object("ConfigMap/b")];
  const { objects, arrows } = dataOf(await pageOf(before, [config("a", "1"), waiting("b", "a")]));
  const moved = objects.find(({ name }) => name === "b");
  t.is(moved?.badge, "~ changed ⇄");
  t.deepEqual(moved?.facts.slice(0, 2), [
    ["defined in", "new/set.json:2"],
    ["moved", "group 1 → group 2"],
  ]);
  t.deepEqual(
    arrows.map(({ rule }) => rule),
    ["depends-on (new)"],
  );
});

test("the page does not contain values of Secrets", async (t) => {
  const added = secret("b", "third-value");
  const page = await pageOf([secret("a", "first-value")], [secret("a", "second-value"), added]);
  for (const value of ["first-value", "second-value", "third-value"]) {
    t.false(page.includes(value));
    t.false(page.includes(Buffer.from(value).toString("base64")));
  }
  t.true(page.includes("(hidden, changed)"));
});

test("a value of a manifest cannot end the element that holds the data", async (t) => {
  const value = "</script><script>alert(1)</script><!--\u001B[31m";
  const page = await pageOf([config("a", "1")], [config("a", value)]);
  t.is(page.split("</script>").length, 3);
  t.false(page.includes("<!--"));
  t.false(page.includes("\u001B"));
});
