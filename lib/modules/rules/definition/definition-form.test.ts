import { Ajv2020 } from "ajv/dist/2020.js";
import test from "ava";

import {
  entries,
  field,
  isObject,
  type JsonObject,
  objectField,
  stringField,
  valueAt,
} from "../../../object/json.ts";
import { definitionForm, definitionSchema } from "./definition-form.ts";
import { usualWeight } from "./module-definition.ts";

/** Every mapping in the schema, recursively. */
function schemasIn(schema: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = [schema];
  for (const one of found) {
    const parts = Object.entries(one).filter(([name]) => name !== "x-meant");
    found.push(...parts.flatMap(([, part]) => (isObject(part) ? [part] : [])));
  }
  return found;
}

test("the schema is valid, and its examples and defaults match it", (t) => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajv.addVocabulary(["x-meant"]);
  for (const [name, validate] of definitionForm.formats) {
    ajv.addFormat(name, { type: "string", validate });
  }
  t.true(ajv.validateSchema(definitionSchema), ajv.errorsText());
  const root = stringField(definitionSchema, "$id") ?? "";
  ajv.addSchema(definitionSchema);
  const shown = schemasIn(definitionSchema).filter((schema) =>
    ["examples", "default"].some((name) => Object.hasOwn(schema, name)),
  );
  t.true(shown.length > 10);
  for (const schema of shown) {
    const whole: unknown = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${root}#`));
    const isValid = ajv.compile(whole as JsonObject);
    for (const value of [
      ...entries(field(schema, "examples")),
      ...("default" in schema ? [schema["default"]] : []),
    ]) {
      t.true(isValid(value), `${JSON.stringify(value)}: ${JSON.stringify(schema)}`);
    }
  }
});

/** The schema of a setting, by its path from that mapping. */
function settingAt(mapping: JsonObject, steps: readonly string[]): JsonObject | undefined {
  let at: JsonObject = mapping;
  for (const step of steps) {
    const next = field(objectField(at, "properties"), step);
    const reference = stringField(next, "$ref")?.split("/").slice(1);
    const target = reference === undefined ? next : valueAt(definitionSchema, reference);
    if (!isObject(target)) {
      return undefined;
    }
    at = target;
  }
  return at;
}

test("the setting that is suggested for an unknown name exists", (t) => {
  for (const schema of schemasIn(definitionSchema)) {
    for (const [foreign, meant] of Object.entries(objectField(schema, "x-meant"))) {
      const steps = typeof meant === "string" ? meant.split(".") : [];
      t.not(settingAt(schema, steps), undefined, `${foreign}: there is no ${steps.join(".")}`);
      t.is(settingAt(schema, [foreign]), undefined, `${foreign} is a setting`);
    }
  }
});

test("every setting has a description", (t) => {
  for (const schema of schemasIn(definitionSchema)) {
    for (const [name, property] of Object.entries(objectField(schema, "properties"))) {
      const reference = stringField(property, "$ref")?.split("/").slice(1) ?? [];
      const given =
        stringField(property, "description") ??
        stringField(valueAt(definitionSchema, reference), "description");
      t.not(given, undefined, name);
    }
  }
});

test("the default weight is that of the schema", (t) => {
  t.is(valueAt(definitionSchema, ["properties", "weight", "default"]), usualWeight);
});
