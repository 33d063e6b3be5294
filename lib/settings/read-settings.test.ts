import test from "ava";
import { assert, asyncProperty, constantFrom, object } from "fast-check";

import type { JsonObject, JsonValue } from "../object/json.ts";
import { readSettings, type SettingsForm } from "./read-settings.ts";
import { withDefaults } from "./schema-defaults.ts";
import { formatSettingPath } from "./settings-document.ts";

const schema: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  "x-meant": { title: "name" },
  properties: {
    name: { type: "string", minLength: 1, maxLength: 5 },
    kind: { const: "Menu" },
    size: { type: "integer", minimum: 1, maximum: 9, default: 3 },
    wait: { $ref: "#/$defs/wait", default: "1s" },
    mood: { type: "string", enum: ["sweet", "sour"] },
    tags: { type: "array", minItems: 1, maxItems: 2, uniqueItems: true, items: { type: "string" } },
    open: { type: "boolean", default: true },
    inner: { $ref: "#/$defs/inner" },
    dishes: { type: "array", items: { $ref: "#/$defs/dish" } },
  },
  $defs: {
    wait: { title: "time", type: "string", format: "wait", examples: ["5s", "10s"] },
    inner: {
      type: "object",
      additionalProperties: false,
      default: {},
      properties: { depth: { type: "number", default: 1 }, "a/b~c": { type: "boolean" } },
    },
    dish: {
      type: "object",
      required: ["of"],
      discriminator: { propertyName: "of" },
      properties: { of: { enum: ["fish", "corn"] } },
      oneOf: [
        { type: "object", properties: { of: { const: "fish" }, bones: { type: "boolean", default: false } } },
        {
          type: "object",
          required: ["sort"],
          properties: { of: { const: "corn" }, sort: { type: "string" } },
        },
      ],
    },
  },
};
const form: SettingsForm = { schema, formats: new Map([["wait", (text) => /^\d+s$/.test(text)]]) };

/** The findings, one per line: place, length, code, message. */
async function faultsOf(text: string): Promise<readonly string[]> {
  const reading = await readSettings({ name: "menu.yaml", text }, form);
  return "diagnostics" in reading
    ? reading.diagnostics.map(
        ({ origin, code, message }) =>
          `${origin?.line ?? 0}:${origin?.column ?? 0}+${origin?.length ?? 0} ${code} ${message}`,
      )
    : [];
}

const refused = test.macro<[text: string, ...faults: string[]]>({
  title: (_, text = "") => `settings are refused: ${JSON.stringify(text)}`,
  exec: async (t, text, ...faults) => {
    t.deepEqual(await faultsOf(text), faults);
  },
});

