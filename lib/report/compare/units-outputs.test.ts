import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import test from "ava";

import { compared } from "../../../fixtures/compared-sets.ts";
import { object } from "../../../fixtures/planned.ts";
import type { UnitsComparison } from "../../compare/unit-comparison.ts";
import type { JsonObject } from "../../object/json.ts";
import { unitsGithub } from "./units-github.ts";
import { unitsJson } from "./units-json.ts";
import { unitsMarkdown } from "./units-markdown.ts";
import { unitsText } from "./units-text.ts";

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../docs/compare.schema.json"), "utf8"),
) as JsonObject;
const sides = { base: "main", head: "topic" };
const config = (name: string, text: string): JsonObject =>
  object(`ConfigMap/${name}`, { body: { data: { text } } });
const hostile = "x\n```\n</details>@everyone #1 `\u001b[31m";

const units: UnitsComparison = {
  units: [
    {
      name: "shop",
      change: "changed",
      settings: [{ path: ["prune"], kind: "added", after: false }],
      notes: [`it follows ${hostile}`],
      comparison: await compared([config("a", "1"), config("gone", "x")], [config("a", hostile)]),
    },
    { name: "other", change: "added", settings: [], notes: ["elsewhere"], comparison: undefined },
    {
      name: "same",
      change: "unchanged",
      settings: [],
      notes: [],
      comparison: await compared([config("b", "1")], [config("b", "1")]),
    },
  ],
  moved: [
    {
      key: "/namespaces/shop/ConfigMap/m",
      from: "shop",
      to: "other",
      outcome: "recreated",
      message: `deleted ${hostile}`,
      changes: [{ path: ["data", "text"], kind: "changed", before: "1", after: hostile }],
      origin: { file: "m.yaml", line: 1, column: 1 },
    },
  ],
  requests: [{ resource: "cpu", before: "1", after: "2", grows: true }],
};

test("the JSON of a comparison of units matches its schema", (t) => {
  const document = JSON.parse(unitsJson(units, sides)) as JsonObject;
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  t.true(ajv.validate(schema, document), JSON.stringify(ajv.errors));
  t.like(document, { kind: "UnitsComparison", base: "main", head: "topic" });
});

test("the headline counts units, their objects and the objects moved between units", (t) => {
  const [last] = unitsText(units, { color: false, width: undefined }).trimEnd().split("\n").slice(-1);
  t.is(
    last,
    "3 units: 1 added, 1 changed, 1 unchanged; 1 changed, 1 removed, CPU requests 1 → 2, 1 moved between units, 1 unit not compared",
  );
});

test("text of a manifest cannot break out of its code in a comment or send escape sequences to a terminal", (t) => {
  const markdown = unitsMarkdown(units, { sides, most: 60_000 });
  const outside = markdown.replaceAll(/^(`{3,})[a-z]*\n[^]*?\n\1$/gm, "").replaceAll(/(`+)[^]*?\1/g, "");
  t.notRegex(outside, /@everyone|#1\b/);
  t.is(outside.match(/<details>/g)?.length, outside.match(/<\/details>/g)?.length);
  t.false(unitsText(units, { color: false, width: undefined }).includes("\u001b"));
});

test("a comment has a heading for each unit that differs, and omits details before facts", (t) => {
  const markdown = unitsMarkdown(units, { sides, most: 60_000 });
  t.deepEqual(markdown.match(/^#### .*$/gm), [
    "#### `shop`: 1 setting, 1 changed, 1 removed",
    "#### `other`: added unit",
    "#### Moved between units",
  ]);
  t.regex(markdown, /<summary><code>shop<\/code>: settings<\/summary>/);
  const short = unitsMarkdown(units, { sides, most: 1000 });
  t.true(short.length <= 1000);
  t.regex(short, /Left out, to stay below 1000 characters: .*the fields of/);
});

test("annotations name the unit, and warn of an object that is recreated by its move", (t) => {
  const text = unitsGithub(units, (file) => file);
  t.regex(text, /^::warning title=Deleted::unit shop: ConfigMap\/gone -n shop is deleted$/m);
  t.regex(text, /^::warning file=m\.yaml,line=1,.*title=Moved between units::ConfigMap\/m -n shop/m);
});
