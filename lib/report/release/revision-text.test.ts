import test from "ava";

import { revisionJson, type ShownRevision, revisionYaml } from "./revision-text.ts";

const shown: ShownRevision = {
  release: "shop",
  namespace: "web",
  revision: { number: 3, at: 0, action: "rollback", from: 1, outcome: "timedOut", objects: 2 },
  objects: [
    {
      file: "a.yaml",
      value: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "env" }, data: { a: "1" } },
    },
    {
      file: "b\n.yaml",
      value: { apiVersion: "v1", kind: "Secret", metadata: { name: "db" }, stringData: { a: "lute" } },
    },
  ],
  what: "manifests",
  showSecrets: false,
};

test("a revision is printed as YAML documents with their file names, values of Secrets hidden", (t) => {
  t.is(
    revisionYaml(shown),
    String.raw`# revision 3 of release shop in namespace web: rollback to 1, timed out
# values are hidden, so this is not what was sent: --show-secrets shows them
---
# a.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: env
data:
  a: "1"
---
# b\x0a.yaml (values are hidden)
apiVersion: v1
kind: Secret
metadata:
  name: db
stringData:
  a: "(hidden, 4 bytes)"
`,
  );
});

test("with --show-secrets the output does not mention hidden values", (t) => {
  const text = revisionYaml({ ...shown, showSecrets: true });
  t.notRegex(text, /hidden/);
  t.regex(text, /\n {2}a: lute\n$/);
  t.notRegex(revisionJson({ ...shown, showSecrets: true }), /hidden/);
});

test("a revision without hooks prints that it has none", (t) => {
  t.is(
    revisionYaml({ ...shown, objects: [], what: "hooks" }),
    "# revision 3 of release shop in namespace web: rollback to 1, timed out\n# it has no hooks\n",
  );
});

test("the JSON of a revision is one List that keeps every digit of numbers", (t) => {
  const value = { apiVersion: "v1", kind: "Thing", metadata: { name: "x" }, spec: { big: 2n ** 60n } };
  const text = revisionJson({ ...shown, objects: [{ file: "a", value }] });
  t.regex(text, /"big": 1152921504606846976\b/);
  t.like(JSON.parse(text), { apiVersion: "v1", kind: "List", metadata: undefined });
  t.regex(revisionJson(shown), /"converge\.dev\/note": "values are hidden/);
});
