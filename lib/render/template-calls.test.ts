import test from "ava";

import { templateCalls } from "./template-calls.ts";

function names(text: string): readonly string[] {
  return templateCalls(text).map(({ name }) => name);
}

const calls = test.macro((t, text: string, ...expected: readonly string[]) => {
  t.deepEqual(names(text), expected);
});
test("a template without actions calls nothing", calls, "lookup: now\nrandAlphaNum");
test(
  "functions inside of template actions are calls, also at the end of a pipeline",
  calls,
  "{{ 5 | randAlphaNum | quote }}",
  "randAlphaNum",
  "quote",
);
test(
  "fields and variables of a template are not calls",
  calls,
  "{{- $now := .Values.lookup -}}{{ $now.date }}",
);
test(
  "strings in a template are not calls, even with }} in them",
  calls,
  '{{ include "}} now" . }}{{ `lookup }}` }}',
  "include",
);
test("comments in a template are not calls", calls, "{{- /* lookup and\n now */ -}}{{ if x }}", "if", "x");
test("an unclosed template action extends to the end", calls, '{{ upper "a\n{{ now', "upper", "now");
test("an unclosed template comment hides the rest", calls, "{{ /* {{ now }}");

test("a template call is reported with its line and column", (t) => {
  t.deepEqual(templateCalls('a\n  b: {{ (lookup "v1" "Secret" "" "") }}\n{{\nnow }}'), [
    { name: "lookup", line: 2, column: 10 },
    { name: "now", line: 4, column: 1 },
  ]);
});
