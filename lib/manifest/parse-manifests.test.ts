import test from "ava";

import { readManifests, type ParseResult } from "./parse-manifests.ts";

function read(text: string, name = "a.yaml"): ParseResult {
  return readManifests({ name, text });
}

function findings(text: string): string[] {
  return read(text).diagnostics.map(
    ({ code, severity, origin }) => `${severity} ${code} ${origin?.line}:${origin?.column}`,
  );
}

const head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: env\n";

test("an object is read with its name, position and value", (t) => {
  const { objects, diagnostics } = read(`# c\n---\n# d\n\n${head}  namespace: shop\ndata: {a: "1"}\n`);
  t.deepEqual(diagnostics, []);
  t.like(objects[0], {
    apiVersion: "v1",
    kind: "ConfigMap",
    name: "env",
    namespace: "shop",
    path: [],
    origin: { file: "a.yaml", line: 5 },
    value: { data: { a: "1" } },
  });
});

test("empty documents, comments and null are skipped", (t) => {
  t.deepEqual(read("---\n# c\n---\n\n---\nnull\n---\n~\n"), {
    objects: [],
    faulty: [],
    configs: [],
    diagnostics: [],
  });
  t.deepEqual(read(""), { objects: [], faulty: [], configs: [], diagnostics: [] });
});

test("a byte order mark and CRLF line endings are accepted", (t) => {
  const { objects } = read(`\uFEFF${head.replaceAll("\n", "\r\n")}---\r\n${head}`);
  t.deepEqual(
    objects.map(({ name, origin }) => [name, origin.line]),
    [
      ["env", 1],
      ["env", 6],
    ],
  );
});

test("items of a List are read as objects, even in nested Lists", (t) => {
  const { objects } = read(`apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
- apiVersion: v1
  kind: List
  items:
  - apiVersion: v1
    kind: Secret
    metadata: {name: b}
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: c}
`);
  t.deepEqual(
    objects.map(({ kind, name, path, origin }) => [kind, name, path, origin.line]),
    [
      ["ConfigMap", "a", ["items", 0], 4],
      ["Secret", "b", ["items", 1, "items", 0], 10],
      ["Deployment", "c", ["items", 2], 13],
    ],
  );
});

test("several JSON objects on one line all have the position of that line", (t) => {
  const objects = ["a", "b"].map((name) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } }));
  const stream = objects.map((object) => JSON.stringify(object)).join("");
  const list = JSON.stringify({ apiVersion: "v1", kind: "List", items: objects });
  for (const text of [`\n\n${stream}\n`, `\n\n${list}\n`]) {
    t.deepEqual(
      read(text).objects.map(({ name, origin }) => [name, origin.line]),
      [
        ["a", 3],
        ["b", 3],
      ],
    );
  }
});

test("items of a typed list without apiVersion and kind get those of the list", (t) => {
  const { objects } = read("apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: a}\n");
  t.like(objects[0], { apiVersion: "v1", kind: "ConfigMap", value: { apiVersion: "v1", kind: "ConfigMap" } });
});

test("an empty List yields no objects", (t) => {
  t.deepEqual(read("apiVersion: v1\nkind: List\nitems:\n"), {
    objects: [],
    faulty: [],
    configs: [],
    diagnostics: [],
  });
});

test("a kind that ends in List and has no items is an object", (t) => {
  t.is(read("apiVersion: x.io/v1\nkind: AllowList\nmetadata: {name: a}\nspec: {}\n").objects.length, 1);
});

const invalid: readonly (readonly [string, string, readonly string[]])[] = [
  ["a list", "- a\n", ["error NotAnObject 1:1"]],
  ["a plain string", "just text\n", ["error NotAnObject 1:1"]],
  [
    "a Secret with the placeholder of a hidden value",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  key: (hidden, 8 bytes)\n",
    ["error ValueMasked 5:8"],
  ],
  [
    "a sensitive object with the placeholder of a hidden value",
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations: {werf.io/sensitive: "true"}\ndata: {key: (hidden)}\n',
    ["error ValueMasked 6:13"],
  ],
  [
    "a mapping that is not an object, like the values of a chart",
    "replicas: 2\nimage: web\n",
    ["error NotAnObject 1:1"],
  ],
  [
    "no apiVersion and no kind",
    "metadata: {name: a}\n",
    ["error ApiVersionMissing 1:1", "error KindMissing 1:1"],
  ],
  [
    "keys in the wrong case",
    "apiversion: v1\nKind: X\nmetadata: {name: a}\n",
    ["error ApiVersionMissing 1:1", "error KindMissing 2:1"],
  ],
  [
    "a malformed apiVersion",
    "apiVersion: a/b/c\nkind: X\nmetadata: {name: a}\n",
    ["error ApiVersionInvalid 1:13"],
  ],
  [
    "a kind that is not a string",
    "apiVersion: v1\nkind: 1\nmetadata: {name: a}\n",
    ["error KindMissing 2:7"],
  ],
  ["no metadata", "apiVersion: v1\nkind: X\n", ["error NameMissing 1:1"]],
  ["metadata that is a list", "apiVersion: v1\nkind: X\nmetadata: []\n", ["error MetadataInvalid 3:11"]],
  ["no name", "apiVersion: v1\nkind: X\nmetadata: {}\n", ["error NameMissing 3:1"]],
  ["an empty name", 'apiVersion: v1\nkind: X\nmetadata: {name: ""}\n', ["error NameMissing 3:12"]],
  ["generateName", "apiVersion: v1\nkind: X\nmetadata: {generateName: a-}\n", ["error NameMissing 3:12"]],
  [
    "a name that is a number",
    "apiVersion: v1\nkind: X\nmetadata:\n  name: 0123\n",
    ["error NameInvalid 4:9"],
  ],
  ["a name that is a boolean", "apiVersion: v1\nkind: X\nmetadata:\n  name: on\n", ["error NameInvalid 4:9"]],
  ["a name with a slash", "apiVersion: v1\nkind: X\nmetadata:\n  name: a/b\n", ["error NameInvalid 4:9"]],
  ["a name of two dots", "apiVersion: v1\nkind: X\nmetadata:\n  name: ..\n", ["error NameInvalid 4:9"]],
  ["a namespace that is a number", `${head}  namespace: 1\n`, ["error NamespaceInvalid 5:14"]],
  ["labels that are not a mapping", `${head}  labels: [a]\n`, ["error MetadataInvalid 5:11"]],
  [
    "labels and annotations that are not strings",
    `${head}  labels:\n    a: 1\n    b: yes\n  annotations:\n    c: {}\n`,
    ["error AnnotationNotString 9:8", "error LabelNotString 6:8", "error LabelNotString 7:8"],
  ],
];

