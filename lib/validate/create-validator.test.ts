import test from "ava";

import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../object/diagnostic/source-text.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readManifests } from "../manifest/parse-manifests.ts";
import { resolveManifests } from "../manifest/resolve-manifests.ts";
import { type CheckRequest, createValidator, type ObjectValidator } from "./create-validator.ts";

function manifestsOf(text: string): readonly Manifest[] {
  const { objects } = readManifests({ name: "set.yaml", text });
  return resolveManifests(objects, "shop").manifests;
}

function definition(kind: string, versions: string): string {
  return `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${kind.toLowerCase()}s.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: ${kind.toLowerCase()}s, kind: ${kind}}
  versions:
${versions}
`;
}

function version(name: string, fields: string, schema: string): string {
  return `  - {name: ${name}, ${fields}, schema: {openAPIV3Schema: ${schema}}}`;
}

const v1 = "served: true, storage: true";
const numbered = "{type: object, properties: {count: {type: integer, maximum: 5}}}";
const growing =
  "{type: object, properties: {count: {type: integer, x-kubernetes-validations: [{rule: self >= oldSelf}]}}}";
const foo = definition("Foo", version("v1", v1, numbered));
const bar = definition("Bar", version("v1", v1, growing));

function resource(kind: string, fields: string, apiVersion = "example.com/v1"): string {
  return `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\n${fields}\n`;
}

async function validatorOf(request: CheckRequest): Promise<ObjectValidator> {
  const validator = await createValidator(request);
  if (validator === undefined) {
    throw new TypeError("the level is not ignore");
  }
  return validator;
}

function shown({ severity, code, origin, message }: Diagnostic): string {
  return `${severity} ${code} ${origin === undefined ? "" : formatOrigin(origin)} ${message}`;
}

async function check(text: string, request: CheckRequest = { level: "strict" }): Promise<readonly string[]> {
  const validator = await validatorOf(request);
  return validator.check(manifestsOf(text)).map(shown);
}

test("a fault of a custom resource is reported at the line and column of its field", async (t) => {
  t.deepEqual(await check(foo + resource("Foo", "count: 9")), [
    "error FieldInvalid set.yaml:15:8 example.com/namespaces/shop/Foo/x: count: must be at most 5",
  ]);
});

test("a value of the wrong type is reported as a single fault", async (t) => {
  t.deepEqual(await check(foo + resource("Foo", 'count: "9"')), [
    "error FieldInvalid set.yaml:15:8 example.com/namespaces/shop/Foo/x: count: must be an integer, is a string: take the quotes away",
  ]);
});

test("a fraction for an integer is reported without an additional range fault", async (t) => {
  const found = await check(foo + resource("Foo", "count: 1.5"));
  t.is(found.length, 1);
  t.regex(found[0] ?? "", /count: must be an integer/v);
});

test("skipped rules are not reported in addition to the fault that prevents them", async (t) => {
  const found = await check(bar + resource("Bar", "count: x"));
  t.is(found.length, 1);
  t.regex(found[0] ?? "", /count: must be an integer, is a string/v);
});

test("an unknown field is reported at its key with the suggested field", async (t) => {
  const found = await check(
    `apiVersion: v1\nkind: Service\nmetadata: {name: x}\nspec: {ports: [{port: 80}], selectr: {a: b}}\n`,
  );
  t.is(found.length, 1);
  t.regex(found[0] ?? "", /^error UnknownField set\.yaml:4:29 .*unknown field spec\.selectr.*selector/v);
});

test("an object without faults has no findings", async (t) => {
  t.deepEqual(await check(foo + resource("Foo", "count: 5")), []);
});

test("faults are warnings at the level warn", async (t) => {
  const found = await check(foo + resource("Foo", "count: 9"), { level: "warn" });
  t.regex(found.join("\n"), /^warning FieldInvalid [^\n]*$/v);
});

test("nothing is checked at the level ignore", async (t) => {
  t.is(await createValidator({ level: "ignore" }), undefined);
});

