import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";
import type { ExternalDependency } from "./directives.ts";

type Annotations = Readonly<Record<string, string>>;
const resource = "db.external-dependency.werf.io/resource";
const namespace = "db.external-dependency.werf.io/namespace";
const triple = "db.external-dependency.werf.io";

const names = test.macro({
  exec(t, annotations: Annotations, expected: Omit<ExternalDependency, "path">) {
    const { directives, found } = annotated(annotations);
    t.deepEqual(found, []);
    const key = resource in annotations ? resource : triple;
    t.deepEqual(directives.externalDependencies, [{ ...expected, path: ["metadata", "annotations", key] }]);
  },
  title: (_, annotations: Annotations) => `${JSON.stringify(annotations)} is read as an external dependency`,
});

const none = undefined;
test(
  names,
  { [resource]: "secret/vault" },
  { resource: "secret", group: none, name: "vault", namespace: none },
);
test(
  names,
  { [resource]: " secret/vault " },
  { resource: "secret", group: none, name: "vault", namespace: none },
);
test(names, { [resource]: "pods.v1/a" }, { resource: "pods", group: "", name: "a", namespace: none });
test(
  names,
  { [resource]: "deployments.v1.apps/a" },
  { resource: "deployments", group: "apps", name: "a", namespace: none },
);
test(
  names,
  { [resource]: "certificates.v1.cert-manager.io/web" },
  { resource: "certificates", group: "cert-manager.io", name: "web", namespace: none },
);
test(
  names,
  { [resource]: "secret/vault", [namespace]: " infra " },
  { resource: "secret", group: none, name: "vault", namespace: "infra" },
);
test(
  names,
  { [resource]: "secret/vault", "db.external-dependency.werf.io/name": "infra" },
  { resource: "secret", group: none, name: "vault", namespace: "infra" },
);
test(
  names,
  { [triple]: "v1:Secret:vault" },
  { resource: "Secret", group: "", name: "vault", namespace: none },
);
test(
  names,
  { [triple]: "apps/v1:StatefulSet:infra:db" },
  { resource: "StatefulSet", group: "apps", name: "db", namespace: "infra" },
);

const refuses = test.macro({
  exec(t, annotations: Annotations, fact: RegExp) {
    const { directives, found } = annotated(annotations);
    t.deepEqual(directives.externalDependencies, []);
    t.is(found.length, 1);
    t.regex(found[0] ?? "", /^error ExternalDependencySyntax: apps\/namespaces\/default\/Deployment\/web: /);
    t.regex(found[0] ?? "", fact);
  },
  title: (_, annotations: Annotations) => `${JSON.stringify(annotations)} is an invalid external dependency`,
});

for (const value of [
  "",
  "secret",
  "/vault",
  "secret/",
  "a/b/c",
  "my secret/vault",
  "secret./vault",
  ".v1/vault",
]) {
  test(refuses, { [resource]: value }, /takes kind\[\.version\.group\]\/name such as "secret\/my-secret"/);
}
for (const value of [
  "",
  "v1:Secret",
  "v1::vault",
  "v1:Secret:",
  ":Secret:vault",
  "v1:Secret:infra:",
  "a:b:c:d:e",
]) {
  test(
    refuses,
    { [triple]: value },
    /takes apiVersion:kind\[:namespace\]:name such as "v1:Secret:my-secret"/,
  );
}

test("the namespace of an external dependency without a resource has no effect", (t) => {
  const { directives, found } = annotated({ [namespace]: "infra" });
  t.deepEqual(directives.externalDependencies, []);
  t.deepEqual(found, []);
});

for (const key of [
  "werf.io/version",
  "project.werf.io/name",
  "project.werf.io/env",
  "werf.io/show-service-messages",
  "werf.io/ignore-readiness-probe-fails-for-web",
]) {
  test(`${key} is known and does not affect the order`, (t) => {
    t.deepEqual(annotated({ [key]: "x" }).found, []);
  });
}

test("a dependency annotation without a name is ignored", (t) => {
  const { directives } = annotated({
    "werf.io/deploy-dependency-": "state=ready,name=a",
    ".dependency.werf.io": "x",
  });
  t.deepEqual(directives.deployDependencies, []);
});
