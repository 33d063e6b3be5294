import test from "ava";
import * as fc from "fast-check";

import { cannotContainSecret, mayContainSecret } from "./detect-secret-text.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { readManifests } from "../manifest/parse-manifests.ts";

const secrets: readonly string[] = [
  "kind: Secret",
  "kind: secret",
  "kind: SECRETS",
  "kind: SecretList",
  "kind:Secret",
  "Kind:\tSecret",
  "kind: Sceret",
  "knd: Secret",
  'kind: "Secret',
  '"kind" : "secret"',
  "? kind\n: Secret",
  "kind: !!str Secret",
  "kind: |-\n  Secret",
  "kind: *k",
  "stringData:\n  a: b",
  '"stringData": {',
  "type: Opaque",
  "type: opaque",
  "type: kubernetes.io/tls",
  "type: 'bootstrap.kubernetes.io/token'",
  "type: helm.sh/release.v1",
  'kind: ConfigMap\nmetadata:\n  annotations:\n    werf.io/sensitive: "true"',
  'kind: ConfigMap\nmetadata: {annotations: {"werf.io\\/sensitive-paths": "$.data.a"}}',
];

for (const text of secrets) {
  test(`detected as a possible Secret: ${JSON.stringify(text)}`, (t) => {
    t.true(mayContainSecret(text));
    t.false(cannotContainSecret(`kind: ConfigMap\n---\n${text}`));
  });
}

const others: readonly string[] = [
  "kind: SecretStore",
  "kind: SealedSecret",
  "kind: Service\nspec:\n  type: NodePort",
  "kind: Role\nrules:\n- resources: [secrets]",
  "kind: Deployment\nvolumes:\n- name: secret\n  secret: {secretName: secret}",
  "kind: Ingress\nmetadata:\n  annotations: {kubernetes.io/ingress.class: nginx}",
  "kind: 'Server' # of secrets",
  'kind: ConfigMap\nmetadata:\n  annotations:\n    werf.io/sensitive: "false"',
];

for (const text of others) {
  test(`not detected as a Secret: ${JSON.stringify(text)}`, (t) => {
    t.false(mayContainSecret(text));
    t.true(cannotContainSecret(text));
  });
}

test("a text without a literal top-level kind may belong to a Secret above it", (t) => {
  t.false(cannotContainSecret("a: b"));
  t.false(cannotContainSecret("  kind: ConfigMap"));
  t.false(cannotContainSecret("kind: {{ .Values.kind }}"));
});

function reported(text: string): readonly Diagnostic[] {
  return readManifests({ name: "a.yaml", text }).diagnostics;
}

/** `TROUBADOR` is the secret, at every place that a fault may quote. */
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
  test(`a fault in a possible Secret is reported without its content: ${JSON.stringify(text)}`, (t) => {
    const found = reported(text);
    t.true(found.length > 0);
    t.false(JSON.stringify(found).includes("TROUBADOR"), JSON.stringify(found));
  });
}

test("faults in other documents of a file with a Secret quote their text", (t) => {
  const [found] = reported(`apiVersion: v1\nkind: ConfigMap\ndata: *x\n---\nkind: Secret\n`);
  t.true(found?.message.includes("*x"));
});

const punctuation = fc.stringMatching(/^[*&!"'[\]{}:\-|>@`%\\\n\t, ]{0,6}$/);

test("no message about invalid data of a Secret quotes it", (t) => {
  fc.assert(
    fc.property(punctuation, punctuation, (before, after) => {
      const value = `${before}TROUBADOR${after}`;
      const text = `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  a: ${value}\n  b: ${value}\n`;
      t.false(JSON.stringify(reported(text)).includes("TROUBADOR"), text);
    }),
  );
});
