import test from "ava";

import { compared } from "../../../fixtures/compared-sets.ts";
import { object, planned } from "../../../fixtures/planned.ts";
import type { MovedObject, UnitComparison } from "../../compare/unit-comparison.ts";
import type { JsonObject } from "../../object/json.ts";
import type { ComparedPlans } from "./compared-texts.ts";
import { unitsComparisonHtml } from "./units-html.ts";

const config = (name: string, value: string): JsonObject =>
  object(`ConfigMap/${name}`, { body: { data: { key: value } } });

interface PageUnit {
  readonly unit: UnitComparison;
  readonly plans: ComparedPlans;
}

const planOf = (objects: readonly JsonObject[]): ComparedPlans["base"] =>
  planned(objects, { action: "upgrade", namespace: "shop" }).plan;

async function unitOf(
  name: string,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): Promise<PageUnit> {
  const display = { base: (file: string) => `old/${file}`, head: (file: string) => `new/${file}` };
  return {
    unit: {
      name,
      change: "changed",
      settings: [{ path: ["prune"], kind: "added", after: false }],
      notes: [],
      comparison: await compared(before, after),
    },
    plans: { base: planOf(before), head: planOf(after), display },
  };
}

interface Drawn {
  readonly title: string;
  readonly summary: string;
  readonly lanes: readonly { readonly title: string }[];
  readonly objects: readonly {
    readonly ref: string;
    readonly name: string;
    readonly lane: number;
    readonly badge: string;
    readonly facts: readonly (readonly [string, string])[];
  }[];
  readonly arrows: readonly { readonly first: number; readonly second: number }[];
  readonly guide: {
    readonly notes: readonly { readonly title: string; readonly lines: readonly string[] }[];
  };
}

function drawn(units: readonly PageUnit[], moved: readonly MovedObject[] = []): Drawn {
  const page = unitsComparisonHtml({
    compared: { units: units.map(({ unit }) => unit), moved, requests: [] },
    sides: { base: "main", head: "topic" },
    plans: units.map(({ plans }) => plans),
  });
  const start = page.indexOf('id="plan">') + 'id="plan">'.length;
  return JSON.parse(page.slice(start, page.indexOf("</script>", start)));
}

const waiting = object("ConfigMap/b", {
  annotations: { "config.kubernetes.io/depends-on": "/namespaces/shop/ConfigMap/a" },
});

test("each unit that differs has its own lanes and arrows", async (t) => {
  const one = await unitOf("one", [config("a", "1"), config("gone", "1")], [config("a", "2"), waiting]);
  const same = await unitOf("same", [config("a", "1")], [config("a", "1")]);
  const two = await unitOf("two", [config("a", "1")], [config("a", "2"), waiting]);
  const page = drawn([one, { ...same, unit: { ...same.unit, change: "unchanged" } }, two]);
  t.deepEqual(
    page.objects.map(({ lane, ref, badge }) => `${page.lanes[lane]?.title ?? ""} | ${ref} | ${badge}`),
    [
      "one: Group 1 | one: /namespaces/shop/ConfigMap/a | ~ changed",
      "one: Group 2 | one: /namespaces/shop/ConfigMap/b | + added",
      "one: Removed | one: /namespaces/shop/ConfigMap/gone | − removed",
      "two: Group 1 | two: /namespaces/shop/ConfigMap/a | ~ changed",
      "two: Group 2 | two: /namespaces/shop/ConfigMap/b | + added",
    ],
  );
  t.deepEqual(
    page.arrows.map(({ first, second }) => [first, second]),
    [
      [0, 1],
      [3, 4],
    ],
  );
  t.deepEqual(
    page.guide.notes.map(({ title }) => title),
    ["Unit one", "Unit two"],
  );
  t.true(page.guide.notes[0]?.lines.includes("+ prune: false"));
});

/** The unit without its changed objects, as if all of them moved or were unchanged. */
const without = ({ unit, plans }: PageUnit): PageUnit => ({
  unit: { ...unit, comparison: unit.comparison && { ...unit.comparison, objects: [] } },
  plans,
});

test("an object that moves between units is a box of the target unit, with the outcome", async (t) => {
  const from = await unitOf("from", [config("m", "1"), config("a", "1")], [config("a", "1")]);
  const to = await unitOf("to", [config("b", "1")], [config("b", "1"), config("m", "1")]);
  const key = "/namespaces/shop/ConfigMap/m";
  const message = "from deletes it";
  const one = { key, from: "from", to: "to", outcome: "recreated", message, changes: [] } as const;
  const origin = { file: "m.yaml", line: 1 };
  const page = drawn([without(from), without(to)], [{ ...one, origin }]);
  t.deepEqual(
    page.objects
      .filter(({ name }) => name === "m")
      .map(({ ref, badge, facts }) => [ref, badge, facts.slice(-2)]),
    [
      [
        `to: ${key}`,
        "↻ recreated",
        [
          ["moved from", "from"],
          ["", message],
        ],
      ],
    ],
  );
  t.deepEqual(page.guide.notes.at(-1), {
    title: "Moved between units",
    lines: [`${key}: from → to: ${message}`],
  });
});

test("a unit whose manifests are in another repository shows only its settings", async (t) => {
  const one = await unitOf("one", [], [config("a", "2")]);
  const page = drawn([{ ...one, unit: { ...one.unit, comparison: undefined } }]);
  t.deepEqual(page.objects, []);
  t.deepEqual(page.guide.notes[0]?.lines, ["1 setting", "+ prune: false"]);
});
