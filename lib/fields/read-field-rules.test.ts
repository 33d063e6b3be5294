import test from "ava";

import { readFieldRules, readFieldRulesOfSet } from "./read-field-rules.ts";

function read(text: string): ReturnType<typeof readFieldRules> {
  return readFieldRules([{ name: "rules.yaml", text, isNamed: true }]);
}

const configMap = `apiVersion: v1
kind: ConfigMap
metadata: { name: argocd-cm }
data:
  resource.customizations.ignoreDifferences.all: |
    managedFieldsManagers: [controller]
  resource.customizations.ignoreDifferences.apps_Deployment: |
    jqPathExpressions: [.spec.replicas]
`;

const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop }
spec:
  ignoreDifferences:
  - { group: apps, kind: Deployment, name: web, jsonPointers: [/spec/replicas] }
`;

test("ignoreDifferences in argocd-cm gives not-drift rules, for all objects or one kind", async (t) => {
  const { rules, diagnostics } = await read(configMap);
  t.deepEqual(diagnostics, []);
  t.like(rules, [
    {
      targets: { groups: [], kinds: [] },
      meaning: "not-drift",
      managers: ["controller"],
      place: "rules.yaml:5",
    },
    { targets: { groups: ["apps"], kinds: ["Deployment"] }, jq: [".spec.replicas"], place: "rules.yaml:7" },
  ]);
});

test("ignoreDifferences of an Application means not-drift, or set-once with RespectIgnoreDifferences", async (t) => {
  const option = "  syncPolicy: { syncOptions: [RespectIgnoreDifferences=true] }\n";
  t.like((await read(application)).rules, [{ meaning: "not-drift", targets: { names: ["web"] } }]);
  t.like((await read(application + option)).rules, [{ meaning: "set-once", pointers: ["/spec/replicas"] }]);
});

test("argocd-cm in a manifest set provides field rules, an Application in it does not", async (t) => {
  const sources = [{ name: "set.yaml", text: `${configMap}---\n${application}` }];
  t.is((await readFieldRulesOfSet(sources)).rules.length, 2);
});

test("an entry without fields and a file without rules are errors with their line", async (t) => {
  const empty = application.replace(", jsonPointers: [/spec/replicas]", "");
  t.like((await read(empty)).diagnostics, [{ code: "FieldRuleInvalid", origin: { line: 6 } }]);
  t.like((await read("a: 1\n")).diagnostics, [{ code: "FieldRuleInvalid", origin: { line: 1 } }]);
});
