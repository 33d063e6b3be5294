import test from "ava";

import { readManifests } from "../parse-manifests.ts";

/** Text, position as line:column+length, and a pattern for the message. */
const faults: readonly (readonly [string, string, RegExp])[] = [
  ["a:\n\tb: 1\n", "2:1+1", /^this line is indented with a tab/],
  ["a:\n  b: 1\n c: 2\n", "3:2+4", /align it/],
  ["a:\n    b: 1\n  c: 1\n", "3:3+4", /align it/],
  ['a: "x\nb: 1\n', "1:4+2", /double quote is not closed/],
  ["a: 'x\nb: 1\n", "1:4+2", /single quote is not closed/],
  ["a:1\nb: 2\n", "1:1+3", /with the space/],
  ["a: 1\nb\n", "2:1+1", /without `: `/],
  ["a: b: c\n", "1:4+4", /quote the value/],
  ["a: 1\n  b: 2\n", "2:3+4", /align it with the key/],
  ["a: [1, 2\nb: 3\n", "2:1+4", /add `\]`/],
  ["a: {b: 1\nc: 2\n", "2:1+4", /add `}`/],
  ["a: ]\n", "1:4+1", /has no opening bracket/],
  ["a: @x\n", "1:4+1", /cannot begin with `@`: quote it/],
  ['a: "\\q"\n', "1:5+2", /escape/],
  ['a: "\\/"\n', "1:5+2", /escape \\\//],
  ["a: - b\n", "1:4+1", /put its first `- ` on the next line/],
  ["a: |x\n b\n", "1:5+1", /begin the text on the next line/],
  ["a: !e!x 1\n", "1:4+4", /unknown tag !e!x/],
  ["a: {{ .Values.x }}\n", "1:5+13", /helm template/],
  ["{{- if x }}\na: 1\n{{- end }}\n", "1:1+11", /helm template/],
  ["{{/* c */}}\na: 1\n", "1:1+11", /helm template/],
  ["# c\n{{ x }}\n\na: 1\n", "2:1+7", /helm template/],
  ["a: |\n  {{ x }}\nb: ]\n", "3:4+1", /has no opening bracket/],
  ['a: ["x" "y"]\n', "1:9+1", /comma is missing/],
  ["a: .inf\n", "1:4+4", /quote it/],
  ["a: !!int x\n", "1:10+1", /remove the tag/],
  ["~: 1\n", "1:1+1", /quote it/],
  ["a: {b:}\n", "1:5+1", /space after its colon/],
  ["<<: 1\n", "1:5+1", /takes a mapping/],
  ["%YAML 1.1\na: 1\n", "1:1+1", /directive/],
  ["a: x\u0007y\n", "1:5+1", /U\+0007/],
  ["a: 1\n...\nb: 1\n", "3:1+4", /start a new document/],
  ["a: 1\n---b\n", "2:1+4", /only a comment may follow/],
  ["a: 1\n---\n\nb: 1\nb: 2\n", "5:1+1", /duplicate key "b"/],
  ["no: 1\noff: 2\n", "2:1+3", /the keys no and off are both read as "false": quote the one/],
  ["a: *x\n", "1:4+2", /define &x/],
];

for (const [text, place, message] of faults) {
  test(`the fault in ${JSON.stringify(text)} is reported at ${place}`, (t) => {
    const diagnostic = readManifests({ name: "a.yaml", text }).diagnostics.find(
      ({ code }) => !code.endsWith("Missing") && code !== "NotAnObject",
    );
    const origin = diagnostic?.origin;
    t.is(`${origin?.line}:${origin?.column}+${origin?.length}`, place, diagnostic?.message);
    t.regex(diagnostic?.message ?? "", message);
  });
}

test("the fault for a duplicate key refers to the first key too", (t) => {
  const [diagnostic] = readManifests({ name: "a.yaml", text: "x:\n  a: 1\n  a: 2\n" }).diagnostics;
  t.is(diagnostic?.code, "DuplicateKey");
  t.is(diagnostic?.origin?.line, 3);
  t.deepEqual(diagnostic?.related?.[0]?.origin, { file: "a.yaml", line: 2, column: 3, length: 1 });
});

test("all duplicate keys of a document are reported", (t) => {
  const { diagnostics } = readManifests({ name: "a.yaml", text: "a: 1\na: 2\nb: {c: 1, c: 2}\n" });
  t.deepEqual(
    diagnostics.map(({ code, origin }) => [code, origin?.line]),
    [
      ["DuplicateKey", 2],
      ["DuplicateKey", 3],
    ],
  );
});
