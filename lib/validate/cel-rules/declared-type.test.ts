import test from "ava";
import { assert, property, stringMatching } from "fast-check";

import { type CelType, formatType } from "../../cel/model/type.ts";
import type { JsonObject } from "../../object/json.ts";
import { readSchema } from "../model/schema.ts";
import { declaredType, leastBytes } from "./declared-type.ts";
import { escapeName, unescapeName } from "./escaped-name.ts";

const testEscaped = test.macro({
  exec(t, name: string, escaped: string | undefined) {
    t.is(escapeName(name), escaped);
  },
  title: (_, name: string, escaped: string | undefined) =>
    escaped === undefined
      ? `expressions cannot name the property ${JSON.stringify(name)}`
      : `expressions name the property ${JSON.stringify(name)} as ${escaped}`,
});

test(testEscaped, "replicas", "replicas");
test(testEscaped, "foo.bar", "foo__dot__bar");
test(testEscaped, "x-y", "x__dash__y");
test(testEscaped, "a/b", "a__slash__b");
test(testEscaped, "a__b", "a__underscores__b");
test(testEscaped, "a___b", "a__underscores___b");
test(testEscaped, "_a_", "_a_");
test(testEscaped, "namespace", "__namespace__");
test(testEscaped, "int", "int");
test(testEscaped, "__in__", "__underscores__in__underscores__");
test(testEscaped, "1a", undefined);
test(testEscaped, "é", undefined);
test(testEscaped, "a b", undefined);
test(testEscaped, "", undefined);

test("unescaping an escaped property name returns the name", (t) => {
  assert(
    property(stringMatching(/^[a-zA-Z_.][a-zA-Z0-9_.]*$/u), (name) => {
      const escaped = escapeName(name);
      return escaped !== undefined && unescapeName(escaped) === name;
    }),
  );
  t.pass();
});

test("a name that is not the escaped form of a property is not unescaped", (t) => {
  t.is(unescapeName("a__foo__b"), undefined);
  t.is(unescapeName("a__if__"), undefined);
  t.is(unescapeName("__if__"), "if");
});

/** A type with its `maxElements`, followed by the type of its elements or values. */
function sizes(type: CelType): string {
  const own = "maxElements" in type ? ` ${type.maxElements}` : "";
  if (type.kind === "list") {
    return `list${own} of ${sizes(type.element)}`;
  }
  return type.kind === "map" ? `map${own} of ${sizes(type.value)}` : `${type.kind}${own}`;
}

const testType = test.macro({
  exec(t, schema: JsonObject, expected: string | undefined, least: number | undefined) {
    const read = readSchema(schema);
    const type = declaredType(read, { isResourceRoot: false, minor: 36 });
    t.is(type && sizes(type), expected);
    t.is(leastBytes(read, { isResourceRoot: false, minor: 36 }), least);
  },
  title: (_, schema: JsonObject, expected: string | undefined) =>
    `the CEL type of the schema ${JSON.stringify(schema)} is ${expected ?? "undefined"}`,
});

const str = { type: "string" };
const int = { type: "integer" };