for (const [name, text, wanted] of invalid) {
  test(`an invalid object is rejected with diagnostics: ${name}`, (t) => {
    t.deepEqual(findings(text), wanted);
    t.is(read(text).objects.length, 0);
  });
}

test("a label without a value is only a warning", (t) => {
  t.deepEqual(findings(`${head}  labels: {a: }\n`), ["warning LabelNotString 5:12"]);
  t.is(read(`${head}  labels: {a: }\n`).objects.length, 1);
});

test("an empty or null namespace counts as not set", (t) => {
  t.is(read(`${head}  namespace: ""\n`).objects[0]?.namespace, "");
  t.is(read(`${head}  namespace:\n`).objects[0]?.namespace, "");
});

test("a faulty document does not hide the objects of others", (t) => {
  const { objects, diagnostics } = read(`${head}---\na: [\n---\n${head}---\nkind: X\n`);
  t.is(objects.length, 2);
  t.deepEqual(
    [...new Set(diagnostics.map(({ code }) => code))],
    ["YamlSyntax", "ApiVersionMissing", "NameMissing"],
  );
});

const long = "x".repeat(100_000);

const quoting: readonly (readonly [string, string])[] = [
  ["a kind", `kind: ${long}\n`],
  ["a name", `kind: A\nmetadata: {name: "${long}"}\n`],
  ["a duplicate key", `"${long.slice(0, 900)}": 1\n"${long.slice(0, 900)}": 1\n`],
  ["a key similar to a missing one", `api${"-".repeat(900)}version: v1\n`],
  ["a key similar to name", head.replace("name", `n${"_".repeat(900)}ame`)],
  ["a label", `${head}  labels: {${long.slice(0, 900)}: 1}\n`],
  ["an alias", `a: *${long}\n`],
  ["an alias of its own parent", `a: &${long} [*${long}]\n`],
  ["a tag", `a: !!${long} 1\n`],
  ["an unclosed tag", `a: !<${long} 1\n`],
  ["a tag with an unknown handle", `a: !${long}!x 1\n`],
  ["a number in a tag", `a: !!int ${long}\n`],
  ["text after a block header", `a: |${long}\n  b\n`],
  ["too many closing brackets", `a: 1\n${"]".repeat(900)}\n`],
  ["an escape", `a: "\\${long}"\n`],
  ["a reserved character", `a: @${long}\n`],
  ["JSON", `{"a": ${long}}`],
];

for (const [name, text] of quoting) {
  test(`messages quote long input only in part: ${name}`, (t) => {
    const reported = read(text, "a.json").diagnostics.flatMap((one) => [one, ...(one.related ?? [])]);
    t.true(reported.length > 0);
    for (const { message } of reported) {
      t.true(message.length < 400, message.slice(0, 100));
    }
  });
}

test("no message contains a value of a Secret", (t) => {
  const secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: 1}\n";
  for (const rest of [
    "data: {a: hunter2, a: hunter2}\n",
    "stringData: hunter2\n hunter2\n",
    "data:\n a: 'hunter2\n",
    "data: {a: *hunter2x}\n",
  ]) {
    const reported = read(secret + rest).diagnostics.map(({ message }) => message);
    t.true(reported.length > 0);
    t.false(reported.some((message) => message.includes("hunter2 ") || message.includes("hunter2'")));
  }
});

test("duplicate keys from a second object are reported with a hint at a missing `---`", (t) => {
  for (const { code, message } of read(head + head).diagnostics) {
    t.is(code, "DuplicateKey");
    t.regex(message, /is a `---` missing above/);
  }
  t.notRegex(read(`${head}data: {kind: 1, kind: 2}\n`).diagnostics[0]?.message ?? "---", /---/);
});
