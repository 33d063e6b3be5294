import test from "ava";

import { cannotContainSecret, mayContainSecret } from "./detect-secret-text.ts";

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
  test(`this may be a Secret: ${JSON.stringify(text)}`, (t) => {
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
  test(`this is no Secret: ${JSON.stringify(text)}`, (t) => {
    t.false(mayContainSecret(text));
    t.true(cannotContainSecret(text));
  });
}

test("a text without a kind of its own at the outermost level may belong to a Secret above it", (t) => {
  t.false(cannotContainSecret("a: b"));
  t.false(cannotContainSecret("  kind: ConfigMap"));
  t.false(cannotContainSecret("kind: {{ .Values.kind }}"));
});
