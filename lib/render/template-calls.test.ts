import test from "ava";

import { templateCalls } from "./template-calls.ts";

function names(text: string): readonly string[] {
  return templateCalls(text).map(({ name }) => name);
}

const calls = test.macro((t, text: string, ...expected: readonly string[]) => {
  t.deepEqual(names(text), expected);
});
test("a text without actions calls nothing", calls, "lookup: now\nrandAlphaNum");
test(
  "words inside of actions count, at the end of a pipe too",
  calls,
  "{{ 5 | randAlphaNum | quote }}",
  "randAlphaNum",
  "quote",
);
test("fields and variables are no calls", calls, "{{- $now := .Values.lookup -}}{{ $now.date }}");
test(
  "strings are no calls, with }} in them too",
  calls,
  '{{ include "}} now" . }}{{ `lookup }}` }}',
  "include",
);
test("comments are no calls", calls, "{{- /* lookup and\n now */ -}}{{ if x }}", "if", "x");
test("an action that is not closed goes on to the end", calls, '{{ upper "a\n{{ now', "upper", "now");
test("a comment that is not closed hides the rest", calls, "{{ /* {{ now }}");

test("a call is told with its line and column", (t) => {
  t.deepEqual(templateCalls('a\n  b: {{ (lookup "v1" "Secret" "" "") }}\n{{\nnow }}'), [
    { name: "lookup", line: 2, column: 10 },
    { name: "now", line: 4, column: 1 },
  ]);
});
