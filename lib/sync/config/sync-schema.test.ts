import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import test from "ava";

import { settingOfFlag } from "../../../cmd/flags/sync-unit-flags.ts";
import { settingsTables } from "../../../fixtures/settings-reference.ts";
import { tablePlaces } from "../../../fixtures/sync-reference.ts";
import {
  entries,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  stringField,
  stringsField,
  valueAt,
} from "../../object/json.ts";
import { formatDiagnostics } from "../../report/diagnostics/diagnostics.ts";
import { readConfiguration } from "./read-configuration.ts";
import { syncForm, syncSchema, unitSchema } from "./sync-schema.ts";

const [page = "", ringsPage = ""] = ["configuration.md", "rings.md"].map((name) =>
  readFileSync(join(import.meta.dirname, "../../../docs/sync", name), "utf8"),
);

test("the examples of the reference can be read", async (t) => {
  const examples = [...`${page}\n${ringsPage}`.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(
    ([, text = ""]) => text,
  );
  t.true(examples.length > 1);
  for (const text of examples) {
    const reading = await readConfiguration({ name: "sync.yaml", text });
    t.true("configuration" in reading, JSON.stringify(reading));
  }
});

test("the fault in the reference is shown as documented", async (t) => {
  const text = `apiVersion: converge.dev/v1
kind: Sync
units:
  - name: shop
    source:
      url: https://example.com/shop.git
      ref: main
      path: apps/shop
    targetNamespace: shop
`;
  const source = { name: "sync.yaml", text };
  const reading = await readConfiguration(source);
  const sources = new Map([[source.name, source]]);
  const shown = "diagnostics" in reading && formatDiagnostics(reading.diagnostics, { sources, color: false });
  t.true(page.includes(String(shown).replace(/\n\n1 error\n$/, "\n```\n")), String(shown));
});

/** The flag of each setting that has one. */
const flagOfSetting = new Map([...settingOfFlag].map(([flag, setting]) => [setting, flag]));

test("the reference documents every setting as in the schema", (t) => {
  for (const { place, markdown } of settingsTables(syncSchema, tablePlaces, flagOfSetting)) {
    t.true(page.includes(`\n${markdown}\n`), `${place}\n${markdown}`);
  }
  const reported = new Set(
    [...tablePlaces.values()].map((pointer) =>
      pointer === "" ? syncSchema : valueAt(syncSchema, pointer.split("/")),
    ),
  );
  const mappings = mappingsIn(syncSchema).filter(
    (mapping) => mapping !== valueAt(syncSchema, ["properties", "defaults"]),
  );
  t.deepEqual(
    mappings
      .filter((mapping) => !reported.has(mapping) && field(mapping, "discriminator") === undefined)
      .map((mapping) => stringField(mapping, "description")),
    [],
    "mappings without a table",
  );
});

/** Every schema in a schema that has properties of its own. */
function mappingsIn(schema: JsonObject): readonly JsonObject[] {
  return schemasIn(schema).filter(
    (one) => isObject(field(one, "properties")) && field(one, "type") === "object",
  );
}

/** Every mapping in a schema, recursively. */
function schemasIn(schema: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = [schema];
  for (const one of found) {
    for (const value of Object.values(one).flatMap((each): readonly JsonValue[] =>
      isArray(each) ? each : [each],
    )) {
      if (isObject(value)) {
        found.push(value);
      }
    }
  }
  return found;
}

test("the schema is valid, and its examples and defaults match it", (t) => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, discriminator: true });
  ajv.addVocabulary(["x-meant"]);
  for (const [name, validate] of syncForm.formats) {
    ajv.addFormat(name, { type: "string", validate });
  }
  t.true(ajv.validateSchema(syncSchema), ajv.errorsText());
  const root = stringField(syncSchema, "$id") ?? "";
  ajv.addSchema(syncSchema);
  for (const schema of schemasIn(syncSchema).filter((one) =>
    ["examples", "default"].some((name) => Object.hasOwn(one, name)),
  )) {
    const { $ref } = schema;
    const isValid = ajv.compile(
      typeof $ref === "string" ? { ...schema, $ref: `${root}${$ref}` } : inRoot(schema, root),
    );
    for (const value of [
      ...entries(field(schema, "examples")),
      ...("default" in schema ? [schema["default"]] : []),
    ]) {
      t.true(isValid(value), `${JSON.stringify(value)}: ${JSON.stringify(schema)}`);
    }
  }
});

/** The schema with its references resolved in the root schema. */
function inRoot(schema: JsonObject, root: string): JsonObject {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${root}#`);
  const value: unknown = JSON.parse(text);
  return value as JsonObject;
}

/** The schema of a setting, by its path from that mapping; undefined if there is none. */
function settingAt(mapping: JsonObject, steps: readonly string[]): JsonObject | undefined {
  let at: JsonObject = mapping;
  for (const step of steps) {
    const next = field(objectField(at, "properties"), step);
    const reference = stringField(next, "$ref")?.split("/").slice(1);
    const target = reference === undefined ? next : valueAt(syncSchema, reference);
    if (!isObject(target)) {
      return undefined;
    }
    at = target;
  }
  return at;
}

test("`defaults` accepts every setting of a unit except its name", (t) => {
  const names = Object.keys(objectField(unitSchema, "properties"));
  const defaults = settingAt(syncSchema, ["defaults"]);
  t.deepEqual(
    Object.keys(objectField(defaults, "properties")),
    names.filter((name) => name !== "name"),
  );
  t.deepEqual(stringsField(unitSchema, "required"), ["name"]);
});

test("the setting that is suggested for an unknown name exists", (t) => {
  for (const schema of schemasIn(syncSchema)) {
    for (const [foreign, meant] of Object.entries(objectField(schema, "x-meant"))) {
      const steps = typeof meant === "string" ? meant.split(".") : [];
      t.not(settingAt(schema, steps), undefined, `${foreign}: there is no ${steps.join(".")}`);
      t.is(settingAt(schema, [foreign]), undefined, `${foreign} is a setting`);
    }
  }
});

test("the reference names the setting of every flag for a single unit", (t) => {
  for (const [flag, setting] of settingOfFlag) {
    t.not(settingAt(unitSchema, setting.split(".")), undefined, setting);
    t.true(page.includes(` Flag: \`--${flag}\`. |`), flag);
  }
});
