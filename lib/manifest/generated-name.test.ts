import test from "ava";

import { type JsonObject, type JsonValue, objectField, stringField } from "../object/json.ts";
import { withGeneratedName } from "./generated-name.ts";

const hooks = { "helm.sh/hook": "pre-install" };

function job(metadata: JsonObject, more: JsonObject = {}): JsonObject {
  return { apiVersion: "batch/v1", kind: "Job", metadata: { annotations: hooks, ...metadata }, ...more };
}

function nameOf(value: JsonValue): string | undefined {
  return stringField(objectField(withGeneratedName(value), "metadata"), "name");
}

test("a hook with generateName is named by the prefix and eight hexadecimal digits", (t) => {
  t.regex(nameOf(job({ generateName: "migrate-" })) ?? "", /^migrate-[0-9a-f]{8}$/);
  const annotations = { "argocd.argoproj.io/hook": "PreSync" };
  t.regex(nameOf(job({ generateName: "migrate-", annotations })) ?? "", /^migrate-[0-9a-f]{8}$/);
});

test("the same content gets the same generated name, different content another one", (t) => {
  const name = nameOf(job({ generateName: "a-" }, { spec: { image: "x:1" } }));
  t.is(nameOf(job({ generateName: "a-" }, { spec: { image: "x:1" } })), name);
  t.not(nameOf(job({ generateName: "a-" }, { spec: { image: "x:2" } })), name);
});

test("a generated name leaves all other fields unchanged", (t) => {
  const written = job({ generateName: "a-", labels: { app: "x" } }, { spec: { parallelism: 2 } });
  const named = withGeneratedName(written);
  const { name, ...metadata } = objectField(named, "metadata");
  t.is(typeof name, "string");
  t.deepEqual({ ...named, metadata }, written);
});

test("a long generateName prefix is cut so that the name fits into a label", (t) => {
  const name = nameOf(job({ generateName: `${"x".repeat(100)}-` })) ?? "";
  t.true(name.length <= 63);
  t.regex(name, /^x{54}[0-9a-f]{8}$/);
});

test("the data of a Secret does not affect its generated name, other fields do", (t) => {
  const secret = (more: JsonObject): string | undefined =>
    nameOf({ ...job({ generateName: "s-" }, more), kind: "Secret" });
  t.is(secret({ data: { a: "x" } }), secret({ data: { a: "y" } }));
  t.is(secret({ stringData: { a: "x" } }), secret({}));
  t.not(secret({ type: "Opaque" }), secret({}));
  t.not(
    nameOf(job({ generateName: "s-" }, { data: { a: "x" } })),
    nameOf(job({ generateName: "s-" }, { data: { a: "y" } })),
  );
});

test("an empty name counts as missing, so that one is generated", (t) => {
  t.not(nameOf(job({ generateName: "a-", name: "" })), undefined);
  t.not(nameOf(job({ generateName: "a-", name: null })), undefined);
});

for (const [title, value] of [
  ["a hook that has a name", job({ generateName: "a-", name: "b" })],
  ["a hook without generateName", job({})],
  ["a hook with an empty generateName", job({ generateName: "" })],
  ["an object that is not a hook", job({ generateName: "a-", annotations: {} })],
  ["an object without metadata", { kind: "Job" }],
  ["a list", [job({ generateName: "a-" })]],
  ["a string", "generateName: a-"],
] as const) {
  test(`${title} gets no generated name`, (t) => {
    t.is(withGeneratedName(value), undefined);
  });
}
