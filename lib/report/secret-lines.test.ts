import test from "ava";
import * as fc from "fast-check";

import { showLines } from "./secret-lines.ts";

function shown(text: string): string {
  return showLines(text)
    .map((line) => line.text)
    .join("\n");
}

test("of a Secret, what names it stays and its values are masked", (t) => {
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

test("documents that are no Secret are shown as they are", (t) => {
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
test("a Secret behind CRLF is masked", masked, "a: b\r\n---\r\nkind: Secret\r\ndata:\r\n  a: hunter2\r\n");
test(
  "data in a Secret with broken indentation is masked",
  masked,
  "kind: Secret\n data:\n   a: hunter2\n b: hunter2\n",
);

test("whatever stands in the data of a Secret is masked", (t) => {
  const word = fc.stringMatching(/^[a-z:'"{}# |>-]{0,8}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(4), word, word), { maxLength: 8 }), (lines) => {
      const body = lines.map(([indent, before, after]) => `${" ".repeat(2 + indent)}${before}SECRET${after}`);
      const text = ["kind: Secret", "stringData:", ...body.map((line) => line.replace("SECRET", ": SECRET"))];
      t.false(shown(text.join("\n")).includes("SECRET"));
    }),
  );
});
