import test from "ava";

import { ruleDocuments } from "./rule-documents.ts";

const finds = test.macro({
  title: (name, _, is: boolean) => `${name} ${is ? "decides" : "does not decide"} how a set is applied`,
  exec: (t, text: string, is: boolean) => {
    t.is(ruleDocuments({ name: "a.yaml", text }).length, is ? 1 : 0);
  },
});

test("a document of field rules", finds, "a: 1\n---\napiVersion: converge.dev/v1\nkind: FieldRules\n", true);
test("a document of health rules", finds, "apiVersion: converge.dev/v1\nkind: HealthRules\n", true);
test("a configuration of kapp", finds, "apiVersion: kapp.k14s.io/v1alpha1\nkind: Config\n", true);
test("a ConfigMap that mentions kapp", finds, "apiVersion: v1\nkind: ConfigMap\ndata: { kapp: a }\n", false);
test("an ordinary object", finds, "apiVersion: v1\nkind: ConfigMap\n", false);
