import test from "ava";

import { readModuleObjects } from "./read-module-objects.ts";

const release = (version: string): string => `
apiVersion: deckhouse.io/v1alpha1
kind: ModuleRelease
metadata:
  name: demo
spec:
  moduleName: demo
  version: ${version}
`;

test("objects about modules are read, all others are reported in one note", (t) => {
  const text = `${release("1.2.3")}
---
apiVersion: v1
kind: Secret
metadata:
  name: a
---
apiVersion: example.com/v1
kind: Module
metadata:
  name: b
`;
  const { objects, diagnostics } = readModuleObjects([{ name: "a.yaml", text }]);
  t.is(objects.length, 1);
  t.deepEqual(diagnostics, [
    {
      code: "SourceSkipped",
      severity: "note",
      message: "2 objects are not about modules (Module, Secret): they are ignored",
    },
  ]);
});

test("an object with two different definitions is reported with both places", (t) => {
  const sources = ["1.2.3", "1.2.4"].map((version) => ({ name: `${version}.yaml`, text: release(version) }));
  const [found] = readModuleObjects(sources).diagnostics;
  t.is(found?.message, "the ModuleRelease demo is defined twice with different content: keep one of them");
  t.is(found?.origin?.file, "1.2.4.yaml");
  t.is(found?.related?.[0]?.origin?.file, "1.2.3.yaml");
  t.deepEqual(readModuleObjects([...sources.slice(1), ...sources.slice(1)]).diagnostics, []);
});

test("a release without a valid version is reported with its place", (t) => {
  const [found] = readModuleObjects([{ name: "a.yaml", text: release("latest") }]).diagnostics;
  t.is(found?.severity, "warning");
  t.is(found?.origin?.line, 2);
  t.regex(found?.message ?? "", /^the release demo is ignored/);
});

test("invalid YAML is reported with its place", (t) => {
  const [found] = readModuleObjects([{ name: "a.yaml", text: "kind: [\n" }]).diagnostics;
  t.is(found?.code, "YamlSyntax");
  t.is(found?.origin?.file, "a.yaml");
});