test("custom resources of a set without their CRD are checked by a given one", async (t) => {
  const [given] = manifestsOf(foo);
  const definitions = given === undefined ? [] : [given.value];
  t.deepEqual(await check(resource("Foo", "count: 9"), { level: "strict" }), []);
  t.is((await check(resource("Foo", "count: 9"), { level: "strict", definitions })).length, 1);
});

test("a CRD of the set takes precedence over a given one", async (t) => {
  const [given] = manifestsOf(
    definition("Foo", version("v1", v1, "{type: object, properties: {count: {type: string}}}")),
  );
  const definitions = given === undefined ? [] : [given.value];
  t.deepEqual(await check(foo + resource("Foo", "count: 3"), { level: "strict", definitions }), []);
});

test("a custom resource in a version that is not served is reported with the version to use", async (t) => {
  const versions = [
    version("v1alpha1", "served: false, storage: false", numbered),
    version("v1beta1", "served: true, storage: false", numbered),
    version("v1", v1, numbered),
  ].join("\n");
  const set = definition("Foo", versions);
  t.regex(
    (await check(set + resource("Foo", "count: 1", "example.com/v1alpha1"))).join("\n"),
    /^error VersionUnknown [^\n]*its definition does not serve that version; use example\.com\/v1$/v,
  );
  t.regex(
    (await check(set + resource("Foo", "count: 1", "example.com/v2"))).join("\n"),
    /^error VersionUnknown [^\n]*its definition has no such version; use example\.com\/v1$/v,
  );
  t.deepEqual(await check(set + resource("Foo", "count: 1", "example.com/v1beta1")), []);
});

function withDeprecated(fields: string): string {
  return (
    definition("Foo", [version("v1beta1", fields, numbered), version("v1", v1, numbered)].join("\n")) +
    resource("Foo", "count: 1", "example.com/v1beta1")
  );
}

test("a deprecated version of a custom resource is reported with the warning of its CRD", async (t) => {
  const deprecated = "served: true, storage: false, deprecated: true";
  t.regex(
    (await check(withDeprecated(deprecated))).join("\n"),
    /^warning VersionDeprecated [^\n]*example\.com\/v1beta1 Foo is deprecated; use example\.com\/v1$/v,
  );
  t.regex(
    (await check(withDeprecated(`${deprecated}, deprecationWarning: move on`))).join("\n"),
    /^warning VersionDeprecated [^\n]*: move on$/v,
  );
});

test("only resources with transition rules depend on their live state", async (t) => {
  const validator = await validatorOf({ level: "strict" });
  const manifests = manifestsOf(foo + bar + resource("Foo", "count: 1") + resource("Bar", "count: 1"));
  t.deepEqual(
    validator.changing(manifests).map(({ kind }) => kind),
    ["Bar"],
  );
});

test("a transition rule compares with the live object of the same key", async (t) => {
  const validator = await validatorOf({ level: "strict" });
  const manifests = manifestsOf(bar + resource("Bar", "count: 1"));
  const key = manifests.find(({ kind }) => kind === "Bar")?.key ?? "";
  const live = { apiVersion: "example.com/v1", kind: "Bar", metadata: { name: "x" }, count: 2 };
  t.deepEqual(validator.check(manifests).map(shown), []);
  t.is(validator.check(manifests, new Map([[key, live]])).length, 1);
  t.is(validator.check(manifests, new Map([[key, { ...live, count: 0 }]])).length, 0);
  t.is(validator.check(manifests, new Map([["other", live]])).length, 0);
});

test("objects of kinds without a known schema are not checked", async (t) => {
  const validator = await validatorOf({ level: "strict" });
  const manifests = manifestsOf(foo + resource("Foo", "count: 1") + resource("Baz", "count: 9"));
  t.deepEqual(
    validator.unchecked(manifests).map(({ kind }) => kind),
    ["Baz"],
  );
});

test("the progress callback receives every object in order", async (t) => {
  const validator = await validatorOf({ level: "strict" });
  const manifests = manifestsOf(foo + resource("Foo", "count: 9"));
  const seen: string[] = [];
  validator.check(manifests, undefined, ({ key }) => {
    seen.push(key);
  });
  t.deepEqual(
    seen,
    manifests.map(({ key }) => key),
  );
});
