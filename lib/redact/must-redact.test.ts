import test from "ava";
import * as fc from "fast-check";

import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { readManifests } from "../manifest/parse-manifests.ts";

function reported(text: string): readonly Diagnostic[] {
  return readManifests({ name: "a.yaml", text }).diagnostics;
}

/** `TROUBADOR` stands for a value, wherever a fault may point. */
const secretFaults: readonly string[] = [
  "kind: Secret\nstringData:\n  password: *TROUBADOR\n",
  "kind: Secret\nstringData:\n  password: &TROUBADOR [*TROUBADOR]\n",
  "kind: Secret\nstringData:\n  password: !TROUBADOR!x 1\n",
  "kind: Secret\nstringData:\n  TROUBADOR: 1\n  TROUBADOR: 1\n",
  "kind: secret\ndata:\n  password: *TROUBADOR\n",
  "stringData:\n  password: *TROUBADOR\n",
  "type: Opaque\ndata:\n  password: *TROUBADOR\n",
  "kind: Secret\nstringData:\n  a: |\n    b\n---\n    c: *TROUBADOR\n",
  'kind: "Secret\nstringData:\n  a: TROUBADOR\n  b: "\n',
  'kind: Secret\nmetadata:\n  labels: []\n  name: "db\nstringData:\n  a: TROUBADOR\n  b: "\n',
  'kind: Secret\nmetadata:\n  labels:\n    ? "db\n stringData: TROUBADOR\n "\n    : 1\n',
  "kind: ConfigMap\nmetadata:\n  annotations:\n    werf.io/sensitive: 'true'\ndata:\n  password: *TROUBADOR\n",
  '{"kind": "Secret", "data": {"TROUBADOR": 1, "TROUBADOR": 2}}',
];

for (const text of secretFaults) {
  test(`a fault of what may be a Secret is told without a word of it: ${JSON.stringify(text)}`, (t) => {
    const found = reported(text);
    t.true(found.length > 0);
    t.false(JSON.stringify(found).includes("TROUBADOR"), JSON.stringify(found));
  });
}

test("beside a Secret, faults of other documents quote what they mean", (t) => {
  const [found] = reported(`apiVersion: v1\nkind: ConfigMap\ndata: *x\n---\nkind: Secret\n`);
  t.true(found?.message.includes("*x"));
});

const signs = fc.stringMatching(/^[*&!"'[\]{}:\-|>@`%\\\n\t, ]{0,6}$/);

test("whatever is wrong with the data of a Secret, no message repeats a word of it", (t) => {
  fc.assert(
    fc.property(signs, signs, (before, after) => {
      const value = `${before}TROUBADOR${after}`;
      const text = `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  a: ${value}\n  b: ${value}\n`;
      t.false(JSON.stringify(reported(text)).includes("TROUBADOR"), text);
    }),
  );
});
