import test from "ava";
import * as fc from "fast-check";

import { showLines } from "./redact-lines.ts";

function shown(text: string): string {
  return showLines(text)
    .map((line) => line.text)
    .join("\n");
}

test("identifying fields of a Secret stay visible, and its values are masked", (t) => {
  t.is(
    shown(`apiVersion: v1
kind: Secret
metadata:
  name: login # hunter2
  namespace: shop
  annotations:
    config.kubernetes.io/depends-on: /namespaces/shop/ConfigMap/env
    kubectl.kubernetes.io/last-applied-configuration: '{"a":"hunter2"}'
type: Opaque
# hunter2
stringData:
  user: hunter2
  name: hunter2
  config: |
    kind: hunter2
      deeper: hunter2
  quoted: "hunter2
    name: hunter2"
  flow: { a: hunter2 }
immutable: true
`),
    `apiVersion: v1
kind: Secret
metadata:
  name: ••••
  namespace: shop
  annotations:
    config.kubernetes.io/depends-on: /namespaces/shop/ConfigMap/env
    kubectl.kubernetes.io/last-applied-configuration: ••••
type: Opaque
••••
stringData:
  user: ••••
  name: ••••
  config: ••••
    ••••
      ••••
  quoted: ••••
    ••••
  flow: ••••
immutable: true
`,
  );
});

test("an object with a sensitive annotation is masked like a Secret", (t) => {
  t.is(
    shown(`kind: Deployment
metadata:
  name: web
  annotations:
    werf.io/sensitive-paths: $.spec.containers[*].value
spec:
  containers:
  - name: app
    value: hunter2
    args:
    - hunter2
`),
    `kind: Deployment
metadata:
  name: web
  annotations:
    werf.io/sensitive-paths: ••••
spec:
  containers:
  - name: ••••
    value: ••••
    args:
    ••••
`,
  );
});

test("documents of other kinds are shown unchanged", (t) => {
  const text =
    "kind: ConfigMap\ndata:\n  a: b\n---\nkind: SecretStore\nspec: c\n--- # next\nkind: Role\nkinds: [Secret]\n";
  t.is(shown(text), text);
});

const masked = test.macro((t, text: string) => {
  t.false(shown(text).includes("hunter2"), shown(text));
});

test("a Secret in a list is masked", masked, "kind: List\nitems:\n- kind: Secret\n  data:\n    a: hunter2\n");
test("a typed list of Secrets is masked", masked, "kind: SecretList\nitems:\n- data: {a: hunter2}\n");
test(
  "a Secret in pretty JSON is masked",
  masked,
  '{\n  "kind": "Secret",\n  "data": {\n    "name": "hunter2"\n  }\n}',
);
test("a Secret in one line of JSON is masked", masked, '{"kind":"Secret","data":{"a":"hunter2"}}');
test("a Secret with quoted kind is masked", masked, "'kind': 'Secret'\ndata:\n  a: hunter2\n");
test("a Secret with an anchored kind is masked", masked, "kind: &k Secret\ndata:\n  a: hunter2\n");
test(
  "a quoted value that is never closed is masked",
  masked,
  'kind: Secret\ndata:\n  a: "x\ntype: hunter2\n',
);
test("a value on the line after its key is masked", masked, "kind: Secret\ndata:\n  a:\n    hunter2\n");
test("an explicit key is masked", masked, "kind: Secret\ndata:\n  ? hunter2\n  : hunter2\n");
test(
  "a Secret with CRLF line ends is masked",
  masked,
  "a: b\r\n---\r\nkind: Secret\r\ndata:\r\n  a: hunter2\r\n",
);
test(
  "data in a Secret with broken indentation is masked",
  masked,
  "kind: Secret\n data:\n   a: hunter2\n b: hunter2\n",
);

/** Malformed manifests that may be Secrets; hunter2 is the secret. */
const possibleSecrets: readonly (readonly [string, string])[] = [
  ["kind in lower case", 'kind: secret\nmetadata: {name: a}\ndata:\n  password: "hunter2\n'],
  ["kind in upper case", 'kind: SECRET\ndata:\n  password: "hunter2\n'],
  ["kind in the plural", 'kind: "Secrets"\ndata:\n  password: "hunter2\n'],
  ["kind with a letter missing", "kind: Secrt\ndata:\n  password: hunter2\n"],
  ["kind with an escape", 'kind: "\\u0053ecret"\ndata:\n  password: hunter2\n'],
  ["kind as an alias", "x: &k Secret\nkind: *k\ndata:\n  password: hunter2\n"],
  ["the key kind with an escape", '{"\\u006bind": "Secret", "data": {"a": "hunter2"}}'],
  ["kind after a comment", "kind: # c\n  Secret\ndata:\n  password: hunter2\n"],
  ["a duplicate key", "kind: secret\ndata:\n  a: hunter2\n  a: hunter2\n"],
  ["no kind, but a type", "type: Opaque\ndata:\n  pw: hunter2: y\n"],
  ["no kind, but a type of Kubernetes", 'type: "kubernetes.io/tls"\ndata:\n  pw: hunter2: y\n'],
  ["no kind, but stringData", "stringData:\n  pw: hunter2: y\n"],
  ["tabs for indentation", "Kind:\tSecret\ndata:\n\tpassword: hunter2\n"],
  ["text after a document separator", "kind: Secret\n--- hunter2\nkind: ConfigMap\n"],
  ["text after a document separator, without a space", "kind: Secret\n---hunter2\nkind: ConfigMap\n"],
  [
    "a document separator inside a block scalar",
    "kind: Secret\nstringData:\n  a: |\n    b\n---\n    type: hunter2\n    hunter2:\n",
  ],
  ["a mapping as a value", "kind: Secret\nstringData:\n  a:\n    hunter2:\n"],
  ["text after the document end marker `...`", "kind: Secret\n...\nhunter2\n"],
  ["JSON with kind in lower case", '{\n  "kind": "secret",\n  "data": {\n    "a": "hunter2\n'],
  ["JSON without kind", '{\n  "stringData": {\n    "a": "hunter2"\n'],
];

for (const [name, text] of possibleSecrets) {
  test(`a possible Secret is masked: ${name}`, masked, text);
}

test("a document of another kind next to a Secret is shown unchanged", (t) => {
  const other = 'apiVersion: v1\nkind: "ConfigMap"\ndata:\n  a: b: c\n';
  t.true(shown(`${other}---\nkind: Secret\ndata: {a: b}\n---\n${other}`).startsWith(`${other}---`));
  t.true(shown(`kind: Secret\ndata: {a: b}\n---\n${other}`).endsWith(other));
});

test("kinds whose names only resemble Secret are shown unchanged", (t) => {
  const text =
    "kind: SealedSecret\n---\nkind: Service\nspec: {type: NodePort}\n---\nkind: ExternalSecret\na: b\n";
  t.is(shown(text), text);
});

test("any text in the data of a Secret is masked", (t) => {
  const word = fc.stringMatching(/^[a-z:'"{}# |>-]{0,8}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(4), word, word), { maxLength: 8 }), (lines) => {
      const body = lines.map(([indent, before, after]) => `${" ".repeat(2 + indent)}${before}SECRET${after}`);
      const text = ["kind: Secret", "stringData:", ...body.map((line) => line.replace("SECRET", ": SECRET"))];
      t.false(shown(text.join("\n")).includes("SECRET"));
    }),
  );
});
