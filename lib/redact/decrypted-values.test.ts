import test from "ava";

import type { DecryptedPlace, DecryptedValues } from "../object/diagnostic/source-text.ts";
import type { JsonObject, JsonValue } from "../object/json.ts";
import { decryptedRedactor, markDecrypted, quotableText, redactDiagnostics } from "./decrypted-values.ts";
import { maskObject } from "./redact-object.ts";

const document = { document: 0, path: [] };

function placesOf(...paths: readonly DecryptedPlace["path"][]): DecryptedValues {
  return { values: [], places: paths.map((path) => ({ document: 0, path })) };
}

function configMap(data: JsonValue, more: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web", ...more }, data };
}

test("decrypted values of any kind are masked, whatever their keys", (t) => {
  const data = {
    "a.b": "one",
    "c,d": "two",
    "it's": "three",
    "back\\slash": "four",
    list: ["x", "five"],
    open: "six",
  };
  const paths = [["a.b"], ["c,d"], ["it's"], ["back\\slash"], ["list", 1]].map((path) => ["data", ...path]);
  const masked = JSON.stringify(maskObject(markDecrypted(configMap(data), placesOf(...paths), document)));
  for (const value of ["one", "two", "three", "four", "five"]) {
    t.false(masked.includes(`"${value}"`), value);
  }
  t.true(masked.includes('"six"'));
});

test("name and kind stay visible, and the data of a Secret needs no annotation", (t) => {
  const secrets = placesOf(["kind"], ["apiVersion"], ["metadata", "name"], ["metadata", "namespace"]);
  const object = configMap({});
  t.is(markDecrypted(object, secrets, document), object);
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" }, stringData: { b: "c" } };
  t.is(markDecrypted(secret, placesOf(["stringData", "b"]), document), secret);
});

test("sensitive paths that the manifest already lists are kept", (t) => {
  const object = configMap(
    { a: "one", b: "two" },
    { annotations: { "werf.io/sensitive-paths": "$.data.b" } },
  );
  const marked = markDecrypted(object, placesOf(["data", "a"]), document);
  t.deepEqual(marked["metadata"], {
    name: "web",
    annotations: { "werf.io/sensitive-paths": "$.data.b,$.data.a" },
  });
});

test("an item of a List is marked with its own paths only", (t) => {
  const secrets = { values: [], places: [{ document: 1, path: ["items", 2, "data", "a"] }] };
  const marked = markDecrypted(configMap({ a: "one" }), secrets, { document: 1, path: ["items", 2] });
  t.deepEqual(marked["metadata"], { name: "web", annotations: { "werf.io/sensitive-paths": "$.data.a" } });
  const other = configMap({ a: "one" });
  t.is(markDecrypted(other, secrets, { document: 1, path: ["items", 1] }), other);
});

test("an object with many decrypted values is hidden as a whole", (t) => {
  const data = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, `value-${index}`]));
  const marked = markDecrypted(
    configMap(data),
    placesOf(...Object.keys(data).map((key) => ["data", key])),
    document,
  );
  t.deepEqual(marked["metadata"], { name: "web", annotations: { "werf.io/sensitive": "true" } });
});

test("decrypted values in a rendered object are recognized verbatim, inside strings and in base64", (t) => {
  const data = {
    url: "db://u:pass-word@db",
    own: "pass-word",
    encoded: "cGFzcy13b3Jk",
    short: "ab1",
    word: "ab1c",
    port: "5432",
    on: "true",
  };
  const marked = markDecrypted(configMap(data), { values: ["pass-word", "ab1", "5432", "true"] }, document);
  t.deepEqual(marked["metadata"], {
    name: "web",
    annotations: { "werf.io/sensitive-paths": "$.data.url,$.data.own,$.data.encoded,$.data.short" },
  });
});

const decrypted = { name: "a.yaml", text: "a: pass-word\nb: c", secrets: { values: ["pass-word"] } };

test("messages do not quote decrypted values", (t) => {
  const found = [
    {
      code: "FieldInvalid",
      severity: "error",
      message: 'is "pass-word"',
      related: [{ message: "also pass-word" }],
    },
  ] as const;
  t.deepEqual(redactDiagnostics(found, [decrypted]), [
    { ...found[0], message: 'is "(hidden)"', related: [{ message: "also (hidden)" }] },
  ]);
  t.is(redactDiagnostics(found, [{ name: "a.yaml", text: "" }]), found);
  t.is(decryptedRedactor([{ name: "a", text: "", secrets: { values: ["true", ""] } }]), undefined);
});

test("excerpts quote the encrypted file from the repository, or the rendered text with its values hidden", (t) => {
  t.is(quotableText({ ...decrypted, shown: "a: ENC[…]\nb: c" }), "a: ENC[…]\nb: c");
  t.is(quotableText(decrypted), "a: (hidden)\nb: c");
  t.is(quotableText({ name: "a.yaml", text: "a: b" }), "a: b");
});
