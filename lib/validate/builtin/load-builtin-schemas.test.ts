import { brotliDecompressSync } from "node:zlib";

import test from "ava";

import { BugError } from "../../object/bug-error.ts";
import type { JsonObject } from "../../object/json.ts";
import { type FieldPath, formatFieldPath } from "../model/field-fault.ts";
import { packedSchemas } from "./data/packed-schemas.ts";
import type { FieldType } from "./field-type.ts";
import { openSchemaBook } from "./packed-schema-reader.ts";
import { newestMinor, oldestMinor } from "./supported-versions.ts";
import { loadBuiltinSchemas } from "./load-builtin-schemas.ts";

const newest = await loadBuiltinSchemas(newestMinor);
const oldest = await loadBuiltinSchemas(oldestMinor);

function pod(spec: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec };
}

const known = test.macro({
  exec(t, path: FieldPath, names: readonly string[], object: JsonObject) {
    const found = newest?.fieldsAt(object, path) ?? [];
    t.deepEqual(found.slice(0, names.length), names);
    t.is(found.length === 0, names.length === 0);
  },
  title: (_, path: FieldPath, names: readonly string[]) =>
    `the known fields at "${formatFieldPath(path)}": ${names.length === 0 ? "none" : names.join(", ")}`,
});

test(known, [], ["apiVersion", "kind", "metadata", "spec", "status"], pod({ containers: [{}] }));
test(
  known,
  ["spec", "containers", 0, "env", 0],
  ["name", "value", "valueFrom"],
  pod({ containers: [{ env: [{}] }] }),
);
test(known, ["spec", "containers", 0, "name"], [], pod({ containers: [{}] }));
test(known, ["metadata", "labels"], [], pod({ containers: [{}] }));
test(known, ["spec", "foo", "bar"], [], pod({ containers: [{}] }));
test(known, [], [], { apiVersion: "v1", kind: "constructor" });
const deep: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  spec: { versions: [{ schema: { openAPIV3Schema: { items: [{}], properties: { a: {} } } } }] },
};
const toSchema = ["spec", "versions", 0, "schema", "openAPIV3Schema"];
test(known, [...toSchema, "items", 0], ["$ref", "$schema", "additionalItems"], deep);
test(known, [...toSchema, "properties", { key: "a" }], ["$ref", "$schema"], deep);

test("a field of a newer Kubernetes version is unknown in an older one", (t) => {
  const object = pod({ containers: [{ name: "web" }], resources: { limits: { cpu: 1 } } });
  t.deepEqual(newest?.check(object), { faults: [], unknown: [] });
  t.deepEqual(oldest?.check(object), { faults: [], unknown: [["spec", "resources"]] });
});

test("a kind is known only in the Kubernetes versions that serve it", async (t) => {
  const claim = ["resource.k8s.io/v1", "ResourceClaim"] as const;
  const served: number[] = [];
  for (let minor = oldestMinor; minor <= newestMinor; minor += 1) {
    const schemas = await loadBuiltinSchemas(minor);
    t.is(schemas?.minor, minor);
    t.true(schemas?.serves("apps/v1", "Deployment"));
    t.false(schemas?.serves("v1", "PodList"));
    t.false(schemas?.serves("v1", "toString"));
    served.push(...(schemas?.serves(...claim) === true ? [minor] : []));
  }
  t.deepEqual(served, [34, 35, 36, 37]);
});

test("older Kubernetes versions use the schemas of the oldest known one, newer ones have none", async (t) => {
  const before = await loadBuiltinSchemas(20);
  t.true(before?.serves("batch/v1beta1", "CronJob"));
  t.false(before?.serves("apps/v1beta1", "Deployment"));
  t.deepEqual(before?.check(pod({ containers: [], foo: 1 })).unknown, [["spec", "foo"]]);
  t.is(await loadBuiltinSchemas(newestMinor + 1), undefined);
});

/** The definitions that a type refers to. */
function definitionsIn(type: FieldType): readonly string[] {
  if (type.is === "object") {
    return [type.name];
  }
  if (type.is === "either") {
    return [...definitionsIn(type.object), ...definitionsIn(type.other)];
  }
  return type.is === "list" || type.is === "map" ? definitionsIn(type.of) : [];
}

test("every definition that is reachable from a kind is in the schema book and readable", (t) => {
  const text = brotliDecompressSync(Buffer.from(packedSchemas, "base64")).toString("latin1");
  for (let version = 0; version <= newestMinor - oldestMinor; version += 1) {
    const book = openSchemaBook(text, version);
    const reached = new Set(book.kinds.values());
    t.true(reached.size > 50);
    for (const name of reached) {
      for (const below of book.fieldsOf(name).flatMap(({ type }) => definitionsIn(type))) {
        reached.add(below);
      }
    }
    t.true(reached.size > 400);
  }
});

test("an unreadable schema book is reported as an internal bug", (t) => {
  const book = openSchemaBook("1\ta.v1.Foo\tv1/Foo\tname!:s\n1\ta.v1.Bar\t\tname:?", 0);
  t.deepEqual(book.fieldsOf("a.v1.Foo"), [
    { name: "name", required: true, readAsEmpty: false, type: { is: "scalar", of: "string" } },
  ]);
  t.throws(() => book.fieldsOf("a.v1.Bar"), {
    instanceOf: BugError,
    message: /unreadable field in a.v1.Bar/,
  });
  t.throws(() => book.fieldsOf("a.v1.Baz"), { instanceOf: BugError, message: /have no a.v1.Baz/ });
});