test(refused, "", "1:0+0 SettingMissing menu.yaml is empty: write at least the required settings");
test(
  refused,
  "# nothing\n---\n",
  "1:0+0 SettingMissing menu.yaml is empty: write at least the required settings",
);
test(
  refused,
  "name: a\n---\nname: b\n",
  "3:1+0 SettingInvalid menu.yaml contains more than one document: keep one per file",
);
test(refused, "- a\n", "1:1+0 SettingInvalid the file is a list: write a mapping");
test(refused, "size: 3\n", "1:1+0 SettingMissing the file has no name: add it");
test(refused, "name: ''\n", "1:7+2 SettingInvalid name is empty: write a string");
test(refused, "name: abcdef\n", "1:7+6 SettingInvalid name is longer than 5 characters: shorten it");
test(refused, "name: 5\n", "1:7+1 SettingInvalid name is a number: write it in quotes");
test(refused, "name:\n", "1:6+0 SettingInvalid name is empty: write a string, or leave it out");
test(refused, "name: a\nkind: Card\n", '2:7+4 SettingInvalid kind is "Card": write Menu');
test(refused, "name: a\nsize: 0\n", "2:7+1 SettingInvalid size is less than 1: raise it");
test(refused, "name: a\nsize: 10\n", "2:7+2 SettingInvalid size is more than 9: lower it");
test(refused, "name: a\nsize: 1.5\n", "2:7+3 SettingInvalid size is a number: write a whole number");
test(refused, "name: a\nsize: 99999999999999999999\n", "2:7+20 SettingInvalid size is more than 9: lower it");
test(refused, "name: a\nwait: 5m\n", "2:7+2 SettingInvalid wait is not a valid time: write it as 5s or 10s");
test(refused, "name: a\nwait: 5\n", "2:7+1 SettingInvalid wait is not a valid time: write it as 5s or 10s");
test(
  refused,
  "name: a\nwait: ~\n",
  "2:7+1 SettingInvalid wait is empty: write it as 5s or 10s, or leave it out",
);
test(
  refused,
  "name: a\nmood: sou\n",
  '2:7+3 SettingInvalid mood is "sou": write sweet or sour; did you mean "sour"?',
);
test(refused, "name: a\nmood: [sour]\n", "2:7+6 SettingInvalid mood is a list: write sweet or sour");
test(refused, "name: a\nopen: maybe\n", "2:7+5 SettingInvalid open is a string: write true or false");
test(refused, "name: a\ntags: []\n", "2:7+2 SettingInvalid tags is empty: give at least one entry");
test(refused, "name: a\ntags: [x, a, z]\n", "2:7+9 SettingInvalid tags has more than 2 entries: shorten it");
test(refused, "name: a\ntags: [x, x]\n", '2:11+1 SettingInvalid tags lists "x" twice: remove one');
test(refused, "name: a\ntags: [1]\n", "2:8+1 SettingInvalid tags[0] is a number: write it in quotes");
test(
  refused,
  "name: a\ninner:\n  dept: 1\n",
  '3:3+4 SettingUnknown unknown setting "dept" in inner; did you mean "depth"?',
);
test(
  refused,
  "name: a\ninner:\n  other: 1\n",
  '3:3+5 SettingUnknown unknown setting "other" in inner; known settings: a/b~c and depth',
);
test(
  refused,
  "name: a\ninner: { a/b~c: 1 }\n",
  '2:17+1 SettingInvalid inner["a/b~c"] is a number: write true or false',
);
test(refused, "title: a\n", '1:1+5 SettingUnknown unknown setting "title"; did you mean name?');
test(refused, "name: a\n__proto__: 1\n", '2:1+9 SettingUnknown unknown setting "__proto__"');
test(refused, "name: a\nconstructor: 1\n", '2:1+11 SettingUnknown unknown setting "constructor"');
test(
  refused,
  "name: a\ndishes: [{ of: meat }]\n",
  '2:16+4 SettingInvalid dishes[0].of is "meat": write fish or corn',
);
test(refused, "name: a\ndishes: [{ sort: a }]\n", "2:10+11 SettingMissing dishes[0] has no of: add it");
test(refused, "name: a\ndishes: [{ of: corn }]\n", "2:10+12 SettingMissing dishes[0] has no sort: add it");
test(refused, '{"name": 1}', "1:10+1 SettingInvalid name is a number: write it in quotes");
test(
  refused,
  "name: [\n",
  "2:1+0 YamlSyntax a list in brackets is not closed before this line: add `]`, or indent the line",
);
// A misspelled name is reported once, and not also as missing.
test(refused, "nmae: a\n", '1:1+4 SettingUnknown unknown setting "nmae"; did you mean "name"?');
test(
  refused,
  "name: 1\nsize: x\nmoood: sour\n",
  "1:7+1 SettingInvalid name is a number: write it in quotes",
  "2:7+1 SettingInvalid size is a string: write a whole number",
  '3:1+5 SettingUnknown unknown setting "moood"; did you mean "mood"?',
);

test("settings are returned as written in the file, with their places", async (t) => {
  const reading = await readSettings({ name: "menu.yaml", text: "name: a\ntags: [x, z]\n" }, form);
  if (!("settings" in reading)) {
    t.fail();
    return;
  }
  t.deepEqual(reading.settings.value, { name: "a", tags: ["x", "z"] });
  const found = reading.settings.diagnose({
    code: "SettingConflict",
    message: "x and y",
    path: ["tags", 1],
    part: "value",
    related: [{ message: "the other", path: ["tags", 0] }],
  });
  t.deepEqual(found, {
    code: "SettingConflict",
    severity: "error",
    message: "x and y",
    origin: { file: "menu.yaml", line: 2, column: 11, length: 1 },
    related: [{ message: "the other", origin: { file: "menu.yaml", line: 2, column: 8, length: 1 } }],
  });
});

const filled = test.macro({
  title: (_, value: JsonValue) => `defaults are filled in: ${JSON.stringify(value)}`,
  exec: (t, value: JsonValue, expected: JsonValue) => {
    t.deepEqual(withDefaults(schema, schema, value), expected);
    t.deepEqual(withDefaults(schema, schema, expected), expected, "nothing is left to be filled in");
  },
});

test(filled, {}, { size: 3, wait: "1s", open: true, inner: { depth: 1 } });
test(filled, { open: false, inner: { depth: 7 } }, { size: 3, wait: "1s", open: false, inner: { depth: 7 } });
test(
  filled,
  { size: 1, wait: "2s", open: true, inner: {}, dishes: [{ of: "fish" }, { of: "corn" }] },
  {
    size: 1,
    wait: "2s",
    open: true,
    inner: { depth: 1 },
    dishes: [{ of: "fish", bones: false }, { of: "corn" }],
  },
);
test(filled, "no mapping", "no mapping");

test("any content of a file is either accepted or reported, and throws nothing", async (t) => {
  await assert(
    asyncProperty(
      object({ maxDepth: 3, key: constantFrom("name", "inner", "tags", "__proto__", "dishes", "of") }),
      async (value) => {
        const reading = await readSettings({ name: "a.json", text: JSON.stringify(value) }, form);
        return "settings" in reading || reading.diagnostics.every(({ origin }) => origin?.line === 1);
      },
    ),
    { numRuns: 200 },
  );
  t.pass();
});

test("a path is formatted as fields joined by dots, with indices in brackets", (t) => {
  t.is(formatSettingPath([]), "the file");
  t.is(formatSettingPath(["units", 0, "source", "a b"]), 'units[0].source["a b"]');
});
