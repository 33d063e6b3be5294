import test from "ava";
import * as fc from "fast-check";

import { annotated } from "../../fixtures/ordered-set.ts";
import { formatRef, type ObjectRef } from "../object/object-ref.ts";
import { parseDependsOnRef } from "./config-sync.ts";

const reads = test.macro({
  exec(t, text: string, group: string, kind: string, namespace: string, name: string) {
    t.deepEqual(parseDependsOnRef(text), { group, kind, namespace, name });
  },
  title: (_, text: string) => `"${text}" is a valid depends-on reference`,
});

test(reads, "apps/namespaces/shop/Deployment/web", "apps", "Deployment", "shop", "web");
test(reads, "/namespaces/shop/ConfigMap/env", "", "ConfigMap", "shop", "env");
test(
  reads,
  "rbac.authorization.k8s.io/ClusterRole/reader",
  "rbac.authorization.k8s.io",
  "ClusterRole",
  "",
  "reader",
);
test(reads, "/Namespace/shop", "", "Namespace", "", "shop");
// Names of RBAC objects may contain colons.
test(
  reads,
  "rbac.authorization.k8s.io/ClusterRole/system:node",
  "rbac.authorization.k8s.io",
  "ClusterRole",
  "",
  "system:node",
);

const refuses = test.macro({
  exec(t, text: string, fault: RegExp) {
    const read = parseDependsOnRef(text);
    t.regex(typeof read === "string" ? read : "", fault);
  },
  title: (_, text: string) => `"${text}" is not a valid depends-on reference`,
});

test(refuses, "", /expected 3 or 5 fields, found 1: ""/);
test(refuses, "web", /found 1: "web"/);
test(
  refuses,
  "Deployment/web",
  /found 2.*write GROUP\/namespaces\/NAMESPACE\/KIND\/NAME or GROUP\/KIND\/NAME/,
);
test(refuses, "namespaces/shop/Deployment/web", /found 4/);
test(refuses, "apps/v1/namespaces/shop/Deployment/web", /found 6/);
test(refuses, "apps/namespace/shop/Deployment/web", /missing "namespaces" field/);
test(refuses, "apps/Namespaces/shop/Deployment/web", /missing "namespaces" field/);
test(refuses, "apps/namespaces//Deployment/web", /the namespace is empty/);
test(refuses, "apps/namespaces/shop//web", /the kind is empty/);
test(refuses, "apps/namespaces/shop/Deployment/", /the name is empty/);
test(refuses, "apps//web", /the kind is empty/);
test(refuses, "apps/Deployment/", /the name is empty/);

test("parseDependsOnRef parses the output of formatRef", (t) => {
  const part = fc.stringMatching(/^[a-z][a-z0-9.-]{0,10}$/);
  const ref = fc.record({
    group: fc.oneof(fc.constant(""), part),
    kind: part,
    namespace: fc.oneof(fc.constant(""), part),
    name: part,
  });
  fc.assert(
    fc.property(ref, (drawn: ObjectRef) => {
      t.deepEqual(parseDependsOnRef(formatRef(drawn)), drawn);
    }),
  );
});

const dependsOn = "config.kubernetes.io/depends-on";

test("depends-on references are separated by commas and optional whitespace", (t) => {
  const { directives, found } = annotated({
    [dependsOn]: " /Namespace/a ,\n  apps/namespaces/b/Deployment/c",
  });
  t.deepEqual(found, []);
  t.deepEqual(
    directives.dependsOn.map(({ key }) => key),
    ["/Namespace/a", "apps/namespaces/b/Deployment/c"],
  );
  t.deepEqual(directives.dependsOn[0]?.path, ["metadata", "annotations", dependsOn]);
});

test("a duplicate depends-on reference is used once, with a warning", (t) => {
  const { directives, found } = annotated({ [dependsOn]: "/Namespace/a,/Namespace/a" });
  t.is(directives.dependsOn.length, 1);
  t.deepEqual(found, [
    "warning DependsOnDuplicate: apps/namespaces/default/Deployment/web lists /Namespace/a twice in depends-on: remove one",
  ]);
});

test("an invalid depends-on reference is reported by its position, and the others are used", (t) => {
  const { directives, found } = annotated({ [dependsOn]: "/Namespace/a,b,/Namespace/c," });
  t.deepEqual(
    directives.dependsOn.map(({ key }) => key),
    ["/Namespace/a", "/Namespace/c"],
  );
  t.is(found.length, 2);
  t.regex(found[0] ?? "", /^error DependsOnSyntax: .*: reference 2 of depends-on cannot be parsed: /);
  t.regex(found[1] ?? "", /reference 4 of depends-on/);
});

for (const key of ["local-config", "origin", "index", "path", "function", "merge-source"]) {
  test(`config.kubernetes.io/${key} does not affect the order`, (t) => {
    const { directives, found } = annotated({ [`config.kubernetes.io/${key}`]: "x" });
    t.deepEqual(found, []);
    t.deepEqual(directives.dependsOn, []);
  });
}