test(testType, str, "string 3145726", 2);
test(testType, { ...str, maxLength: 10 }, "string 40", 2);
test(testType, { ...str, maxLength: -1 }, "string 0", 2);
test(testType, { ...str, enum: ["a", "üü", 3] }, "string 4", 2);
test(testType, { ...str, enum: ["a"], maxLength: 3 }, "string 12", 2);
test(testType, { ...str, format: "byte", maxLength: 10 }, "bytes 10", 2);
test(testType, { ...str, format: "duration", maxLength: 10 }, "duration 32", 3);
test(testType, { ...str, format: "date" }, "timestamp 12", 12);
test(testType, { ...str, format: "date-time" }, "timestamp 32", 21);
test(testType, { ...str, format: "uuid" }, "string 3145726", 2);
test(testType, int, "int", 1);
test(testType, { type: "number" }, "double", 1);
test(testType, { type: "boolean" }, "bool", 4);
test(testType, { "x-kubernetes-int-or-string": true }, "dyn 3145726", 1);
test(testType, { "x-kubernetes-int-or-string": true, maxLength: 2 }, "dyn 8", 1);
test(testType, { type: "array", items: int }, "list 1572863 of int", 2);
test(testType, { type: "array", items: str, maxItems: 4 }, "list 4 of string 3145726", 2);
test(testType, { type: "array" }, undefined, undefined);
test(
  testType,
  { type: "array", items: { "x-kubernetes-preserve-unknown-fields": true } },
  undefined,
  undefined,
);
test(testType, { type: "object", additionalProperties: int }, "map 449389 of int", 2);
test(testType, { type: "object", additionalProperties: int, maxProperties: 5 }, "map 5 of int", 2);
test(testType, { type: "object", additionalProperties: true }, "object", 2);
test(testType, { type: "object", properties: { a: str, b: int }, required: ["a"] }, "object", 9);
test(testType, { type: "object", properties: { a: { ...str, default: "" } }, required: ["a"] }, "object", 2);
test(testType, { "x-kubernetes-preserve-unknown-fields": true }, undefined, undefined);

function fieldsOf(schema: JsonObject, isResourceRoot: boolean): Readonly<Record<string, string>> {
  const type = declaredType(readSchema(schema), { isResourceRoot, minor: 36 });
  const fields = type?.kind === "object" ? [...type.fields] : [];
  return Object.fromEntries(fields.map(([name, field]) => [name, formatType(field)]));
}

test("the root of a resource has apiVersion, kind and metadata, and types of objects are named by path", (t) => {
  const schema = { type: "object", properties: { spec: { type: "object" } } };
  t.deepEqual(fieldsOf(schema, true), {
    apiVersion: "string",
    kind: "string",
    metadata: "selfType.metadata",
    spec: "selfType.spec",
  });
  t.deepEqual(fieldsOf(schema, false), { spec: "selfType.spec" });
});

test("fields that expressions cannot see or name are omitted from a type", (t) => {
  const properties = { a: { "x-kubernetes-preserve-unknown-fields": true }, "1b": str, if: str };
  t.deepEqual(fieldsOf({ type: "object", properties }, false), { __if__: "string" });
});

test("the type of a schema is cached, separately for versions before and since Kubernetes 1.37", (t) => {
  const schema = readSchema({ type: "object", properties: { constructor: str } });
  const root = { isResourceRoot: true, minor: 36 };
  t.is(declaredType(schema, root), declaredType(schema, { ...root, minor: 30 }));
  t.not(declaredType(schema, root), declaredType(schema, { ...root, minor: 37 }));
});

function boundOf(schema: JsonObject, minor: number, name: string): number | undefined {
  const root = declaredType(readSchema(schema), { isResourceRoot: true, minor });
  const metadata = root?.kind === "object" ? root.fields.get("metadata") : undefined;
  const field = metadata?.kind === "object" ? metadata.fields.get(name) : undefined;
  return field?.kind === "string" ? field.maxElements : undefined;
}

function withMetadata(properties: JsonObject): JsonObject {
  return {
    type: "object",
    properties: { metadata: { type: "object", properties } },
  };
}

test("since Kubernetes 1.37 metadata.name has a maximum length, a lower one if the schema sets it", (t) => {
  const unbounded = boundOf(withMetadata({}), 36, "name") ?? 0;
  t.true(unbounded > 3_000_000);
  t.is(boundOf(withMetadata({}), 37, "name"), 253 * 4);
  t.is(boundOf(withMetadata({}), 37, "generateName"), 252 * 4);
  t.is(boundOf(withMetadata({ name: { type: "string", maxLength: 10 } }), 37, "name"), 40);
  t.is(boundOf(withMetadata({ name: { type: "string", maxLength: 300 } }), 37, "name"), 253 * 4);
});
